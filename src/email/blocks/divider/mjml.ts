import { type Block, type Style, readColor } from '../../document/index.ts'
import {
  type BlockMjml,
  type Element,
  type InputBlock,
  type Reading,
  type Slot,
  noBox,
  readAlign,
  readBox,
  readNumber,
  round,
  within,
} from '../../mjml/index.ts'

interface Divider extends Block {
  thickness?: number
  color?: string
  line?: string
}

export const dividerMjml: BlockMjml<Divider> = {
  components: { 'mj-divider': { read: readDivider } },
  write: ({ thickness = 1, line = 'solid', color = '#d0d7de' }, context) => {
    const { width } = context.style
    return context.component('mj-divider', {
      ...context.cell(),
      align: context.side,
      'border-width': `${thickness}px`,
      'border-style': line,
      'border-color': context.color(color),
      width: typeof width === 'number' ? `${width}px` : width,
    })
  },
}

function readDivider(reading: Reading, element: Element, slot: Slot): InputBlock[] {
  const attributes = reading.attributesOf(element, slot)
  const line = attributes['border-style']
  const isKnown = line === 'solid' || line === 'dashed' || line === 'dotted'
  if (!isKnown && line !== 'none') {
    reading.warn('MJML_VALUE', `A divider does not support the ${line} line style; it became solid.`, element)
  }
  const thickness = readNumber(attributes['border-width']) ?? 4
  const style: Style = {
    padding: readBox(attributes, 'padding', slot.width) ?? noBox,
    align: readAlign(attributes['align']) ?? 'center',
  }
  if (thickness <= 0 || line === 'none')
    return [reading.block({ type: 'text', text: [] }, { ...style, size: 1, lineHeight: 0.5 }, attributes, element)]
  const width = attributes['width']?.trim()
  const number = readNumber(width)
  if (width !== undefined && number !== undefined && number > 0 && width !== '100%') {
    style.width = width.endsWith('%') ? `${round(within(number, 0, 99.999))}%` : within(number, 1, 2000)
  }
  const block = {
    type: 'divider',
    thickness: Math.round(within(thickness, 1, 40)),
    color: readColor(attributes['border-color'] ?? '') ?? '#000000',
    line: isKnown ? line : 'solid',
  }
  return [reading.block(block, style, attributes, element)]
}
