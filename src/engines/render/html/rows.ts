import {
  type Block,
  type Column,
  type Group,
  type ModuleUse,
  type NodeBase,
  type Row,
  type Section,
  type Style,
  instanceOf,
} from '../../document/index.ts'
import { type ComputedStyle, blankStyle, layOver } from '../style/computed-style.ts'
import { insetWidth } from '../style/declarations.ts'
import { escapeText } from '../values/escape.ts'
import { vmlBackground } from './background.ts'
import { handDown, handOn, styleOnce } from './cell.ts'
import { drawColumnTable, drawColumnsCell, isWhole } from './columns.ts'
import { type Page, layoutTable } from './page.ts'

/** Where a row stands: the room, the text it takes over, and whether a group is around it. */
export interface RowRoom {
  width: number
  around: ComputedStyle | undefined
  isInGroup: boolean
}

/** A row of the email: section or group, as often as its loop and condition say. */
export function drawRow(page: Page, row: Row, room: RowRoom): string {
  if (row.parts?.html === false) return ''
  if (row.type === 'module') return drawMissing(page, row)
  const drawFresh = () => page.grow(drawVisible(page, row, room))
  const draw = () => page.once(row, drawFresh, room.width, room.around, room.isInGroup ? 1 : 0)
  const otherwise = row.each?.else
  const drawing =
    otherwise === undefined ? { draw } : { draw, orElse: () => drawSection(page, around(row, otherwise), room, noHide) }
  return page.values.around(row, drawing)
}

// Readers of the email see nothing of it; the editor shows that something is there.
function drawMissing(page: Page, { id, name, ref, type }: ModuleUse): string {
  const { warnings } = page.values
  if (!warnings.isAbout(id)) {
    warnings.add('MODULE_NOT_EXPANDED', `Module ${ref.id} was not put in before rendering.`, id)
  }
  if (!page.isEditor) return ''
  const marker = page.mark({ id: instanceOf(id), type })
  return `<div${marker} style="padding:12px;border:1px dashed #8c959f;font-family:Arial,sans-serif;font-size:13px;color:#57606a">${escapeText(name ?? ref.id)}</div>`
}

interface Hiding {
  /** Class that shows or hides on phones, with a space before it. */
  classes: string
  css: string
}

const noHide: Hiding = { classes: '', css: '' }

function drawVisible(page: Page, row: Section | Group, room: RowRoom): string {
  const { desktop, mobile } = row.hide ?? {}
  const draw = (hiding: Hiding) =>
    row.type === 'group' ? drawGroup(page, row, room, hiding) : drawSection(page, row, room, hiding)
  if (desktop && mobile) return ''
  if (mobile) return draw({ classes: page.sheet.mobile('display:none!important'), css: '' })
  if (!desktop) return draw(noHide)
  const classes = page.sheet.mobile('display:block!important')
  return page.phoneOnly(() => draw({ classes, css: 'display:none;' }))
}

// Blocks drawn instead of a loop without items keep the box of what they stand for.
function around(row: Section | Group, blocks: Block[]): Section {
  const column: Column = { id: `${row.id}-else`, type: 'column', width: { fr: 1 }, blocks }
  const { each: _each, when: _when, ...rest } = row
  return row.type === 'section'
    ? { ...(rest as Section), columns: [column] }
    : { id: row.id, type: 'section', stack: 'stack', columns: [column], ...(row.style && { box: row.style }) }
}

function drawGroup(page: Page, group: Group, room: RowRoom, hiding: Hiding): string {
  const style = layered(page, group, group.style)
  const width = Math.max(1, room.width - insetWidth(style))
  const inner = {
    width,
    around: handOn(page, group, room.around, () => handDown(room.around, group.style, group.dark)),
    isInGroup: true,
  }
  let rows = ''
  for (const row of group.rows) rows += drawRow(page, row, inner)
  const image = backgroundOf(page, style)
  const paint = page.paint(style, group.mobile, { box: true, padding: 'padding' }, image)
  const content = paint === '' ? rows : `${layoutTable} width="100%"><tr><td${paint}>${rows}</td></tr></table>`
  return frame(page, {
    node: group,
    width: room.width,
    hiding,
    content,
    vml: vmlOf(page, style, image, room.width),
    isMarked: true,
  })
}

function drawSection(page: Page, section: Section, room: RowRoom, hiding: Hiding): string {
  const { band } = section
  const box = styleOnce(page, section, () => boxOf(page, section, room))
  const { box: boxStyle } = section
  const handed = handOn(page, section, room.around, () => textAround(room.around, section, boxStyle))
  const width = Math.max(1, room.width - insetWidth(box))
  const image = backgroundOf(page, box)
  const place = { width, around: handed, stack: section.stack }
  const draw = (declarations: string) =>
    page.paint(box, section.mobile, { box: true, padding: 'padding', style: declarations }, image)
  // The address of a picture may come from the data.
  const paint = (declarations: string) =>
    image === undefined ? page.once(box, () => draw(declarations)) : draw(declarations)
  const banded = band !== undefined && hasBox(band)
  // The marker belongs to the outermost element, so it is given out before anything inside can take it.
  const bandMark = banded ? page.mark(section) : ''
  const content = isWhole(section.columns, page)
    ? wrapWhole(drawColumnTable(page, section.columns[0] as Column, place), paint(''))
    : `${layoutTable} width="100%"><tr>${drawColumnsCell(page, section.columns, place, paint)}</tr></table>`
  const vml = vmlOf(page, box, image, room.width)
  const html = frame(page, {
    node: section,
    width: room.width,
    hiding: banded ? noHide : hiding,
    content,
    vml,
    isMarked: !banded,
  })
  return banded ? drawBand(page, section, band, { html, hiding, mark: bandMark }) : html
}

