import type { Scope } from '../../data/index.ts'
import type { Column } from '../../document/index.ts'
import { type ComputedStyle, blankStyle, layOver } from '../style/computed-style.ts'
import { insetWidth } from '../style/declarations.ts'
import { drawBlocks } from './cell.ts'
import { type ColumnSize, columnSizes } from './column-widths.ts'
import { handDown, handOn, styleOnce } from './inheritance.ts'
import { type Page, joinNames, layoutTable } from './page.ts'

export interface RowPlace {
  /** Room for the columns in px. */
  width: number
  around: ComputedStyle | undefined
  stack: 'stack' | 'reverse' | 'keep'
  /** The columns do not fill the row, so the cell around centres them. */
  isCentred?: boolean
}

/** A column as often as its loop and condition say, each with the data it sees. */
interface Standing {
  column: Column
  scope: Scope
}

/** Columns inside a block, with a cell of their own around them. */
export function drawNestedColumns(page: Page, columns: readonly Column[], place: RowPlace): string {
  if (isWhole(columns, page)) return drawColumnTable(page, columns[0] as Column, place)
  const cell = drawColumnsCell(page, columns, place, (declarations) => ` style="${declarations}"`)
  return `${layoutTable} width="100%"><tr>${cell}</tr></table>`
}

/** Whether the row is one column over its whole width, which needs no ghost table. */
export function isWhole(columns: readonly Column[], page: Page): boolean {
  const [only] = columns
  if (columns.length !== 1 || only === undefined || only.hide !== undefined || only.each !== undefined) return false
  if (only.when !== undefined && page.values.target === 'passthrough') return false
  return 'fr' in only.width || ('pct' in only.width && only.width.pct >= 100)
}

/** The one column of a row: a table of its blocks. */
export function drawColumnTable(
  page: Page,
  column: Column,
  { width, around }: { width: number; around: ComputedStyle | undefined },
): string {
  const draw = () => drawInner(page, column, { width, around, attributes: hooked(page, column) + page.mark(column) })
  return column.when === undefined && column.each === undefined ? draw() : page.values.around(column, { draw })
}

/**
 * The cell of a row of several columns, from `<td` to `</td>`; `attributes` and `css` are the row's own. No font size, so
 * that white space added on the way opens no gap between the columns.
 */
export function drawColumnsCell(page: Page, columns: readonly Column[], place: RowPlace, paint: RowPaint): string {
  const isCentred = !columns.some(({ width, hide }) => 'fr' in width && !hide?.desktop) && !fills(columns, place.width)
  const dir = place.stack === 'reverse' ? (page.dir === 'rtl' ? ' dir="ltr"' : ' dir="rtl"') : ''
  const inner =
    place.stack === 'keep' ? drawKept(page, columns, place) : drawStacking(page, columns, { ...place, isCentred })
  return `<td${dir}${paint(isCentred ? 'font-size:0;text-align:center' : 'font-size:0')}>${inner}</td>`
}

/** ` class="…" style="…"` of the row's cell, with the declarations given in it. */
export type RowPaint = (declarations: string) => string

function fills(columns: readonly Column[], width: number): boolean {
  const visible = columns.filter(({ hide }) => !hide?.desktop)
  return columnSizes(visible, width).reduce((sum, size) => sum + size.px, 0) >= width
}

function drawStacking(page: Page, columns: readonly Column[], place: RowPlace): string {
  const all = settle(page, columns)
  const sizes = shownSizes(all, place.width)
  const used = sizes.reduce((sum, size) => sum + size.px, 0)
  const align = commonAlign(columns)
  let shown = 0
  let cells = ''
  for (const standing of all) {
    const size = standing.column.hide?.desktop ? undefined : sizes[shown++]
    const cell = drawStanding(page, standing, { size: size ?? { px: place.width, percent: '100' }, place, align })
    // The source runs in the order of phones; on wide screens the cell around turns it back.
    cells = place.stack === 'reverse' ? cell + cells : cells + cell
  }
  if (!page.reachesOutlook) return cells
  const isBackwards = (place.stack === 'reverse') !== (page.dir === 'rtl')
  const dir = isBackwards ? ' dir="rtl"' : ''
  const centred = used < place.width ? ' align="center"' : ''
  return `<!--[if mso]>${layoutTable}${centred} width="${used}"${dir}><tr>${cells}</tr></table><![endif]-->`
}

