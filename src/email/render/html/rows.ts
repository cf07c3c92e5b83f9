import {
  type Block,
  type Column,
  type DarkStyle,
  type Group,
  type ModuleUse,
  type NodeBase,
  type Row,
  type Section,
  type Style,
  instanceOf,
} from '../../document/index.ts'
import { type ComputedStyle, blankStyle, assignLayer } from '../style/computed-style.ts'
import { insetWidth } from '../style/declarations.ts'
import { escapeText } from '../values/escape.ts'
import type { Shape } from './background.ts'
import { cellStyle, direction, renderColumnTable, renderColumns, isCentered, isSingleFullWidth } from './columns.ts'
import { inheritTextStyle, cachedInheritance, styleOnce } from './inheritance.ts'
import { fullCell, fullTable } from './frame.ts'
import { type Page, type RowContext as Place, joinNames } from './page.ts'

/** Width, inherited text style, and whether the row is in a group. */
export interface RowWidth extends Place {
  isInGroup: boolean
}

/** A section or group. Applies its loop and its condition. */
export function renderRow(page: Page, row: Row, available: RowWidth): string {
  if (row.parts?.html === false) return ''
  if (row.type === 'module') return renderMissing(page, row)
  if (row.when !== undefined || row.each !== undefined) return renderTimes(page, row, available)
  const { values } = page
  const outer = values.nodeId
  values.nodeId = row.id
  const rendered = page.once(renderOnce, row, available, available.isInGroup ? 1 : 0)
  values.nodeId = outer
  return rendered
}

function renderOnce(page: Page, row: Section | Group, available: RowWidth): string {
  const rendered = page.grow(page.meter.size, renderVisible(page, row, available))
  return available.isInGroup ? rendered : page.values.region(row, rendered)
}

function renderTimes(page: Page, row: Section | Group, available: RowWidth): string {
  const render = () => page.once(renderOnce, row, available, available.isInGroup ? 1 : 0)
  const otherwise = row.each?.else
  const rendering =
    otherwise === undefined
      ? { render }
      : { render, orElse: () => renderWithBand(page, around(row, otherwise), available, noHide) }
  return page.values.around(row, rendering)
}

// Empty in the email; the editor shows a placeholder.
function renderMissing(page: Page, { id, name, ref, type }: ModuleUse): string {
  const { warnings } = page.values
  if (!warnings.isAbout(id)) {
    warnings.add('MODULE_NOT_EXPANDED', `Module ${ref.id} was not expanded before rendering.`, id)
  }
  if (!page.isEditor) return ''
  const marker = page.mark({ id: instanceOf(id), type })
  return `<div${marker} style="padding:12px;border:1px dashed #8c959f;font-family:Arial,sans-serif;font-size:13px;color:#57606a">${escapeText(name ?? ref.id)}</div>`
}

interface Hiding {
  /** Class of visibility on phones, with a leading space. */
  classes: string
  css: string
}

const noHide: Hiding = { classes: '', css: '' }

// Parts of the style that the cell of a box renders.
const boxCell = { box: true, cell: true, padding: 'padding' } as const

function renderVisible(page: Page, row: Section | Group, available: RowWidth): string {
  const hooks = page.hooks(row)
  if (row.hide === undefined)
    return renderWithBand(page, row, available, hooks === '' ? noHide : { classes: hooks, css: '' })
  const { desktop, mobile } = row.hide
  if (desktop && mobile) return ''
  if (mobile) {
    return renderWithBand(page, row, available, {
      classes: joinNames(hooks, page.sheet.mobile('display:none!important')),
      css: '',
    })
  }
  if (!desktop) return renderWithBand(page, row, available, hooks === '' ? noHide : { classes: hooks, css: '' })
  // A band is a table; with display block it would shrink to its content.
  const shown = row.band !== undefined && hasBox(row.band) ? 'table' : 'block'
  const classes = joinNames(hooks, page.sheet.mobile(`display:${shown}!important`))
  return renderForPhones(page, row, available, { classes, css: 'display:none;' })
}

