import { blockTypes } from '../../blocks/index.ts'
import { cornersOf } from '../reading/boxes.ts'
import type { Slot, Reading } from '../reading/reading.ts'
import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { noBox, readBox } from '../values/lengths.ts'
import { plain } from './image.ts'

/** mj-carousel: its images; without such a block they stand one below the other. */
export function readCarousel(reading: Reading, element: Element, slot: Slot): LooseBlock[] {
  const attributes = reading.attributesOf(element, slot)
  const padding = readBox(attributes, 'padding', slot.width) ?? noBox
  const { radius = 0 } = cornersOf(reading, element, attributes['border-radius'], slot.width)
  const items = element.children
    .filter((child) => child.name === 'mj-carousel-image')
    .flatMap((child) => {
      const own = reading.attributesOf(child, slot)
      const src = reading.address(own['src'])
      if (src === undefined) {
        reading.warn(
          'MJML_ADDRESS',
          `The picture ${JSON.stringify((own['src'] ?? '').slice(0, 100))} is no address and is left out.`,
          child,
        )
        return []
      }
      const href = reading.address(own['href'])
      return [{ src, alt: plain(own['alt']), ...(href === undefined ? {} : { href }) }]
    })
  if (blockTypes.has('carousel')) {
    return [reading.block({ type: 'carousel', items: items.slice(0, 20) }, { padding, radius }, attributes, element)]
  }
  reading.warn('MJML_COMPONENT', 'The pictures of mj-carousel stand one below the other.', element)
  return items.map((item) =>
    reading.block({ type: 'image', ...item }, { radius, align: 'center' }, attributes, element),
  )
}
