import type { Anchor } from './anchors.ts'
import { cell } from './grid.ts'

export interface AlignedRows {
  /** Rows of the source with the row of the result that shows the same, ascending. */
  pairs: [number, number][]
  /** Rows of the source that the result has not. */
  removed: number[]
}

/**
 * Pairs the rows of two grids. The distance between two anchors may differ; the rows that only one of the pages has are then
 * where the rest differs least. `countAt` counts the cells that differ between two rows.
 */
export function alignRows(
  rows: number,
  otherRows: number,
  anchors: readonly Anchor[],
  countAt: (row: number, otherRow: number) => number,
): AlignedRows {
  const out: AlignedRows = { pairs: [], removed: [] }
  let [from, otherFrom] = [0, 0]
  for (const { source, result } of [...anchors, { source: rows * cell, result: otherRows * cell }]) {
    const [to, otherTo] = [Math.min(rows, Math.round(source / cell)), Math.min(otherRows, Math.round(result / cell))]
    if (to < from || otherTo < otherFrom) continue
    pairSpan(out, [from, to], [otherFrom, otherTo], countAt)
    from = to
    otherFrom = otherTo
  }
  return out
}

/** Pairs rows from the top and from the bottom of two spans; what is over in the longer is in the middle. */
function pairSpan(
  out: AlignedRows,
  [from, to]: [number, number],
  [otherFrom, otherTo]: [number, number],
  countAt: (row: number, otherRow: number) => number,
): void {
  const [height, otherHeight] = [to - from, otherTo - otherFrom]
  const both = Math.min(height, otherHeight)
  const split = height === otherHeight ? both : bestSplit(both, [to, otherTo], [from, otherFrom], countAt)
  for (let index = 0; index < both; index++) {
    const isAbove = index < split
    out.pairs.push([isAbove ? from + index : to - both + index, isAbove ? otherFrom + index : otherTo - both + index])
  }
  for (let row = from + split; row < to - (both - split); row++) out.removed.push(row)
}

/** How many of the pairs are counted from the top, so that the fewest cells differ. */
function bestSplit(
  both: number,
  [to, otherTo]: [number, number],
  [from, otherFrom]: [number, number],
  countAt: (row: number, otherRow: number) => number,
): number {
  let cost = 0
  for (let index = 0; index < both; index++) cost += countAt(to - both + index, otherTo - both + index)
  let [best, least] = [0, cost]
  for (let index = 0; index < both; index++) {
    cost += countAt(from + index, otherFrom + index) - countAt(to - both + index, otherTo - both + index)
    if (cost > least) continue
    least = cost
    best = index + 1
  }
  return best
}
