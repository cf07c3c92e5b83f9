import {
  type BlockMjml,
  type Element,
  type InputBlock,
  type Reading,
  type Slot,
  attributeText,
  cornersOf,
  noBox,
  readBox,
} from '../../mjml/index.ts'

export const carouselMjml: BlockMjml = { components: { 'mj-carousel': { read: readCarousel } } }

function readCarousel(reading: Reading, element: Element, slot: Slot): InputBlock[] {
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
          `The image URL ${JSON.stringify((own['src'] ?? '').slice(0, 100))} is invalid; the image was dropped.`,
          child,
        )
        return []
      }
      const href = reading.address(own['href'])
      return [{ src, alt: attributeText(own['alt']), ...(href === undefined ? {} : { href }) }]
    })
  return [reading.block({ type: 'carousel', items: items.slice(0, 20) }, { padding, radius }, attributes, element)]
}
