import type { Box, Row, Rows } from '../boxes/box.ts'
import { inPixels } from '../style/lengths.ts'
import { columnContributions, type PlacedCell, gridOf } from './column-contributions.ts'
import { distributeWidth, desiredWidth } from '../../web/index.ts'
import type { Flow } from './flow.ts'
import { type Content, type Fragment, type Range, noMargin, paintOf } from './fragment.ts'
import { insetsOf, outerSize } from './sizes.ts'

/** `width` is that of the table's content box. */
export function layoutRows(flow: Flow, table: Box, width: number): Content {
  const rows = table.content as Rows
  const [across, down] = gapsOf(table)
  const contributions = columnContributions(flow, table)
  const widths = distributeWidth(contributions, Math.max(0, width - across * (contributions.length + 1)))
  const { placed } = gridOf(rows)
  const widthOf = ({ column, across: count }: PlacedCell) =>
    widths.slice(column, column + count).reduce((sum, one) => sum + one, 0) + across * (count - 1)
  const cells = placed.map((one) => ({ ...one, fragment: flow.boxAt(one.cell.box, widthOf(one), width) }))
  const heights = rowHeights(rows.rows, cells, down)
  const tops = startsOf(heights, down)
  const columnOffsets = startsOf(widths, across)
  const whole = (columnOffsets.at(-1) ?? 0) + (widths.at(-1) ?? 0) + across
  const isTurned = table.computed.direction === 'rtl'
  const fragments: Fragment[] = []
  for (const [index, row] of rows.rows.entries())
    fragments.push(...rowFragment(row, tops[index], heights[index], whole))
  for (const cell of cells) {
    const left = columnOffsets[cell.column] ?? 0
    const x = isTurned ? whole - left - cell.fragment.width : left
    const spannedHeight =
      heights.slice(cell.row, cell.row + cell.down).reduce((sum, one) => sum + one, 0) + down * (cell.down - 1)
    fragments.push(stretch(cell, x, tops[cell.row] ?? 0, spannedHeight, heightsAbove(cells, cell)))
  }
  const height = (tops.at(-1) ?? 0) + (heights.at(-1) ?? 0) + (rows.rows.length > 0 ? down : 0)
  const firsts = fragments
    .map(({ y, first }) => (first === undefined ? undefined : y + first))
    .filter((at) => at !== undefined)
  const ends = firsts.length === 0 ? {} : { first: Math.min(...firsts), last: Math.max(...firsts) }
  return { fragments, height, before: noMargin, after: noMargin, isEmpty: false, ...ends }
}

/** Minimum and preferred width of the content box. */
export function rowsRange(flow: Flow, table: Box): Range {
  const contributions = columnContributions(flow, table)
  const gaps = gapsOf(table)[0] * (contributions.length + 1)
  const min = contributions.reduce((sum, options) => sum + options.min, 0) + gaps
  return { min, max: Math.max(min, desiredWidth(contributions) + gaps) }
}

type LaidCell = PlacedCell & { fragment: Fragment }

function gapsOf({ computed }: Box): readonly [across: number, down: number] {
  return computed.collapses ? [0, 0] : computed.spacing
}

function rowHeights(rows: readonly Row[], cells: readonly LaidCell[], gap: number): number[] {
  const heights = rows.map(({ computed }) => inPixels(computed.height, computed.size) ?? 0)
  const baselines = rows.map((_, row) => baselineOf(cells, row))
  for (const { row, down, fragment, cell } of cells) {
    if (down > 1) continue
    const lowered = cell.box.computed.valign === 'baseline' ? (baselines[row] ?? 0) - (fragment.first ?? 0) : 0
    const minHeight = statedHeight(cell.box, fragment.width)
    heights[row] = Math.max(heights[row] ?? 0, minHeight, fragment.height + Math.max(0, lowered))
  }
  for (const { row, down, fragment, cell } of cells) {
    if (down === 1) continue
    const have = heights.slice(row, row + down).reduce((sum, one) => sum + one, 0) + gap * (down - 1)
    const last = row + down - 1
    const minHeight = Math.max(fragment.height, statedHeight(cell.box, fragment.width))
    if (minHeight > have) heights[last] = (heights[last] ?? 0) + minHeight - have
  }
  return heights
}

/** Border-box height that the style specifies, px; a minimum, because cells grow with their content. */
function statedHeight({ computed }: Box, width: number): number {
  const [top, , bottom] = insetsOf(computed, width)
  const inset = top + bottom
  return Math.max(outerSize(computed.height, computed, inset) ?? 0, outerSize(computed.minHeight, computed, inset) ?? 0)
}

function baselineOf(cells: readonly LaidCell[], row: number): number {
  const aligned = cells.filter((one) => one.row === row && one.cell.box.computed.valign === 'baseline')
  return Math.max(0, ...aligned.map(({ fragment }) => fragment.first ?? 0))
}

function heightsAbove(cells: readonly LaidCell[], { row, cell, fragment }: LaidCell): number {
  return cell.box.computed.valign === 'baseline' ? baselineOf(cells, row) - (fragment.first ?? 0) : 0
}

function startsOf(sizes: readonly number[], gap: number): number[] {
  let at = gap
  return sizes.map((size) => {
    const start = at
    at += size + gap
    return start
  })
}

function rowFragment({ computed }: Row, y = 0, height = 0, width = 0): Fragment[] {
  const { background, gradients, image } = computed
  if (background === undefined && image === undefined && gradients === undefined) return []
  return [{ x: 0, y, width, height, children: [], box: paintOf({ ...computed, border: noBorder }, width, height) }]
}

const none = { width: 0, style: 'none', color: '#00000000' } as const
const noBorder = [none, none, none, none] as const

// A cell has the height of its row; vertical-align moves its content down.
function stretch({ cell, fragment }: LaidCell, x: number, y: number, height: number, lowered: number): Fragment {
  const { valign } = cell.box.computed
  const free = height - fragment.height
  const shift = valign === 'middle' ? free / 2 : valign === 'bottom' ? free : valign === 'baseline' ? lowered : 0
  const children = shift === 0 ? fragment.children : fragment.children.map((one) => ({ ...one, y: one.y + shift }))
  const moved = fragment.first === undefined ? {} : { first: fragment.first + shift }
  return { ...fragment, ...moved, x, y, height, children, box: paintOf(cell.box.computed, fragment.width, height) }
}