function renderForPhones(page: Page, row: Section | Group, available: RowWidth, hiding: Hiding): string {
  return page.phoneOnly(() => renderWithBand(page, row, available, hiding))
}

// Blocks that replace an empty loop keep the box of the row.
function around(row: Section | Group, blocks: Block[]): Section {
  const column: Column = { id: `${row.id}-else`, type: 'column', width: { fr: 1 }, blocks }
  const { each: _each, when: _when, ...rest } = row
  return row.type === 'section'
    ? { ...(rest as Section), columns: [column] }
    : { id: row.id, type: 'section', stack: 'stack', columns: [column], ...(row.style && { box: row.style }) }
}

/**
 * Content of a band has the width of the window. A section without a band has the visibility class and the marker
 * itself.
 */
interface SectionContext {
  hiding: Hiding
  isMarked: boolean
}

function renderGroup(page: Page, group: Group, available: RowWidth, standing: SectionContext): string {
  const style = layered(page, group, group.style)
  const width = Math.max(1, available.width - insetWidth(style))
  const inner = { width, around: cachedInheritance(groupText, page, group, available.around), isInGroup: true }
  const image = page.backgroundOf(style)
  const vml = page.shapeOf(style, image, available.width)
  page.enter(vml)
  let rows = ''
  for (const row of group.rows) rows += renderRow(page, row, inner)
  page.leave(vml)
  const paint = page.paint(style, group.mobile, boxCell, image)
  return frame(page, group, available.width, inCell(rows, paint), vml, standing)
}

function groupText(around: ComputedStyle | undefined, group: Group): ComputedStyle | undefined {
  return inheritTextStyle(group.band === undefined ? around : inheritTextStyle(around, { style: group.band }), group)
}

// Surrounds the row with its full-width band, if any.
function renderWithBand(page: Page, row: Section | Group, available: RowWidth, hiding: Hiding): string {
  const { band } = row
  if (band !== undefined && hasBox(band)) return renderBand(page, row, band, { available, hiding })
  return renderContent(page, row, available, { hiding, isMarked: true })
}

function renderContent(page: Page, row: Section | Group, available: RowWidth, standing: SectionContext): string {
  return row.type === 'group' ? renderGroup(page, row, available, standing) : renderBox(page, row, available, standing)
}

function renderBand(
  page: Page,
  row: Section | Group,
  band: Style,
  { available, hiding }: { available: RowWidth; hiding: Hiding },
): string {
  // The marker belongs to the outermost element, so it is requested before nested content can use it.
  const mark = page.mark(row)
  const style = styleOnce(bandStyle, page, band, { around: undefined, dark: bandDark(row) })
  const image = page.backgroundOf(style)
  const vml = page.shapeOf(style, image)
  page.enter(vml)
  const html = renderContent(page, row, available, { hiding: noHide, isMarked: false })
  page.leave(vml)
  const classes = hiding.classes === '' ? '' : ` class="${hiding.classes}"`
  const css = hiding.css === '' ? '' : ` style="${hiding.css}"`
  const open = vml.open === '' ? '' : page.mso(vml.open)
  const close = vml.close === '' ? '' : page.mso(vml.close)
  const paint = page.paintOnce(style, undefined, boxCell, image)
  return `${fullTable}${classes}${mark}${css}><tr><td${paint}>${page.landing(row)}${open}${html}${close}</td></tr></table>`
}

function bandStyle(_page: Page, band: Style, { dark }: { dark: DarkStyle | undefined }): ComputedStyle {
  return assignLayer(blankStyle(), band, dark)
}

function bandDark(row: Section | Group): DarkStyle | undefined {
  return row.type === 'section' && bearsDark(row) ? row.dark : undefined
}

