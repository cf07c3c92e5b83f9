import type { Block } from '../../document/index.ts'
import {
  type BlockMjml,
  type Element,
  type InputBlock,
  type Reading,
  type Slot,
  readBox,
  readNumber,
  within,
} from '../../mjml/index.ts'

interface Spacer extends Block {
  height: number
}

export const spacerMjml: BlockMjml<Spacer> = {
  components: { 'mj-spacer': { read: readSpacer } },
  write: ({ height }, context) => context.component('mj-spacer', { ...context.cell(), height: `${height}px` }),
}

const maxHeight = 400

// Split into several spacers if it exceeds the maximum height of a block.
function readSpacer(reading: Reading, element: Element, slot: Slot): InputBlock[] {
  const attributes = reading.attributesOf(element, slot)
  reading.ignore(element, attributes, ['border', 'border-top', 'border-bottom'])
  const padding = readBox(attributes, 'padding', slot.width)
  const whole = Math.round(within(readNumber(attributes['height']) ?? 20, 1, 10 * maxHeight))
  const out: InputBlock[] = []
  for (let left = whole; left > 0; left -= maxHeight) {
    const style = padding === undefined || out.length > 0 ? {} : { padding }
    out.push(reading.block({ type: 'spacer', height: Math.min(left, maxHeight) }, style, attributes, element))
  }
  return out
}
