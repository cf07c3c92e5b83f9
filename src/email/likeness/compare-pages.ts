import type { DisplayList, Rect } from '../layout/index.ts'
import { findAnchors } from './anchors.ts'
import { type Grid, cell, readGrid } from './grid.ts'
import { type AlignedRows, alignRows } from './align-rows.ts'

/** A part of the source that looks different, in px of its page, and where the result has it. */
export interface Difference extends Rect {
  /** Px from the top of the result. */
  resultY: number
}

export interface Likeness {
  /**
   * Mean of two shares of the area, from 0 to 1: what looks the same in its place, and what looks the same once the pages
   * are aligned by their content. The first counts everything below a gap, the second the gap’s content only.
   */
  share: number
  /** The largest first. */
  differences: Difference[]
  /** True if only the top of the pages was compared. */
  isCut: boolean
}

interface Limits {
  /** Px of each page from its top. */
  maxHeight: number
  maxDifferences: number
}

type CountAt = (row: number, otherRow: number) => number

/** A difference in a color channel, of 255, that is seen. */
const visible = 30
/** Cells of a row that differ by chance: letters lie elsewhere on the grid. */
const chance = 0.04
/** Rows of cells between two differences that are told as one. */
const joining = 6

/** Compares two pages of the same width, in place and aligned by their content. */
export function comparePages(
  source: DisplayList,
  result: DisplayList,
  { maxHeight, maxDifferences }: Limits,
): Likeness {
  const maxRows = Math.floor(maxHeight / cell)
  const [one, other] = [readGrid(source, maxRows), readGrid(result, maxRows)]
  const countAt = (row: number, otherRow: number) => countDiffering(one, row, other, otherRow)
  const aligned = alignRows(one.rows, other.rows, findAnchors(source, result), countAt)
  const columns = Math.max(one.columns, other.columns)
  const rows = Math.max(one.rows, other.rows)
  const differing = (countAligned(aligned, one, other, countAt) + countInPlace(one, other, countAt)) / 2
  const differences = findDifferences(aligned, one, other, countAt)
  return {
    share: Math.max(0, 1 - differing / (rows * columns)),
    differences: differences.sort((first, second) => areaOf(second) - areaOf(first)).slice(0, maxDifferences),
    isCut: source.height > maxHeight || result.height > maxHeight,
  }
}

/** Cells that differ after the pages are aligned; of the rows that only one page has, those that are not its background. */
function countAligned({ pairs }: AlignedRows, one: Grid, other: Grid, countAt: CountAt): number {
  let count = 0
  for (const [row, otherRow] of pairs) count += countAt(row, otherRow)
  for (const [grid, at] of [
    [one, 0],
    [other, 1],
  ] as const) {
    const paired = new Set(pairs.map((pair) => pair[at]))
    const background = commonRow(grid) * grid.columns * 3
    for (let row = 0; row < grid.rows; row++)
      if (!paired.has(row))
        for (let column = 0; column < grid.columns; column++)
          if (!isClose(grid, (row * grid.columns + column) * 3, grid, background)) count++
  }
  return count
}

/** A row whose left edge has the most common color of the edge. */
function commonRow({ rows, columns, colors }: Grid): number {
  const counts = new Map<string, { row: number; count: number }>()
  let most = { row: 0, count: 0 }
  for (let row = 0; row < rows; row++) {
    const at = row * columns * 3
    const color = `${colors[at]} ${colors[at + 1]} ${colors[at + 2]}`
    const one = counts.get(color) ?? { row, count: 0 }
    one.count++
    counts.set(color, one)
    if (one.count > most.count) most = one
  }
  return most.row
}

/** Cells that differ where they are; below the end of the shorter page is white. */
function countInPlace(one: Grid, other: Grid, countAt: CountAt): number {
  const shared = Math.min(one.rows, other.rows)
  const longer = one.rows > other.rows ? one : other
  let count = 0
  for (let row = 0; row < shared; row++) count += countAt(row, row)
  for (let at = shared * longer.columns * 3; at < longer.colors.length; at += 3)
    if (Math.min(longer.colors[at] ?? 255, longer.colors[at + 1] ?? 255, longer.colors[at + 2] ?? 255) < 255 - visible)
      count++
  return count
}

function areaOf({ width, height }: Rect): number {
  return width * height
}

function countDiffering(one: Grid, row: number, other: Grid, otherRow: number): number {
  const columns = Math.min(one.columns, other.columns)
  let count = 0
  for (let column = 0; column < columns; column++) if (differs(one, row, other, otherRow, column)) count++
  return count
}

/** True if the cell looks like none of those around the same place: what lies 4 px elsewhere is no difference. */
function differs(one: Grid, row: number, other: Grid, otherRow: number, column: number): boolean {
  const at = (row * one.columns + column) * 3
  if (isClose(one, at, other, (otherRow * other.columns + column) * 3)) return false
  for (let near = Math.max(0, otherRow - 1); near <= Math.min(other.rows - 1, otherRow + 1); near++)
    for (let beside = Math.max(0, column - 1); beside <= Math.min(other.columns - 1, column + 1); beside++)
      if (isClose(one, at, other, (near * other.columns + beside) * 3)) return false
  return true
}

function isClose(one: Grid, at: number, other: Grid, otherAt: number): boolean {
  for (let channel = 0; channel < 3; channel++) {
    const distance = (one.colors[at + channel] ?? 0) - (other.colors[otherAt + channel] ?? 0)
    if (distance > visible || distance < -visible) return false
  }
  return true
}

function findDifferences(
  { pairs, removed }: AlignedRows,
  one: Grid,
  other: Grid,
  countAt: (row: number, otherRow: number) => number,
): Difference[] {
  const resultOf = new Map(pairs)
  const gone = new Set(removed)
  const out: Difference[] = []
  let open: { from: number; to: number; left: number; right: number; result: number } | undefined
  let last = 0
  for (let row = 0; row < one.rows; row++) {
    const otherRow = resultOf.get(row)
    last = otherRow ?? last
    const isDifferent = gone.has(row) || (otherRow !== undefined && countAt(row, otherRow) > chance * one.columns)
    if (!isDifferent) continue
    const [left, right] = otherRow === undefined ? [0, one.columns] : spanOf(one, row, other, otherRow)
    if (open === undefined || row - open.to > joining) {
      if (open !== undefined) out.push(differenceOf(open))
      open = { from: row, to: row, left, right, result: last }
    } else open = { ...open, to: row, left: Math.min(open.left, left), right: Math.max(open.right, right) }
  }
  if (open !== undefined) out.push(differenceOf(open))
  return out
}

function spanOf(one: Grid, row: number, other: Grid, otherRow: number): [number, number] {
  let [left, right] = [one.columns, 0]
  for (let column = 0; column < Math.min(one.columns, other.columns); column++) {
    if (!differs(one, row, other, otherRow, column)) continue
    left = Math.min(left, column)
    right = column + 1
  }
  return [left, right]
}

function differenceOf(open: { from: number; to: number; left: number; right: number; result: number }): Difference {
  const { from, to, left, right, result } = open
  return {
    x: left * cell,
    y: from * cell,
    width: (right - left) * cell,
    height: (to + 1 - from) * cell,
    resultY: result * cell,
  }
}
