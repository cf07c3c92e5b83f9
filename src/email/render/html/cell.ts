import type { Block, List, ListItem, Paragraph, RichText, Run, Style } from '../../document/index.ts'
import type { BlockType } from '../block-type.ts'
import {
  type ComputedStyle,
  assignInherited,
  assignLayer,
  mobileLayer,
  textProperties,
} from '../style/computed-style.ts'
import { insetWidth, paddingWidth } from '../style/declarations.ts'
import { escapeText } from '../values/escape.ts'
import { BlockContext, type RenderColumns } from './block-context.ts'
import { styleOnce } from './inheritance.ts'
import { fullTable } from './frame.ts'
import { type Page, type RowContext } from './page.ts'

export interface CellContext extends RowContext {
  renderColumns: RenderColumns
}

/** The table row of a block. Applies its loop and its condition. */
function renderBlock(page: Page, block: Block, place: CellContext): string {
  if (block.parts?.html === false) return ''
  if (!page.blocks.has(block.type)) return renderUnknown(page, block)
  if (block.when === undefined && block.each === undefined) return page.once(renderOnce, block, place)
  return renderTimes(page, block, place)
}

function renderOnce(page: Page, block: Block, place: CellContext): string {
  return page.grow(
    page.meter.size,
    block.hide === undefined ? renderCellRow(page, block, place) : renderHidden(page, block, place),
  )
}

function renderTimes(page: Page, block: Block, place: CellContext): string {
  const render = () => page.once(renderOnce, block, place)
  const { each } = block
  if (page.blocks.get(block.type)?.repeats === 'inside' && each !== undefined) {
    const { each: _inside, ...once } = block
    return page.values.around(once, { render })
  }
  const orElse = each?.else === undefined ? {} : { orElse: () => renderBlocks(page, each.else ?? [], place) }
  return page.values.around(block, { render, ...orElse })
}

export function renderBlocks(page: Page, blocks: readonly Block[], place: CellContext): string {
  const [first] = blocks
  if (first === undefined) return ''
  let out = renderBlock(page, first, place)
  for (let at = 1; at < blocks.length; at++) out += renderBlock(page, blocks[at] as Block, place)
  return out
}

/** Layers, lowest first: theme, element, classes, inherited text, node. */
export function computeStyle(
  page: Page,
  block: Block,
  type: BlockType,
  around: ComputedStyle | undefined,
): ComputedStyle {
  const style: ComputedStyle = { ...(type.element === undefined ? page.text : elementStyle(page, block, type)) }
  if (block.classes !== undefined) for (const layer of page.classes(block)) assignLayer(style, layer)
  if (around !== undefined) assignInherited(style, around, type.inherits ?? textProperties)
  return assignLayer(style, block.style, block.dark)
}

// The email's text style with the theme's element styles: equal for most blocks of a type.
function elementStyle(page: Page, block: Block, type: BlockType): ComputedStyle {
  const layers = type.element?.(block, page.document.theme) ?? []
  const last = page.elements.get(type)
  if (last !== undefined && isSame(layers, last.layers)) return last.style
  const style = { ...page.text }
  for (const layer of layers) assignLayer(style, layer)
  page.elements.set(type, { layers, style })
  return style
}

function isSame(layers: readonly (Style | undefined)[], before: readonly (Style | undefined)[]): boolean {
  for (let at = 0; at < layers.length; at++) if (layers[at] !== before[at]) return false
  return true
}

// Reuses the computed style of earlier renderings even if the content depends on data; each block has an object of
// its own.
function styleOf(page: Page, block: Block, { around }: Pick<CellContext, 'around'>): ComputedStyle {
  const type = page.blocks.get(block.type)
  return type === undefined ? page.text : computeStyle(page, block, type, around)
}

