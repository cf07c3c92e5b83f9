import { type ColumnContribution, addContribution, createContributions } from '../../web/index.ts'
import type { Box, Rows, Cell } from '../boxes/box.ts'
import { inPixels } from '../style/lengths.ts'
import type { Flow } from './flow.ts'
import { insetsOf, outerSize } from './sizes.ts'

/** Width demands of the columns of a table. In a table of fixed layout only the first row counts. */
export function columnContributions(flow: Flow, { computed, content }: Box): ColumnContribution[] {
  const { placed, columns } = gridOf(content as Rows)
  const isFixed = computed.isFixed && computed.width !== 'auto'
  const contributions = createContributions(columns)
  const gap = computed.collapses ? 0 : computed.spacing[0]
  for (const one of placed.toSorted((a, b) => a.across - b.across)) {
    if (isFixed && one.row > 0) continue
    const options = isFixed ? fixedContribution(one) : cellContribution(flow, one)
    if (one.across === 1) addContribution(contributions[one.column] as ColumnContribution, options)
    else distribute(contributions.slice(one.column, one.column + one.across), options, gap)
  }
  return contributions
}

function cellContribution(flow: Flow, { cell: { box } }: PlacedCell): ColumnContribution {
  const { computed } = box
  const insets = insetsOf(computed, 0)
  const inset = insets[1] + insets[3]
  const range = flow.contentRange(box)
  const [px, pct] = stated(box, inset)
  const min = Math.max(range.min + inset, outerSize(computed.minWidth, computed, inset) ?? 0)
  const desired = computed.whiteSpace === 'nowrap' ? Math.max(min, px ?? 0) : (px ?? range.max + inset)
  const maxWidth = outerSize(computed.maxWidth, computed, inset)
  const max = Math.max(min, px === undefined ? range.max + inset : desired)
  return { min, max: maxWidth === undefined ? max : Math.max(min, Math.min(maxWidth, max)), px, pct }
}

function fixedContribution({ cell: { box } }: PlacedCell): ColumnContribution {
  const insets = insetsOf(box.computed, 0)
  const [px, pct] = stated(box, insets[1] + insets[3])
  const inset = box.computed.isBorderBox ? 0 : insets[1] + insets[3]
  return { min: px ?? 0, max: px ?? 0, px, pct, inset }
}

function stated({ computed }: Box, inset: number): [px: number | undefined, pct: number | undefined] {
  const { width, size } = computed
  if (width !== 'auto' && 'pct' in width) return [undefined, width.pct]
  return [inPixels(width, size) === undefined ? undefined : outerSize(width, computed, inset), undefined]
}

/**
 * Distributes the demand of a spanning cell to the columns without a specified width, in proportion to their
 * preferred width.
 */
function distribute(columns: readonly ColumnContribution[], options: ColumnContribution, gap: number): void {
  const gaps = gap * (columns.length - 1)
  const free = columns.filter(({ px, pct }) => px === undefined && pct === undefined)
  const growable = free.length > 0 ? free : columns
  for (const key of ['min', 'max'] as const) {
    const have = columns.reduce((total, column) => total + column[key], 0) + gaps
    const missing = options[key] - have
    if (missing <= 0) continue
    const whole = growable.reduce((total, { max }) => total + max, 0)
    for (const column of growable) column[key] += whole > 0 ? (missing * column.max) / whole : missing / growable.length
  }
  for (const column of columns) column.max = Math.max(column.max, column.min)
  if (options.pct === undefined) return
  const left = options.pct - columns.reduce((total, { pct = 0 }) => total + pct, 0)
  const open = columns.filter(({ pct }) => pct === undefined)
  for (const column of open) if (left > 0) column.pct = left / open.length
}

export interface PlacedCell {
  cell: Cell
  row: number
  column: number
  across: number
  down: number
}

/** Places cells in the grid, with row spans (HTML, section 4.9.12). */
export function gridOf({ rows }: Rows): { placed: PlacedCell[]; columns: number } {
  const placed: PlacedCell[] = []
  const taken: boolean[][] = rows.map(() => [])
  let columns = 1
  for (const [row, { cells }] of rows.entries()) {
    let column = 0
    for (const cell of cells) {
      while (taken[row]?.[column] === true) column++
      const down = Math.min(cell.down, rows.length - row)
      for (let below = row; below < row + down; below++) {
        for (let beside = column; beside < column + cell.across; beside++) (taken[below] ?? [])[beside] = true
      }
      placed.push({ cell, row, column, across: cell.across, down })
      column += cell.across
      columns = Math.max(columns, column)
    }
  }
  return { placed, columns }
}
