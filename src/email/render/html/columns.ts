import type { Column } from '../../document/index.ts'
import { type ComputedStyle, blankStyle, assignLayer } from '../style/computed-style.ts'
import { insetWidth } from '../style/declarations.ts'
import { inOnePiece } from '../style/one-piece.ts'
import { type CellContext as BlockPlace, renderBlocks } from './cell.ts'
import { type ColumnSize, columnSizes, filledWidth } from './column-widths.ts'
import { inheritTextStyle, cachedInheritance, styleOnce } from './inheritance.ts'
import { type InlineColumns, renderStanding, unrollColumns } from './inline-columns.ts'
import { fullCell, fullTable, layoutTable, openTable } from './frame.ts'
import { type Page, type RowContext as Place, anywhere, joinNames } from './page.ts'

export interface RowPlace extends Place {
  stack: 'stack' | 'reverse' | 'keep'
  /** The columns do not fill the row, so the surrounding cell centers them. */
  isCentered: boolean
}

/** Columns inside a block, in a cell of their own. */
function renderNestedColumns(page: Page, columns: readonly Column[], place: Omit<RowPlace, 'isCentered'>): string {
  if (isSingleFullWidth(columns, page)) return renderColumnTable(page, columns[0] as Column, place.width, place.around)
  const row = { ...place, isCentered: isCentered(columns, place.width) }
  const inner = renderColumns(page, columns, row)
  return `${fullCell}${direction(page, row.stack)} style="${cellStyle(row)}">${inner}</td></tr></table>`
}

/** True for a single column of full width, which needs no ghost table. */
export function isSingleFullWidth(columns: readonly Column[], page: Page): boolean {
  const [only] = columns
  if (columns.length !== 1 || only === undefined || only.hide !== undefined || only.each !== undefined) return false
  if (only.when !== undefined && page.values.target === 'passthrough') return false
  return 'fr' in only.width || ('pct' in only.width && only.width.pct >= 100)
}

/** The single column of a row: a table of its blocks. */
export function renderColumnTable(
  page: Page,
  column: Column,
  width: number,
  around: ComputedStyle | undefined,
): string {
  if (column.when !== undefined || column.each !== undefined) return renderTimes(page, column, width, around)
  return renderMarked(page, column, width, around)
}

function renderTimes(page: Page, column: Column, width: number, around: ComputedStyle | undefined): string {
  return page.values.around(column, { render: () => renderMarked(page, column, width, around) })
}

function renderMarked(page: Page, column: Column, width: number, around: ComputedStyle | undefined): string {
  const attributes = hooked(page, column) + page.mark(column)
  return page.once(renderInner, column, { width, around, renderColumns: renderNestedColumns, attributes })
}

export function renderColumns(page: Page, columns: readonly Column[], place: RowPlace): string {
  return place.stack === 'keep' ? renderUnstacked(page, columns, place) : renderStacking(page, columns, place)
}

/** ` dir="…"` of the cell: with `reverse` the source is in the order of phones. */
export function direction(page: Page, stack: RowPlace['stack']): string {
  if (stack !== 'reverse') return ''
  return page.dir === 'rtl' ? ' dir="ltr"' : ' dir="rtl"'
}

/**
 * Declarations of the cell: font size 0, so that white space that is inserted in transit opens no gap between the
 * columns.
 */
export function cellStyle({ isCentered }: RowPlace): string {
  return isCentered ? 'font-size:0;text-align:center' : 'font-size:0'
}

/** True if the columns do not fill their row and are centered by the surrounding cell. */
export function isCentered(columns: readonly Column[], width: number): boolean {
  for (const column of columns) if ('fr' in column.width && !column.hide?.desktop) return false
  return !fills(columns, width)
}

function fills(columns: readonly Column[], width: number): boolean {
  const visible = columns.filter(({ hide }) => !hide?.desktop)
  return filledWidth(visible, width) >= width
}