function renderCellRow(page: Page, block: Block, place: CellContext, row = '<tr><td'): string {
  const type = page.blocks.get(block.type)
  if (type === undefined) return ''
  const { values } = page
  const before = values.nodeId
  values.nodeId = block.id
  const style = styleOnce(styleOf, page, block, place)
  const mobile = mobileLayer(place.around, block, type.inherits ?? textProperties)
  const width = Math.max(1, place.width - (type.box === 'own' ? paddingWidth(style) : insetWidth(style)))
  const { around, renderColumns } = place
  const context = new BlockContext({
    page,
    block,
    style,
    mobile,
    width,
    around,
    renderColumns,
    renderBlocks: renderTable,
  })
  const image = page.backgroundOf(style)
  const cell = paintCell(page, block, type, style, mobile, image)
  const shape = page.shapeOf(style, image, width)
  page.enter(shape)
  const inner = values.region(block, type.html(block, context))
  page.leave(shape)
  values.nodeId = before
  const shaped = shape.open === '' ? inner : page.mso(shape.open) + inner + page.mso(shape.close)
  const shown = block.anchor === undefined ? shaped : page.landing(block) + shaped
  return `${row}${cell}>${shown}</td></tr>`
}

function renderTable(page: Page, blocks: readonly Block[], place: CellContext): string {
  const rows = renderBlocks(page, blocks, place)
  return rows === '' ? '' : `${fullTable}>${rows}</table>`
}

function paintCell(
  page: Page,
  block: Block,
  type: BlockType,
  style: ComputedStyle,
  mobile: Style | undefined,
  image: string | undefined,
): string {
  const { align = page.start } = style
  const isLong = hasLongWord(block)
  const side = align === page.start || align === 'justify' ? '' : sides[align]
  const paintOptions = {
    padding: 'padding',
    box: type.box !== 'own',
    cell: true,
    text: type.font === 'cell',
    classes: page.hooks(block),
    style: [align === 'justify' ? ['text-align:justify'] : [], isLong ? [breakWords] : []].flat().join(';'),
    mobile: mobile?.align === undefined ? '' : `text-align:${mobile.align}!important`,
  } as const
  // The text is no part of what paintOnce compares.
  const paint = isLong
    ? page.paint(style, mobile, paintOptions, image)
    : page.paintOnce(style, mobile, paintOptions, image)
  const mark = page.mark(block)
  const marked = mark === '' ? paint : mark + paint
  return side === '' ? marked : side + marked
}

/** Of a URL or an identifier; unlike `overflow-wrap: break-word` it lets a table become narrower than the word. */
const breakWords = 'word-break:break-word'
/** No line can break inside; scripts without spaces break anywhere. */
const longWord = /[^\s\u00ad\u200b\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef-]{24}/

/** True if a text has a word that may be wider than its column. Only then: most emails are to stay as short as they are. */
function hasLongWord({ text }: Block & { text?: unknown }): boolean {
  if (!Array.isArray(text)) return false
  for (const { runs = [], items = [] } of text as RichText as (Partial<Paragraph> & Partial<List>)[])
    if (runs.some(isLongRun) || items.some(isLongItem)) return true
  return false
}

function isLongItem({ runs, list }: ListItem): boolean {
  return runs.some(isLongRun) || (list?.items.some(isLongItem) ?? false)
}

function isLongRun(run: Run): boolean {
  return 'text' in run && longWord.test(run.text)
}

const sides = { left: ' align="left"', center: ' align="center"', right: ' align="right"' } as const

function renderHidden(page: Page, block: Block, place: CellContext): string {
  const { desktop, mobile } = block.hide ?? {}
  if (desktop && mobile) return ''
  if (mobile) return renderCellRow(page, block, place, `<tr class="${page.sheet.mobile('display:none!important')}"><td`)
  if (!desktop) return renderCellRow(page, block, place)
  const shown = page.sheet.mobile('display:table-row!important')
  return page.phoneOnly(() => renderCellRow(page, block, place, `<tr class="${shown}" style="display:none"><td`))
}

// A block of unknown type stays in the document; only the editor shows a placeholder.
function renderUnknown(page: Page, block: Block): string {
  page.values.warnings.add('UNKNOWN_BLOCK', `Unknown block type ${JSON.stringify(block.type)}.`, block.id)
  if (!page.isEditor) return ''
  return `<tr><td${page.mark(block)} style="padding:12px;border:1px dashed #8c959f;font-family:Arial,sans-serif;font-size:13px;color:#57606a">${escapeText(block.type)}</td></tr>`
}