function wrapWhole(table: string, paint: string): string {
  return paint === '' ? table : `${layoutTable} width="100%"><tr><td${paint}>${table}</td></tr></table>`
}

interface Frame {
  node: NodeBase
  width: number
  hiding: Hiding
  content: string
  vml: { open: string; close: string }
  isMarked: boolean
}

// Word knows no max-width: a table of fixed width holds what a div holds everywhere else.
function frame(page: Page, { node, width, hiding, content, vml, isMarked }: Frame): string {
  const isLeft = page.document.body.align === 'left'
  const classes = hiding.classes === '' ? '' : ` class="${hiding.classes}"`
  const mark = isMarked ? page.mark(node) : ''
  const margin = isLeft ? '' : 'margin:0 auto;'
  const div = `<div${classes}${mark} style="${hiding.css}${margin}max-width:${width}px">${content}</div>`
  if (!page.reachesOutlook) return div
  const align = isLeft ? '' : ' align="center"'
  return `<!--[if mso]>${layoutTable}${align} width="${width}"><tr><td>${vml.open}<![endif]-->${div}<!--[if mso]>${vml.close}</td></tr></table><![endif]-->`
}

function drawBand(
  page: Page,
  section: Section,
  band: Style,
  { html, hiding, mark }: { html: string; hiding: Hiding; mark: string },
): string {
  const dark = section.dark !== undefined && bearsDark(section) ? section.dark : undefined
  const style = styleOnce(page, band, () => layOver(blankStyle(), band, dark))
  const image = backgroundOf(page, style)
  const vml = vmlOf(page, style, image)
  const classes = hiding.classes === '' ? '' : ` class="${hiding.classes}"`
  const css = hiding.css === '' ? '' : ` style="${hiding.css}"`
  const open = vml.open === '' ? '' : page.mso(vml.open)
  const close = vml.close === '' ? '' : page.mso(vml.close)
  const draw = () => page.paint(style, undefined, { box: true, padding: 'padding' }, image)
  const paint = image === undefined ? page.once(style, draw) : draw()
  return `${layoutTable} width="100%"${classes}${mark}${css}><tr><td${paint}>${open}${html}${close}</td></tr></table>`
}

function boxOf(page: Page, section: Section, { isInGroup }: RowRoom): ComputedStyle {
  const { contentBackground, dark } = page.document.body
  const style = blankStyle()
  // It would cover the background of a band that has one of its own.
  const isCovered = section.band?.background !== undefined || section.band?.backgroundImage !== undefined
  if (contentBackground !== undefined && !isInGroup && !isCovered) {
    style.background = contentBackground
    style.darkBackground = dark?.contentBackground
  }
  for (const layer of page.classes(section)) layOver(style, layer)
  return layOver(style, section.box, bearsDark(section) ? undefined : section.dark)
}

/** Whether a section's dark background is the band's: when only the band has a background. */
function bearsDark({ band, box }: Section): boolean {
  return band?.background !== undefined && box?.background === undefined
}

function textAround(
  around: ComputedStyle | undefined,
  section: Section,
  box: Style | undefined,
): ComputedStyle | undefined {
  const fromBand = handDown(around, section.band, undefined)
  const fromBox = handDown(fromBand, box, section.dark)
  return fromBox
}

function layered(page: Page, node: NodeBase, style: Style | undefined): ComputedStyle {
  const out = blankStyle()
  for (const layer of page.classes(node)) layOver(out, layer)
  return layOver(out, style, node.dark)
}

function hasBox({ background, backgroundImage, border, padding, radius }: Style): boolean {
  return (
    background !== undefined ||
    backgroundImage !== undefined ||
    border !== undefined ||
    radius !== undefined ||
    (padding !== undefined && padding.some((side) => side !== 0))
  )
}

function backgroundOf(page: Page, style: Style): string | undefined {
  if (style.backgroundImage === undefined) return undefined
  const address = page.values.url(style.backgroundImage.src)
  return address === '' || address === '#' ? undefined : address
}

const noVml = { open: '', close: '' }

function vmlOf(page: Page, style: ComputedStyle, src: string | undefined, width?: number) {
  const { backgroundImage: image } = style
  if (image === undefined || src === undefined) return noVml
  const color = page.palette.light(style.background)
  return vmlBackground({ src, image, color, ...(width === undefined ? {} : { width }) })
}
