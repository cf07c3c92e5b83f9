import type { Block, Style } from '../../document/index.ts'
import {
  type BlockMjml,
  type Element,
  type InputBlock,
  type Reading,
  type Slot,
  classesInside,
  cssOfStyle,
  lookOf,
  noBox,
  oneLine,
  readBox,
} from '../../mjml/index.ts'

interface Menu extends Block {
  items: readonly { label: string; href: string }[]
  layout?: string
  separator?: string
}

export const menuMjml: BlockMjml<Menu> = {
  components: {
    'mj-navbar': {
      read: readNavbar,
      urls: ({ attributes, children }) =>
        children.map((child) => ['href', (attributes['base-url'] ?? '') + (child.attributes['href'] ?? '')]),
    },
  },
  write: ({ items, layout, separator = '' }, context) => {
    const { background, decoration, innerPadding, transform } = context.style
    if (layout === 'stack' || separator !== '' || background !== undefined) return undefined
    const attributes = {
      ...context.text(),
      'text-transform': transform ?? 'none',
      'text-decoration': decoration === 'underline' ? 'underline' : 'none',
      padding: context.box(innerPadding ?? [0, 0, 0, 0]),
    }
    const links = items.map(({ label, href }) =>
      context.component(
        'mj-navbar-link',
        { href: href === '' ? undefined : href, ...attributes },
        context.escape(label),
      ),
    )
    return context.component('mj-navbar', { ...context.cell(), align: context.side }, links.join(''))
  },
}

// All links get the style of the first.
function readNavbar(reading: Reading, element: Element, slot: Slot): InputBlock[] {
  const attributes = reading.attributesOf(element, slot)
  if (attributes['hamburger'] === 'hamburger') {
    reading.warn(
      'MJML_ATTRIBUTE',
      'The hamburger menu of mj-navbar was ignored: its links are always visible.',
      element,
    )
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
    reading.warn('MJML_VALUE', 'The links of an mj-navbar differ; all use the style of the first.', element)
  }
  const items = links.map(({ child, own }) => {
    const target = `${attributes['base-url'] ?? ''}${own['href'] ?? ''}`.trim()
    const href = target === '' ? '' : reading.address(target)
    if (href === undefined) {
      reading.warn(
        'MJML_ADDRESS',
        `The link URL ${JSON.stringify(target.slice(0, 100))} is invalid; the link was dropped.`,
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