function renderStacking(page: Page, columns: readonly Column[], place: RowPlace): string {
  const all = unrollColumns(page, columns)
  const sizes = shownSizes(all, place.width)
  const used = totalWidth(sizes)
  const align = commonAlign(columns)
  let shown = 0
  let cells = ''
  for (const standing of all) {
    const size = standing.column.hide?.desktop ? undefined : sizes[shown++]
    const at = { size: size ?? { px: place.width, percent: '100' }, place, align }
    const cell = renderStanding(page, standing, renderStackingCell, at)
    // With `reverse` the source is in the order of phones; `dir` of the surrounding cell reverses it on wide screens.
    cells = place.stack === 'reverse' ? cell + cells : cells + cell
  }
  if (!page.reachesOutlook) return cells
  const isBackwards = (place.stack === 'reverse') !== (page.dir === 'rtl')
  const open = used < place.width ? openCenteredRow : openRow
  return `${open}${used}${isBackwards ? '" dir="rtl"><tr>' : '"><tr>'}${cells}</tr></table><![endif]-->`
}

// Up to the value of `width`, px.
const openRow = inOnePiece(`<!--[if mso]>${layoutTable} width="`)
const openCenteredRow = inOnePiece(`<!--[if mso]>${layoutTable} align="center" width="`)

interface CellPlace {
  size: ColumnSize
  place: RowPlace
  align: 'top' | 'middle' | 'bottom'
}

function renderStackingCell(page: Page, column: Column, at: CellPlace): string {
  const { hide } = column
  if (hide?.desktop) return hide.mobile ? '' : renderForPhones(page, column, at)
  const classes = hide?.mobile ? ` ${page.sheet.mobile('display:none!important')}` : ''
  const html = renderDiv(page, column, at, 'inline-block', classes)
  if (!page.reachesOutlook) return html
  return `<td width="${at.size.px}${openings[column.align ?? at.align]}${html}<!--[if mso]></td>`
}

// Markup between the width of Outlook's cell and its content; Word's default alignment is middle.
const openings = {
  top: '" valign="top"><![endif]-->',
  middle: '"><![endif]-->',
  bottom: '" valign="bottom"><![endif]-->',
} as const

function renderForPhones(page: Page, column: Column, at: CellPlace): string {
  const classes = ` ${page.sheet.mobile('display:inline-block!important')}`
  const hidden = page.phoneOnly(() => renderDiv(page, column, at, 'none', classes))
  return page.reachesOutlook ? `<![endif]-->${hidden}<!--[if mso]>` : hidden
}

function renderDiv(
  page: Page,
  column: Column,
  { size, place, align }: CellPlace,
  display: 'inline-block' | 'none',
  classes: string,
): string {
  const open = place.stack === 'reverse' ? `<div dir="${page.dir}" class="` : '<div class="'
  const available = { width: size.px, around: place.around, renderColumns: renderNestedColumns, attributes: '' }
  const inner = page.once(renderInner, column, available)
  const names = joinNames(page.hooks(column), page.sheet.column(size.percent))
  const before = open + (classes === '' ? names : names + classes)
  const mark = page.mark(column)
  const valign = column.align ?? align
  // Fast path for most columns.
  if (mark === '' && display === 'inline-block' && valign === 'top' && !place.isCentered) {
    return `${before}" style="display:inline-block;vertical-align:top;width:100%">${inner}</div>`
  }
  const aligned = place.isCentered ? `;width:100%;text-align:${page.start}">` : ';width:100%">'
  return `${before}"${mark} style="display:${display};vertical-align:${valign}${aligned}${inner}</div>`
}

// Columns that stay side by side on phones are table cells, which every client supports.
function renderUnstacked(page: Page, columns: readonly Column[], place: RowPlace): string {
  const all = unrollColumns(page, columns).filter(({ column }) => !column.hide?.desktop)
  const sizes = shownSizes(all, place.width)
  const align = commonAlign(columns)
  const widths = unstackedWidths(
    all.map(({ column }) => column),
    sizes,
  )
  let cells = ''
  for (const [index, standing] of all.entries()) {
    const px = sizes[index]?.px ?? place.width
    cells += renderStanding(page, standing, renderUnstackedCell, { px, width: widths[index] ?? '', place, align })
  }
  return `${fullTable} style="table-layout:fixed"><tr>${cells}</tr></table>`
}

interface UnstackedCell {
  px: number
  /** The `width` attribute. */
  width: string
  place: RowPlace
  align: 'top' | 'middle' | 'bottom'
}