/** What a column needs to know of its row. */
interface CellPlace {
  size: ColumnSize
  place: RowPlace
  align: 'top' | 'middle' | 'bottom'
}

function drawStanding(page: Page, { column, scope }: Standing, cell: CellPlace): string {
  const outer = page.values.scope
  page.values.scope = scope
  const draw = () => drawStackingCell(page, column, cell)
  const html = page.values.target === 'passthrough' ? page.values.around(column, { draw }) : draw()
  page.values.scope = outer
  return html
}

function drawStackingCell(page: Page, column: Column, { size, place, align }: CellPlace): string {
  const valign = column.align ?? align
  const draw = (before: string, classes: string) => {
    const dir = place.stack === 'reverse' ? ` dir="${page.dir}"` : ''
    const aligned = place.isCentred ? `;text-align:${page.start}` : ''
    const inner = drawInner(page, column, { width: size.px, around: place.around, attributes: '' })
    const names = joinNames(page.hooks(column), page.sheet.column(size.percent))
    return `<div${dir} class="${names}${classes}"${page.mark(column)} style="${before}vertical-align:${valign};width:100%${aligned}">${inner}</div>`
  }
  if (column.hide?.desktop) {
    if (column.hide.mobile) return ''
    const shown = page.sheet.mobile('display:inline-block!important')
    const hidden = page.phoneOnly(() => draw('display:none;', ` ${shown}`))
    return page.reachesOutlook ? `<![endif]-->${hidden}<!--[if mso]>` : hidden
  }
  const classes = column.hide?.mobile ? ` ${page.sheet.mobile('display:none!important')}` : ''
  const html = draw('display:inline-block;', classes)
  if (!page.reachesOutlook) return html
  return `<td width="${size.px}"${valign === 'middle' ? '' : ` valign="${valign}"`}><![endif]-->${html}<!--[if mso]></td>`
}

// Columns that stay side by side on phones are cells of a table, which every client understands.
function drawKept(page: Page, columns: readonly Column[], place: RowPlace): string {
  const all = settle(page, columns).filter(({ column }) => !column.hide?.desktop)
  const sizes = shownSizes(all, place.width)
  const align = commonAlign(columns)
  const widths = keptWidths(
    all.map(({ column }) => column),
    sizes,
  )
  let cells = ''
  for (const [index, { column, scope }] of all.entries()) {
    const size = sizes[index] ?? { px: place.width, percent: '100' }
    const outer = page.values.scope
    page.values.scope = scope
    const draw = () => {
      const hidden = column.hide?.mobile ? 'display:none!important' : ''
      // A width in px is that of the whole cell, as Word has it, and not of what is inside its padding.
      const css = 'px' in column.width && insetWidth(columnStyle(page, column)) > 0 ? 'box-sizing:border-box' : ''
      const parts = { width: size.px, around: place.around, mobile: hidden, css, classes: page.hooks(column) }
      const { paint, table } = drawParts(page, column, parts)
      const valign = column.align ?? align
      return `<td${widths[index] ?? ''} valign="${valign}"${page.mark(column)}${paint}>${table}</td>`
    }
    const html = page.values.target === 'passthrough' ? page.values.around(column, { draw }) : draw()
    page.values.scope = outer
    cells += html
  }
  return `${layoutTable} width="100%" style="table-layout:fixed"><tr>${cells}</tr></table>`
}

