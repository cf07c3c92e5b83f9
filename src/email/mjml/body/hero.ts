import type { Style } from '../../document/index.ts'
import type { LooseColumn, LooseSection } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { readPaint } from '../values/backgrounds.ts'
import { readBox, readNumber, round, within } from '../values/lengths.ts'
import { readBlocks } from './blocks.ts'
import { frameOf, readBackground, widthIn } from '../reading/boxes.ts'
import type { Slot, Reading } from '../reading/reading.ts'

/** mj-hero: a section over an image, as high as it says or as its image would be. */
export function readHero(reading: Reading, element: Element, slot: Slot): LooseSection {
  const attributes = reading.attributesOf(element, slot)
  const box: Style = {
    ...readBackground(reading, element, attributes, true),
    ...frameOf(reading, element, attributes, slot.width),
  }
  const valign = attributes['vertical-align']
  if (valign === 'middle' || valign === 'bottom') box.valign = valign
  const isFluid = attributes['mode'] === 'fluid-height'
  const [wide, high] = [readNumber(attributes['background-width']), readNumber(attributes['background-height'])]
  const ratio = wide !== undefined && high !== undefined && wide > 0 ? Math.round((high / wide) * 100) / 100 : 0
  const height = isFluid ? ratio * slot.width : (readNumber(attributes['height']) ?? 0)
  if (height > 0) box.minHeight = round(within(height, 0, 2000))
  const inner: Style = {}
  const background = readPaint(attributes['inner-background-color'])
  if (background !== undefined) inner.background = background
  const inside = reading.inside(element, attributes, slot, widthIn(box, slot.width))
  const padding = readBox(attributes, 'inner-padding', inside.width)
  if (padding !== undefined) inner.padding = padding
  const width = readNumber(attributes['width'])
  const column: LooseColumn = {
    type: 'column',
    width: width === undefined || width <= 0 || width >= inside.width ? { fr: 1 } : { px: width },
    blocks: readBlocks(reading, element.children, { ...inside, width: widthIn(inner, width ?? inside.width) }),
  }
  if (Object.keys(inner).length > 0) column.style = inner
  const section: LooseSection = {
    type: 'section',
    ...reading.common(attributes, element),
    box,
    stack: 'stack',
    columns: [column],
  }
  if (isFluid && height > 0) section.mobile = { minHeight: Math.round(ratio * 375) }
  return section
}
