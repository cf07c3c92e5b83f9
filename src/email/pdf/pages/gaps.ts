import type { Unit } from './units.ts'

/** A stretch without any unit, px from the top. */
export interface PageGap {
  from: number
  to: number
  /** How bad it is to part what is on both sides, in shares of a page that would rather stay empty. */
  cost: number
}

/** A heading is never the last of a page; a caption stays with its image; a paragraph leaves two lines on both. */
const costs = { heading: 0.5, caption: 0.4, paragraph: 0.05, lonelyLine: 0.3 }
/** What stands so near below an image is its caption, px. */
const captionReach = 24

/** The gaps between units, which are sorted by their tops; the last one has no end. */
export function gapsBetween(units: readonly Unit[]): PageGap[] {
  const lines = linesOf(units)
  const gaps: PageGap[] = []
  let end = 0
  let above: Unit | undefined
  for (const unit of units) {
    if (unit.top >= end) gaps.push({ from: end, to: unit.top, cost: costOf(above, unit, lines) })
    end = Math.max(end, unit.bottom)
    if (unit.isHard && unit.bottom >= (above?.bottom ?? 0)) above = unit
  }
  gaps.push({ from: end, to: Number.POSITIVE_INFINITY, cost: 0 })
  return gaps
}

function costOf(above: Unit | undefined, below: Unit, lines: ReadonlyMap<number, readonly number[]>): number {
  if (above === undefined) return 0
  const { isHeading, paragraph } = above
  const isCaption = paragraph === undefined && below.paragraph !== undefined && below.top - above.bottom <= captionReach
  if (isCaption) return costs.caption
  if (paragraph === undefined || paragraph !== below.paragraph) return isHeading ? costs.heading : 0
  const tops = lines.get(paragraph) ?? []
  const before = tops.filter((top) => top <= above.top).length
  return costs.paragraph + (before === 1 || tops.length - before === 1 ? costs.lonelyLine : 0)
}

/** Where the lines of each paragraph begin. */
function linesOf(units: readonly Unit[]): ReadonlyMap<number, readonly number[]> {
  const lines = new Map<number, number[]>()
  for (const { paragraph, top } of units) {
    if (paragraph === undefined) continue
    const tops = lines.get(paragraph) ?? []
    if (tops.at(-1) !== top) tops.push(top)
    lines.set(paragraph, tops)
  }
  return lines
}
