import { type Style, readColor } from '../../document/index.ts'
import { classesInside } from '../head/attributes.ts'
import { cornersOf } from '../reading/boxes.ts'
import type { Slot, Reading } from '../reading/reading.ts'
import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { oneLine } from '../source/one-line.ts'
import { tagProblem } from '../text/text-blocks.ts'
import { type Attributes, noBox, readBox, readNumber, within } from '../values/lengths.ts'
import { lookOf, cssOfStyle } from '../values/styles.ts'
import { shareAddress, socialColors } from './share-urls.ts'

const handedDown = [
  'border',
  'border-radius',
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'icon-size',
  'icon-height',
  'icon-padding',
  'text-padding',
  'line-height',
  'text-decoration',
]

interface Item {
  network: string
  href: string
  label?: string
  src?: string
  color?: string
}

/** mj-social: badges of networks, each with its color and, where it brings one, its image. */
export function readSocial(reading: Reading, element: Element, slot: Slot): LooseBlock[] {
  const attributes = reading.attributesOf(element, slot)
  reading.ignore(element, attributes, ['icon-padding', 'icon-height'])
  const handed = handDown(attributes)
  const inside = { ...slot, classes: classesInside(element, slot.classes) }
  const all = element.children
    .filter((child) => child.name === 'mj-social-element')
    .map((child) => ({ child, own: reading.attributesOf(child, inside, handed) }))
  const first = all[0]?.own ?? attributes
  const size = Math.round(within(readNumber(first['icon-size']) ?? 20, 8, 128))
  const { align: _align, ...look } = cssOfStyle(lookOf(first, reading.head.fonts))
  const align = attributes['align']
  const style: Style = {
    ...look,
    padding: readBox(attributes, 'padding', slot.width) ?? noBox,
    align: align === 'left' || align === 'right' ? align : 'center',
    innerPadding: readBox(first, 'padding', slot.width) ?? noBox,
  }
  const block: LooseBlock = {
    type: 'social',
    items: all.slice(0, 20).map(({ child, own }) => readItem(reading, child, own)),
    size,
    radius: Math.round(within(cornersOf(reading, element, first['border-radius'], size).radius ?? 0, 0, 64)),
  }
  if (attributes['mode'] === 'vertical') block['layout'] = 'stack'
  if (all.length > 20) reading.warn('MJML_LIMIT', 'Twenty links of mj-social are kept, the others left out.', element)
  return [reading.block(block, style, attributes, element)]
}

function handDown(attributes: Attributes): Attributes {
  const out: Record<string, string> = {}
  const inner = attributes['inner-padding']
  if (inner) out['padding'] = inner
  for (const name of handedDown) if (attributes[name] !== undefined) out[name] = attributes[name]
  return out
}

function readItem(reading: Reading, element: Element, attributes: Attributes): Item {
  const name = (attributes['name'] ?? '').trim()
  const network = name.replace(/-noshare$/, '')
  const target = attributes['href']?.trim() ?? ''
  const href = target === '' ? '' : reading.address(shareAddress(name, target))
  if (href === undefined) {
    reading.warn(
      'MJML_ADDRESS',
      `The link to ${JSON.stringify(target.slice(0, 100))} is no address and is left out.`,
      element,
    )
  }
  const item: Item = { network: networkName(network, attributes), href: href ?? '' }
  const label = oneLine(element.content)
  if (label !== '' && tagProblem(label) === undefined) item.label = label
  const src = reading.address(attributes['src'])
  if (src !== undefined) item.src = src
  const color = readColor(attributes['background-color'] ?? '') ?? socialColors[network]
  if (color !== undefined) item.color = color
  else if (src !== undefined) item.color = 'transparent'
  return item
}

function networkName(network: string, { alt = '', title = '' }: Attributes): string {
  const known: Readonly<Record<string, string>> = { web: 'website', twitter: 'x' }
  const name = known[network] ?? network
  return (name || oneLine(alt) || oneLine(title) || 'website').slice(0, 40)
}
