import type { DisplayList } from '../../layout/index.ts'
import { type Unit, unitsOf } from './units.ts'

/** What a page shows of a display list, px from its top. */
export interface Window {
  from: number
  to: number
}

/** How much of a page is left empty at most, as long as there is a place to cut. */
const emptiest = 0.5
/** Pages go on by so much of their height at least, so that there is an end. */
const minProgress = 0.05

/**
 * Parts a display list into pages that hold `available` px each: between rows where it can be, never through a line, an image or a
 * button. Where columns leave no gap, the next page begins above the end of this one, with what did not fit on it.
 */
export function partPages(displayList: DisplayList, available: number): Window[] {
  const height = Math.max(1, displayList.height)
  if (height <= available) return [{ from: 0, to: height }]
  const { units, seams } = unitsOf(displayList, available)
  const soft = gapsBetween(units)
  const hard = gapsBetween(units.filter(({ isHard }) => isHard))
  const windows: Window[] = []
  let from = 0
  while (from + available < height) {
    const reach = { from, to: from + available }
    const cut = bestCut(soft, reach, seams) ?? bestCut(hard, reach, seams)
    windows.push({ from, to: cut ?? reach.to })
    from = cut ?? topOfCut(units, reach)
  }
  windows.push({ from, to: height })
  return windows
}

/** The best place for a page to end: full, where a box ends and space is left, and not between what belongs together. */
function bestCut(gaps: readonly PageGap[], { from, to }: Window, seams: readonly number[]): number | undefined {
  const first = from + (to - from) * emptiest
  const near = seams.filter((seam) => seam >= first && seam <= to)
  let best: { at: number; worth: number } | undefined
  for (const gap of gaps) {
    const [low, high] = [Math.max(gap.from, first), Math.min(gap.to, to)]
    if (low > high) continue
    const inside = near.filter((seam) => seam >= low && seam <= high)
    const middle = gap.to === Number.POSITIVE_INFINITY ? low : Math.min(high, (gap.from + gap.to) / 2)
    const available = Math.min(1, (gap.to - gap.from) / 40) * 0.3
    for (const at of [...inside, Math.max(low, middle)]) {
      const worth = (at - from) / (to - from) + available + (inside.includes(at) ? 0.1 : 0) - gap.cost
      if (best === undefined || worth > best.worth) best = { at, worth }
    }
  }
  return best?.at
}

/** Where the highest of what would be cut begins; what fills nearly the whole page is cut after all. */
function topOfCut(units: readonly Unit[], { from, to }: Window): number {
  const min = from + (to - from) * minProgress
  const cut = units.filter(({ top, bottom }) => top > min && top < to && bottom > to)
  return Math.min(to, ...cut.map(({ top }) => top))
}

/** A stretch without any unit, px from the top. */
interface PageGap {
  from: number
  to: number
  /** How bad it is to part what is on both sides, in shares of a page that would rather stay empty. */
  cost: number
}

/** A heading is never the last of a page; a caption stays with its image; a paragraph leaves two lines on both. */
const costs = { heading: 0.5, caption: 0.4, paragraph: 0.05, lonelyLine: 0.3 }
/** Text this close below an image is its caption, px. */
const captionReach = 24

/** The gaps between units, which are sorted by their tops; the last one has no end. */
function gapsBetween(units: readonly Unit[]): PageGap[] {
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
