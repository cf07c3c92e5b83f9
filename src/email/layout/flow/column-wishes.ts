import type { Box, Rows } from '../boxes/box.ts'
import { inPixels } from '../style/lengths.ts'
import type { ColumnWish } from './column-shares.ts'
import type { Flow } from './flow.ts'
import { type Placed, gridOf } from './grid.ts'
import { insetsOf, outerSize } from './sizes.ts'

/** What the columns of a table ask for. In a table of fixed layout only the first row is heard. */
export function columnWishes(flow: Flow, { look, content }: Box): ColumnWish[] {
  const { placed, columns } = gridOf(content as Rows)
  const isFixed = look.isFixed && look.width !== 'auto'
  const wishes: ColumnWish[] = Array.from({ length: columns }, () => ({
    min: 0,
    max: 0,
    px: undefined,
    pct: undefined,
  }))
  const gap = look.collapses ? 0 : look.spacing[0]
  for (const one of placed.toSorted((a, b) => a.across - b.across)) {
    if (isFixed && one.row > 0) continue
    const wish = isFixed ? fixedWish(one) : cellWish(flow, one)
    if (one.across === 1) addWish(wishes[one.column] as ColumnWish, wish)
    else spread(wishes.slice(one.column, one.column + one.across), wish, gap)
  }
  return wishes
}

function cellWish(flow: Flow, { cell: { box } }: Placed): ColumnWish {
  const { look } = box
  const insets = insetsOf(look, 0)
  const inset = insets[1] + insets[3]
  const range = flow.contentRange(box)
  const [px, pct] = stated(box, inset)
  const min = Math.max(range.min + inset, outerSize(look.minWidth, look, inset) ?? 0)
  const wished = look.whiteSpace === 'nowrap' ? Math.max(min, px ?? 0) : (px ?? range.max + inset)
  const maxWidth = outerSize(look.maxWidth, look, inset)
  const max = Math.max(min, px === undefined ? range.max + inset : wished)
  return { min, max: maxWidth === undefined ? max : Math.max(min, Math.min(maxWidth, max)), px, pct }
}

function fixedWish({ cell: { box } }: Placed): ColumnWish {
  const insets = insetsOf(box.look, 0)
  const [px, pct] = stated(box, insets[1] + insets[3])
  const inset = box.look.isBorderBox ? 0 : insets[1] + insets[3]
  return { min: px ?? 0, max: px ?? 0, px, pct, inset }
}

function stated({ look }: Box, inset: number): [px: number | undefined, pct: number | undefined] {
  const { width, size } = look
  if (width !== 'auto' && 'pct' in width) return [undefined, width.pct]
  return [inPixels(width, size) === undefined ? undefined : outerSize(width, look, inset), undefined]
}

function addWish(column: ColumnWish, wish: ColumnWish): void {
  column.min = Math.max(column.min, wish.min)
  if (wish.px !== undefined) {
    // A stated width counts instead of what the content would like.
    column.max = column.px === undefined ? Math.max(wish.max, column.min) : Math.max(column.max, wish.max)
    column.px = Math.max(column.px ?? 0, wish.px)
  } else if (column.px === undefined) column.max = Math.max(column.max, wish.max)
  column.max = Math.max(column.max, column.min)
  if (wish.pct !== undefined) column.pct = Math.max(column.pct ?? 0, wish.pct)
  if (wish.inset !== undefined) column.inset = wish.inset
}

/** What a cell over several columns asks for beyond what they have goes to those that state nothing, by their width. */
function spread(columns: readonly ColumnWish[], wish: ColumnWish, gap: number): void {
  const gaps = gap * (columns.length - 1)
  const free = columns.filter(({ px, pct }) => px === undefined && pct === undefined)
  const takers = free.length > 0 ? free : columns
  for (const key of ['min', 'max'] as const) {
    const have = columns.reduce((total, column) => total + column[key], 0) + gaps
    const missing = wish[key] - have
    if (missing <= 0) continue
    const whole = takers.reduce((total, { max }) => total + max, 0)
    for (const column of takers) column[key] += whole > 0 ? (missing * column.max) / whole : missing / takers.length
  }
  for (const column of columns) column.max = Math.max(column.max, column.min)
  if (wish.pct === undefined) return
  const left = wish.pct - columns.reduce((total, { pct = 0 }) => total + pct, 0)
  const open = columns.filter(({ pct }) => pct === undefined)
  for (const column of open) if (left > 0) column.pct = left / open.length
}