function renderUnstackedCell(page: Page, column: Column, { px, width, place, align }: UnstackedCell): string {
  const mobile = column.hide?.mobile ? 'display:none!important' : ''
  // A width in px includes padding, as in Word.
  const css = 'px' in column.width && insetWidth(columnStyle(page, column)) > 0 ? 'box-sizing:border-box' : ''
  const partOptions = { width: px, around: place.around, mobile, css, classes: page.hooks(column) }
  const parts = renderParts(page, column, partOptions)
  return `<td${width} valign="${column.align ?? align}"${page.mark(column)}${parts.paint}>${tableOf(parts)}</td>`
}

// Columns in px keep their width on phones; in a table of fixed layout, columns in percent then share the rest in
// proportion (CSS 2.1, 17.5.2.1, as browsers implement it). If columns were scaled down, all are in percent.
function unstackedWidths(columns: readonly Column[], sizes: readonly ColumnSize[]): string[] {
  const isExact = columns.every(({ width }, index) => !('px' in width) || sizes[index]?.px === width.px)
  return columns.map(({ width }, index) =>
    isExact && 'px' in width ? ` width="${width.px}"` : ` width="${sizes[index]?.percent ?? '100'}%"`,
  )
}

function shownSizes(all: readonly InlineColumns[], width: number): ColumnSize[] {
  const shown: Column[] = []
  for (const { column } of all) if (!column.hide?.desktop) shown.push(column)
  return columnSizes(shown, width)
}

function totalWidth(sizes: readonly ColumnSize[]): number {
  let total = 0
  for (const { px } of sizes) total += px
  return total
}

// A column without an alignment adopts that of an aligned sibling: for text in the middle of an image, the image,
// which is taller, must be aligned to the middle too.
function commonAlign(columns: readonly Column[]): 'top' | 'middle' | 'bottom' {
  for (const { align } of columns) if (align !== undefined && align !== 'top') return align
  return 'top'
}

/** Context of a column's blocks, and the attributes of their table. */
interface TablePlace extends BlockPlace {
  attributes: string
}

/** The table of a column's blocks, nested in a second one if the column has a box of its own. */
function renderInner(page: Page, column: Column, place: TablePlace): string {
  const { width, around, attributes } = place
  const open = attributes === '' ? openTable : `${fullTable}${attributes}>`
  if (isBare(column)) return `${open}${renderBlocks(page, column.blocks, place)}</table>`
  const parts = renderParts(page, column, { width, around, mobile: '', css: '', classes: '' })
  if (parts.paint === '' && column.anchor === undefined) return `${open}${parts.rows}</table>`
  return `${open}<tr><td${parts.paint}>${tableOf(parts)}</td></tr></table>`
}

// True for a column without styles or attributes of its own, as most are.
function isBare({ anchor, classes, dark, mobile, style }: Column): boolean {
  return (
    style === undefined && mobile === undefined && dark === undefined && classes === undefined && anchor === undefined
  )
}

interface ColumnParts {
  paint: string
  rows: string
  before: string
  after: string
}

function tableOf({ before, rows, after }: ColumnParts): string {
  return before === '' ? `${openTable}${rows}</table>` : `${before}${openTable}${rows}</table>${after}`
}

interface CellParts extends Place {
  mobile: string
  css: string
  classes: string
}

function renderParts(page: Page, column: Column, { width, around, mobile, css, classes }: CellParts): ColumnParts {
  const style = styleOnce(columnStyle, page, column, anywhere)
  const inherited = cachedInheritance(inheritTextStyle, page, column, around)
  const place = { width: Math.max(1, width - insetWidth(style)), around: inherited, renderColumns: renderNestedColumns }
  const image = page.backgroundOf(style)
  const paintOptions = { box: true, cell: true, padding: 'padding', mobile, style: css, classes } as const
  const paint = page.paintOnce(style, column.mobile, paintOptions, image)
  const shape = page.shapeOf(style, image, width)
  page.enter(shape)
  const rows = renderBlocks(page, column.blocks, place)
  page.leave(shape)
  const landing = page.landing(column)
  if (shape.open === '') return { paint, rows, before: landing, after: '' }
  return { paint, rows, before: page.mso(shape.open) + landing, after: page.mso(shape.close) }
}

function hooked(page: Page, column: Column): string {
  const hooks = page.hooks(column)
  return hooks === '' ? '' : ` class="${hooks}"`
}

function columnStyle(page: Page, column: Column): ComputedStyle {
  const style = blankStyle()
  if (column.classes !== undefined) for (const layer of page.classes(column)) assignLayer(style, layer)
  return assignLayer(style, column.style, column.dark)
}