// Columns in px keep their width on phones; in a table of fixed layout those in percent then share what is left in
// proportion (CSS 2.1, 17.5.2.1, as browsers do it). Where everything had to give way, all stand in percent.
function keptWidths(columns: readonly Column[], sizes: readonly ColumnSize[]): string[] {
  const isExact = columns.every(({ width }, index) => !('px' in width) || sizes[index]?.px === width.px)
  return columns.map(({ width }, index) =>
    isExact && 'px' in width ? ` width="${width.px}"` : ` width="${sizes[index]?.percent ?? '100'}%"`,
  )
}

function shownSizes(all: readonly Standing[], width: number): ColumnSize[] {
  return columnSizes(
    all.filter(({ column }) => !column.hide?.desktop).map(({ column }) => column),
    width,
  )
}

// Beside a column that is aligned, one that says nothing goes along: text in the middle of a picture needs the picture,
// the taller one, to stand in the middle of the line too.
function commonAlign(columns: readonly Column[]): 'top' | 'middle' | 'bottom' {
  return columns.find(({ align }) => align !== undefined && align !== 'top')?.align ?? 'top'
}

/** The columns there are: loops unrolled, conditions decided. In passthrough the mailing system does that. */
function settle(page: Page, columns: readonly Column[]): Standing[] {
  const { values } = page
  const outer = values.scope
  if (values.target === 'passthrough') return columns.map((column) => ({ column, scope: outer }))
  return columns.flatMap((column) => {
    if (column.parts?.html === false || (column.hide?.desktop && column.hide.mobile)) return []
    const { each, when } = column
    if (each === undefined) return when === undefined || values.holds(when) ? [{ column, scope: outer }] : []
    const standing: Standing[] = []
    values.repeat(
      each,
      {
        draw: () => {
          standing.push({ column, scope: values.scope })
          return ''
        },
        orElse: () => {
          standing.push({ column: { ...column, blocks: each.else ?? [] }, scope: outer })
          return ''
        },
      },
      when,
    )
    return standing
  })
}

/** The table of a column's blocks, inside a second one when the column has a box of its own. */
function drawInner(
  page: Page,
  column: Column,
  { width, around, attributes }: { width: number; around: ComputedStyle | undefined; attributes: string },
): string {
  const draw = () => {
    const { paint, rows, table } = drawParts(page, column, { width, around, mobile: '', css: '', classes: '' })
    if (paint === '' && column.anchor === undefined) return `${layoutTable} width="100%"${attributes}>${rows}</table>`
    return `${layoutTable} width="100%"${attributes}><tr><td${paint}>${table}</td></tr></table>`
  }
  return page.once(column, draw, width, around)
}

/** What else the cell of a column has. */
interface CellParts {
  width: number
  around: ComputedStyle | undefined
  mobile: string
  css: string
  classes: string
}

function drawParts(
  page: Page,
  column: Column,
  { width, around, mobile, css, classes }: CellParts,
): { paint: string; rows: string; table: string } {
  const style = styleOnce(page, column, () => columnStyle(page, column))
  const handed = handOn(page, column, around, () => handDown(around, column))
  const place = { width: Math.max(1, width - insetWidth(style)), around: handed, drawColumns: drawNestedColumns }
  const image = page.backgroundOf(style)
  const draw = () =>
    page.paint(style, column.mobile, { box: true, cell: true, padding: 'padding', mobile, style: css, classes }, image)
  // The address of a picture may come from the data.
  const paint = image === undefined ? page.once(style, draw, width) : draw()
  const shape = page.shapeOf(style, image, width)
  const rows = page.inside(shape, () => drawBlocks(page, column.blocks, place))
  const table = `${page.landing(column)}${layoutTable} width="100%">${rows}</table>`
  return { paint, rows, table: shape.open === '' ? table : page.mso(shape.open) + table + page.mso(shape.close) }
}

function hooked(page: Page, column: Column): string {
  const hooks = page.hooks(column)
  return hooks === '' ? '' : ` class="${hooks}"`
}

function columnStyle(page: Page, column: Column): ComputedStyle {
  const style = blankStyle()
  if (column.classes !== undefined) for (const layer of page.classes(column)) layOver(style, layer)
  return layOver(style, column.style, column.dark)
}
