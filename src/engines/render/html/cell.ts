import type { Block, Style } from '../../document/index.ts'
import type { BlockType } from '../block-type.ts'
import { type ComputedStyle, inheritText, layInherited, layOver, textProperties } from '../style/computed-style.ts'
import { insetWidth } from '../style/declarations.ts'
import { escapeText } from '../values/escape.ts'
import { BlockContext, type DrawColumns } from './block-context.ts'
import type { Page } from './page.ts'

/** Where a block stands. */
export interface Place {
  /** Room in px. */
  width: number
  /** Text as the section and column around hand it down; undefined when they change nothing. */
  around: ComputedStyle | undefined
  drawColumns: DrawColumns
}

/** The table row of a block, as often as its loop and condition say. */
export function drawBlock(page: Page, block: Block, place: Place): string {
  if (block.parts?.html === false) return ''
  const type = page.blocks.get(block.type)
  if (type === undefined) return drawUnknown(page, block)
  const drawFresh = () =>
    page.grow(block.hide === undefined ? drawRow(page, block, type, place) : drawHidden(page, block, type, place))
  const draw = () => page.once(block, drawFresh, place.width, place.around)
  const { when, each } = block
  if (when === undefined && each === undefined) return draw()
  if (type.repeats === 'inside' && each !== undefined) {
    const { each: _inside, ...once } = block
    return page.values.around(once, { draw })
  }
  const orElse = each?.else === undefined ? {} : { orElse: () => drawBlocks(page, each.else ?? [], place) }
  return page.values.around(block, { draw, ...orElse })
}

/** The rows of several blocks. */
export function drawBlocks(page: Page, blocks: readonly Block[], place: Place): string {
  let out = ''
  for (const block of blocks) out += drawBlock(page, block, place)
  return out
}

/** Computed style of a block: theme, element, classes, surroundings, node. */
export function computeStyle(
  page: Page,
  block: Block,
  type: BlockType,
  around: ComputedStyle | undefined,
): ComputedStyle {
  const style: ComputedStyle = { ...page.text }
  if (type.element !== undefined) {
    for (const layer of type.element(block, page.document.theme)) layOver(style, layer)
  }
  if (block.classes !== undefined) for (const layer of page.classes(block)) layOver(style, layer)
  if (around !== undefined) layInherited(style, around, type.inherits ?? textProperties)
  return layOver(style, block.style, block.dark)
}

// Blocks whose content depends on data still have the style they had; each has an object of its own.
function styleOf(page: Page, block: Block, type: BlockType, around: ComputedStyle | undefined): ComputedStyle {
  return styleOnce(page, block, () => computeStyle(page, block, type, around), around)
}

/** A style that depends on nothing but the document and `around`: the same object in every rendering. */
export function styleOnce(
  page: Page,
  key: object,
  compute: () => ComputedStyle,
  around?: ComputedStyle,
): ComputedStyle {
  const { memory, values } = page
  if (memory === undefined) return compute()
  const known = memory.styles.get(key)
  if (known !== undefined && known.around === around) return known.style
  const { arose } = values.warnings
  const style = compute()
  if (values.warnings.arose === arose) memory.styles.set(key, { around, style })
  return style
}

function drawRow(page: Page, block: Block, type: BlockType, place: Place, row = '<tr>'): string {
  const { values } = page
  const before = values.nodeId
  values.nodeId = block.id
  const style = styleOf(page, block, type, place.around)
  const isOwn = type.box === 'own'
  const width = Math.max(
    1,
    place.width - insetWidth(isOwn && style.padding !== undefined ? { padding: style.padding } : isOwn ? {} : style),
  )
  const context = new BlockContext({ page, block, style, width, around: place.around, drawColumns: place.drawColumns })
  const align = style.align ?? page.start
  const justify = align === 'justify' ? 'text-align:justify' : ''
  const openCell = () =>
    `<td${align === page.start || align === 'justify' ? '' : ` align="${align}"`}${page.mark(block)}${page.paint(
      style,
      block.mobile,
      {
        padding: 'padding',
        box: !isOwn,
        text: type.font === 'cell',
        style: justify,
        mobile: block.mobile?.align === undefined ? '' : `text-align:${block.mobile.align}!important`,
      },
      isOwn || style.backgroundImage === undefined ? undefined : values.url(style.backgroundImage.src),
    )}>`
  const html = `${row}${page.once(style, openCell)}${type.html(block, context)}</td></tr>`
  values.nodeId = before
  return html
}

function drawHidden(page: Page, block: Block, type: BlockType, place: Place): string {
  const { desktop, mobile } = block.hide ?? {}
  if (desktop && mobile) return ''
  if (mobile) return drawRow(page, block, type, place, `<tr class="${page.sheet.mobile('display:none!important')}">`)
  if (!desktop) return drawRow(page, block, type, place)
  const shown = page.sheet.mobile('display:table-row!important')
  return page.phoneOnly(() => drawRow(page, block, type, place, `<tr class="${shown}" style="display:none">`))
}

// Kept in the document and never lost, but nobody knows how to draw it; the editor shows that something is there.
function drawUnknown(page: Page, block: Block): string {
  page.values.warnings.add(
    'UNKNOWN_BLOCK',
    `Nothing is known of blocks of type ${JSON.stringify(block.type)}.`,
    block.id,
  )
  if (!page.isEditor) return ''
  return `<tr><td${page.mark(block)} style="padding:12px;border:1px dashed #8c959f;font-family:Arial,sans-serif;font-size:13px;color:#57606a">${escapeText(block.type)}</td></tr>`
}

/** What a column hands down to its blocks. */
export function handDown(
  around: ComputedStyle | undefined,
  style: Style | undefined,
  dark: Block['dark'],
): ComputedStyle | undefined {
  const handed = inheritText(around ?? nothing, style, dark)
  return handed === nothing ? undefined : handed
}

/** As `draw` gives it, with the same object in every rendering, so that what is inside can tell that it is the same. */
export function handOn(
  page: Page,
  node: object,
  around: ComputedStyle | undefined,
  draw: () => ComputedStyle | undefined,
): ComputedStyle | undefined {
  const { memory } = page
  if (memory === undefined) return draw()
  const known = memory.handed.get(node)
  if (known !== undefined && known.around === around) return known.text
  const text = draw()
  memory.handed.set(node, { around, text })
  return text
}

const nothing: ComputedStyle = {}
