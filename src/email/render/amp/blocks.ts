import type { Block, Column } from '../../document/index.ts'
import type { BlockType } from '../block-type.ts'
import { computeStyle } from '../html/cell.ts'
import { mobileLayer, type ComputedStyle, textProperties } from '../style/computed-style.ts'
import { insetWidth } from '../style/declarations.ts'
import { AmpBlockContext, type CleanAmp } from './amp-block-context.ts'
import type { AmpPage } from './amp-page.ts'

/** Renders columns inside a block; an argument, to avoid a cycle of imports: columns render blocks. */
export type RenderAmpColumns = (page: AmpPage, columns: readonly Column[], place: AmpRowPlace) => string

export interface AmpRowPlace {
  /** Available width for the columns, px. */
  width: number
  around: ComputedStyle | undefined
  cleanAmp: CleanAmp | undefined
  stack: 'stack' | 'reverse' | 'keep'
}

export interface AmpPlace {
  /** Available width, px. */
  width: number
  /** Text style inherited from section and column; undefined if they do not change it. */
  around: ComputedStyle | undefined
  cleanAmp: CleanAmp | undefined
  renderColumns: RenderAmpColumns
}

export function renderAmpBlocks(page: AmpPage, blocks: readonly Block[], place: AmpPlace): string {
  let out = ''
  for (const block of blocks) out += renderAmpBlock(page, block, place)
  return out
}

/** Applies the loop and the condition of the block. */
function renderAmpBlock(page: AmpPage, block: Block, place: AmpPlace): string {
  if (block.parts?.amp === false || (block.hide?.desktop && block.hide.mobile)) return ''
  const type = page.blocks.get(block.type)
  if (type === undefined) {
    const message = `Unknown block type ${JSON.stringify(block.type)}.`
    page.values.warnings.add('UNKNOWN_BLOCK', message, block.id)
    return ''
  }
  const render = () => page.grow(page.meter.size, page.node(block, renderCell(page, block, type, place)))
  if (type.repeats === 'inside' && block.each !== undefined) {
    const { each: _inside, ...once } = block
    return page.values.around(once, { render })
  }
  const otherwise = block.each?.else
  const orElse = otherwise === undefined ? {} : { orElse: () => renderAmpBlocks(page, otherwise, place) }
  return page.values.around(block, { render, ...orElse })
}

function renderCell(page: AmpPage, block: Block, type: BlockType, place: AmpPlace): string {
  const { values } = page
  const before = values.nodeId
  values.nodeId = block.id
  const { around, cleanAmp, renderColumns } = place
  const style = computeStyle(page, block, type, around)
  const isOwn = type.box === 'own'
  const boxed = !isOwn ? style : style.padding === undefined ? {} : { padding: style.padding }
  const width = Math.max(1, place.width - insetWidth(boxed))
  const mobile = mobileLayer(around, block, type.inherits ?? textProperties)
  const context = new AmpBlockContext(
    {
      page,
      block,
      style,
      mobile,
      width,
      around,
      renderColumns: (_page, columns, available) => renderColumns(page, columns, { ...available, cleanAmp }),
      renderBlocks: (_page, blocks, at) => renderAmpBlocks(page, blocks, { ...at, cleanAmp, renderColumns }),
    },
    cleanAmp,
  )
  const { align = page.start } = style
  const attributes = page.paint(
    style,
    mobile,
    {
      padding: 'padding',
      box: !isOwn,
      cell: true,
      text: type.font === 'cell',
      style: [block.hide?.desktop ? 'display:none' : '', align === page.start ? '' : `text-align:${align}`]
        .filter(Boolean)
        .join(';'),
      mobile: [
        block.hide?.desktop ? 'display:block' : block.hide?.mobile ? 'display:none' : '',
        mobile?.align === undefined ? '' : `text-align:${mobile.align}`,
      ]
        .filter(Boolean)
        .join(';'),
    },
    isOwn ? undefined : page.backgroundOf(style),
  )
  const inner = (type.amp ?? type.html)(block, context)
  values.nodeId = before
  return `<div${attributes}>${inner}</div>`
}
