import type { Slot, Reading } from '../reading/reading.ts'
import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { readBox, readNumber, within } from '../values/lengths.ts'

const highest = 400

/** mj-spacer; one higher than a block can be is several. */
export function readSpacer(reading: Reading, element: Element, slot: Slot): LooseBlock[] {
  const attributes = reading.attributesOf(element, slot)
  reading.ignore(element, attributes, ['border', 'border-top', 'border-bottom'])
  const padding = readBox(attributes, 'padding', slot.width)
  const whole = Math.round(within(readNumber(attributes['height']) ?? 20, 1, 10 * highest))
  const out: LooseBlock[] = []
  for (let left = whole; left > 0; left -= highest) {
    const style = padding === undefined || out.length > 0 ? {} : { padding }
    out.push(reading.block({ type: 'spacer', height: Math.min(left, highest) }, style, attributes, element))
  }
  return out
}
