import type { Style } from '../../document/index.ts'
import { classesInside } from '../head/attributes.ts'
import type { Slot, Reading } from '../reading/reading.ts'
import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { oneLine } from '../source/one-line.ts'
import { noBox, readBox } from '../values/lengths.ts'
import { lookOf, cssOfStyle } from '../values/styles.ts'

/** mj-navbar: links in a row, all of which look like the first. */
export function readNavbar(reading: Reading, element: Element, slot: Slot): LooseBlock[] {
  const attributes = reading.attributesOf(element, slot)
  if (attributes['hamburger'] === 'hamburger') {
    reading.warn('MJML_ATTRIBUTE', 'The hamburger of mj-navbar is left out: its links are always shown.', element)
  }
  const inside = { ...slot, classes: classesInside(element, slot.classes) }
  const links = element.children
    .filter((child) => child.name === 'mj-navbar-link')
    .map((child) => ({ child, own: reading.attributesOf(child, inside) }))
  const styles = links.map(({ own }) => {
    const { align: _align, ...look } = cssOfStyle(lookOf(own, reading.head.fonts))
    return { ...look, innerPadding: readBox(own, 'padding', slot.width) ?? noBox }
  })
  if (new Set(styles.map((style) => JSON.stringify(style))).size > 1) {
    reading.warn('MJML_VALUE', 'The links of a mj-navbar differ; all look like the first.', element)
  }
  const items = links.map(({ child, own }) => {
    const target = `${attributes['base-url'] ?? ''}${own['href'] ?? ''}`.trim()
    const href = target === '' ? '' : reading.address(target)
    if (href === undefined) {
      reading.warn(
        'MJML_ADDRESS',
        `The link to ${JSON.stringify(target.slice(0, 100))} is no address and is left out.`,
        child,
      )
    }
    return { label: oneLine(child.content), href: href ?? '' }
  })
  const align = attributes['align']
  const style: Style = {
    ...styles[0],
    padding: readBox(attributes, 'padding', slot.width) ?? noBox,
    align: align === 'left' || align === 'right' ? align : 'center',
  }
  return [reading.block({ type: 'menu', items, layout: 'row' }, style, attributes, element)]
}