// The box of content width.
function renderBox(page: Page, section: Section, available: RowWidth, standing: SectionContext): string {
  const { columns, mobile, stack } = section
  const box = styleOnce(boxOf, page, section, available)
  const width = Math.max(1, available.width - insetWidth(box))
  const around = cachedInheritance(textAround, page, section, available.around)
  const image = page.backgroundOf(box)
  const vml = page.shapeOf(box, image, available.width)
  page.enter(vml)
  let content: string
  if (isSingleFullWidth(columns, page)) {
    const table = renderColumnTable(page, columns[0] as Column, width, around)
    content = inCell(table, page.paintOnce(box, mobile, boxCell, image))
  } else {
    const place = { width, around, stack, isCentered: isCentered(columns, width) }
    const inner = renderColumns(page, columns, place)
    const paintOptions = { ...boxCell, style: cellStyle(place) }
    content = `${fullCell}${direction(page, stack)}${page.paintOnce(box, mobile, paintOptions, image)}>${inner}</td></tr></table>`
  }
  page.leave(vml)
  return frame(page, section, available.width, content, vml, standing)
}

function inCell(content: string, paint: string): string {
  return paint === '' ? content : `${fullCell}${paint}>${content}</td></tr></table>`
}

// Word does not support max-width: a fixed-width table replaces the div there.
function frame(
  page: Page,
  node: NodeBase,
  width: number,
  content: string,
  vml: Shape,
  { hiding, isMarked }: SectionContext,
): string {
  const { css, table, whole } = page.frameOf(width)
  const mark = isMarked ? page.mark(node) : ''
  const landing = isMarked ? page.landing(node) : ''
  const phone = page.phoneFrame()
  const isBare = hiding === noHide && mark === '' && landing === '' && vml.open === '' && phone === ''
  if (isBare && page.reachesOutlook) return `${whole}${content}</div><!--[if mso]></td></tr></table><![endif]-->`
  const names = joinNames(hiding.classes, phone)
  const classes = names === '' ? '' : ` class="${names}"`
  const div = `<div${classes}${mark} style="${hiding.css}${css}">${landing}${content}</div>`
  if (!page.reachesOutlook) return div
  return `<!--[if mso]>${table}${vml.open}<![endif]-->${div}<!--[if mso]>${vml.close}</td></tr></table><![endif]-->`
}

/** The computed style of the box of content width. */
export function boxOf(page: Page, section: Section, { isInGroup }: Pick<RowWidth, 'isInGroup'>): ComputedStyle {
  const { contentBackground, dark } = page.document.body
  const style = blankStyle()
  // The box background would cover that of the band.
  const isCovered = section.band?.background !== undefined || section.band?.backgroundImage !== undefined
  if (contentBackground !== undefined && !isInGroup && !isCovered) {
    style.background = contentBackground
    style.darkBackground = dark?.contentBackground
  }
  if (section.classes !== undefined) for (const layer of page.classes(section)) assignLayer(style, layer)
  return assignLayer(style, section.box, bearsDark(section) ? undefined : section.dark)
}

/** True if a section's dark background applies to the band: when only the band has a background. */
function bearsDark({ band, box }: Section): boolean {
  return band?.background !== undefined && box?.background === undefined
}

/** Text style that the section's content inherits. The mobile text style of the section comes last, with the box. */
export function textAround(around: ComputedStyle | undefined, section: Section): ComputedStyle | undefined {
  const { band, box, dark, mobile } = section
  const outer = band === undefined ? around : inheritTextStyle(around, { style: band })
  if (box === undefined && dark === undefined && mobile === undefined) return outer
  return inheritTextStyle(outer, { style: box, dark, mobile })
}

/** Computed style of a node after its classes. */
export function layered(page: Page, node: NodeBase, style: Style | undefined): ComputedStyle {
  const out = blankStyle()
  if (node.classes !== undefined) for (const layer of page.classes(node)) assignLayer(out, layer)
  return assignLayer(out, style, node.dark)
}

/** True if the band has a visible style. */
export function hasBox({ background, backgroundImage, border, padding, radius }: Style): boolean {
  return (
    background !== undefined ||
    backgroundImage !== undefined ||
    border !== undefined ||
    radius !== undefined ||
    (padding !== undefined && padding.some((side) => side !== 0))
  )
}
