import type { Block } from '../../document/index.ts'
import type { BlockType } from '../block-type.ts'
import { type ComputedStyle, layInherited, layOver, mobileLayer, textProperties } from '../style/computed-style.ts'
import { insetWidth } from '../style/declarations.ts'
import { escapeText } from '../values/escape.ts'
import { BlockContext, type DrawColumns } from './block-context.ts'
import { styleOnce } from './inheritance.ts'
import { type Page, layoutTable } from './page.ts'

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
  const { inherits = textProperties } = type
  const mobile = mobileLayer(place.around, block, inherits)
  const { around, drawColumns } = place
  const drawBlocksIn = (blocks: readonly Block[], handed: ComputedStyle | undefined) => {
    const rows = drawBlocks(page, blocks, { width, around: handed, drawColumns })
    return rows === '' ? '' : `${layoutTable} width="100%">${rows}</table>`
  }
  const context = new BlockContext({ page, block, style, mobile, width, around, drawColumns, drawBlocks: drawBlocksIn })
  const align = style.align ?? page.start
  const justify = align === 'justify' ? 'text-align:justify' : ''
  const image = page.backgroundOf(style)
  const openCell = () =>
    `<td${align === page.start || align === 'justify' ? '' : ` align="${align}"`}${page.mark(block)}${page.paint(
      style,
      mobile,
      {
        padding: 'padding',
        box: !isOwn,
        cell: true,
        text: type.font === 'cell',
        classes: page.hooks(block),
        style: justify,
        mobile: mobile?.align === undefined ? '' : `text-align:${mobile.align}!important`,
      },
      image,
    )}>${page.landing(block)}`
  // The address of a picture may come from the data.
  const cell = image === undefined ? page.once(style, openCell) : openCell()
  const shape = page.shapeOf(style, image, width)
  const inner =
    shape.open === ''
      ? values.region(block, type.html(block, context))
      : page.mso(shape.open) +
        values.region(
          block,
          page.inside(shape, () => type.html(block, context)),
        ) +
        page.mso(shape.close)
  values.nodeId = before
  return `${row}${cell}${inner}</td></tr>`
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
