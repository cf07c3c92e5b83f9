import type { DisplayList } from '../../layout/index.ts'
import { type Unit, unitsOf } from './units.ts'

/** Vertical range of the display list on one page, px from its top. */
export interface Window {
  from: number
  to: number
}

/** Maximum share of a page that is left empty for a better break. */
const maxEmptyShare = 0.5
/** Minimum share of its height by which each page advances, so that pagination ends. */
const minProgress = 0.05

/**
 * Splits a display list into pages of at most `available` px: between rows if possible, never through a line, an
 * image or a button. If columns have no common gap, the next page begins above the end of this one and repeats what
 * did not fit.
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

/** The break with the best score: a full page, at a box edge, with content that belongs together kept on one page. */
function bestCut(gaps: readonly PageGap[], { from, to }: Window, seams: readonly number[]): number | undefined {
  const first = from + (to - from) * maxEmptyShare
  const near = seams.filter((seam) => seam >= first && seam <= to)
  let best: { at: number; score: number } | undefined
  for (const gap of gaps) {
    const [low, high] = [Math.max(gap.from, first), Math.min(gap.to, to)]
    if (low > high) continue
    const inside = near.filter((seam) => seam >= low && seam <= high)
    const middle = gap.to === Number.POSITIVE_INFINITY ? low : Math.min(high, (gap.from + gap.to) / 2)
    const available = Math.min(1, (gap.to - gap.from) / 40) * 0.3
    for (const at of [...inside, Math.max(low, middle)]) {
      const score = (at - from) / (to - from) + available + (inside.includes(at) ? 0.1 : 0) - gap.cost
      if (best === undefined || score > best.score) best = { at, score }
    }
  }
  return best?.at
}

/** The top of the highest unit that would be cut; a unit that fills nearly the whole page is cut. */
function topOfCut(units: readonly Unit[], { from, to }: Window): number {
  const min = from + (to - from) * minProgress
  const cut = units.filter(({ top, bottom }) => top > min && top < to && bottom > to)
  return Math.min(to, ...cut.map(({ top }) => top))
}

/** A vertical range without units, px from the top. */
interface PageGap {
  from: number
  to: number
  /** Penalty for a break here, as a share of the page height that may stay empty instead. */
  cost: number
}

/** Keep headings with the following content and captions with their image; orphans and widows have two lines. */
const costs = { heading: 0.5, caption: 0.4, paragraph: 0.05, orphan: 0.3 }
/** Text at most this far below an image is its caption, px. */
const captionReach = 24

/** `units` are sorted by top; the last gap has no end. */
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
  return costs.paragraph + (before === 1 || tops.length - before === 1 ? costs.orphan : 0)
}

/** Line tops of each paragraph. */
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
