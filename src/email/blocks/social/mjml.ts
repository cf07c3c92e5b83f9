import { type Block, type Style, readColor } from '../../document/index.ts'
import {
  type Attributes,
  type BlockMjml,
  type Element,
  type InputBlock,
  type Reading,
  type Slot,
  classesInside,
  cornersOf,
  cssOfStyle,
  lookOf,
  noBox,
  oneLine,
  readBox,
  readNumber,
  tagProblem,
  within,
} from '../../mjml/index.ts'

interface Item {
  network: string
  href: string
  label?: string
  src?: string
  color?: string
}

interface Social extends Block {
  items: readonly Item[]
  size?: number
  radius?: number
  look?: string
  layout?: string
}

export const socialMjml: BlockMjml<Social> = {
  components: {
    'mj-social': { read: readSocial },
    'mj-social-element': {
      urls: ({ attributes: { name = '', href = '', src = '' } }) => [
        ...(href.trim() === '' ? [] : [['href', shareUrl(name, href)] as const]),
        ...(src.trim() === '' ? [] : [['src', src] as const]),
      ],
    },
  },
  write: (block, context) => {
    const { items, size = 32, radius = Math.round(size / 2) } = block
    const isKnown = items.every((item) => item.src !== undefined || hasIcon(mjmlName(item)))
    if (!isKnown || (block.look !== undefined && block.look !== 'color')) return undefined
    const elements = items.map((item) =>
      context.component(
        'mj-social-element',
        {
          name: hasIcon(mjmlName(item)) ? `${mjmlName(item)}-noshare` : undefined,
          href: item.href === '' ? undefined : item.href,
          src: item.src === undefined ? undefined : context.imageUrl(item.src),
          alt: item.src === undefined ? undefined : item.network,
          'background-color': context.color(item.color),
        },
        context.escape(item.label ?? ''),
      ),
    )
    return context.component(
      'mj-social',
      {
        ...context.cell(),
        ...context.text(),
        align: context.side,
        mode: block.layout === 'stack' ? 'vertical' : 'horizontal',
        'icon-size': `${size}px`,
        'border-radius': `${radius}px`,
        'inner-padding': context.box(context.style.innerPadding ?? [2, 4, 2, 4]),
      },
      elements.join(''),
    )
  },
}

function mjmlName({ network }: Item): string {
  const name = network.toLowerCase()
  return name === 'website' ? 'web' : name
}

const inheritedNames = [
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

function readSocial(reading: Reading, element: Element, slot: Slot): InputBlock[] {
  const attributes = reading.attributesOf(element, slot)
  reading.ignore(element, attributes, ['icon-padding', 'icon-height'])
  const inherited = inheritedAttributes(attributes)
  const inside = { ...slot, classes: classesInside(element, slot.classes) }
  const all = element.children
    .filter((child) => child.name === 'mj-social-element')
    .map((child) => ({ child, own: reading.attributesOf(child, inside, inherited) }))
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
  const block: InputBlock = {
    type: 'social',
    items: all.slice(0, 20).map(({ child, own }) => readItem(reading, child, own)),
    size,
    radius: Math.round(within(cornersOf(reading, element, first['border-radius'], size).radius ?? 0, 0, 64)),
  }
  if (attributes['mode'] === 'vertical') block['layout'] = 'stack'
  if (all.length > 20) reading.warn('MJML_LIMIT', 'Only the first twenty links of mj-social were imported.', element)
  return [reading.block(block, style, attributes, element)]
}

function inheritedAttributes(attributes: Attributes): Attributes {
  const out: Record<string, string> = {}
  const inner = attributes['inner-padding']
  if (inner) out['padding'] = inner
  for (const name of inheritedNames) if (attributes[name] !== undefined) out[name] = attributes[name]
  return out
}

function readItem(reading: Reading, element: Element, attributes: Attributes): Item {
  const name = (attributes['name'] ?? '').trim()
  const network = name.replace(/-noshare$/, '')
  const target = attributes['href']?.trim() ?? ''
  const href = target === '' ? '' : reading.address(shareUrl(name, target))
  if (href === undefined) {
    reading.warn(
      'MJML_ADDRESS',
      `The link URL ${JSON.stringify(target.slice(0, 100))} is invalid; the link was dropped.`,
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

/** Share URLs of networks; the page's URL replaces `[[URL]]` (mjml 5.4). */
const shares: Readonly<Record<string, string>> = {
  facebook: 'https://www.facebook.com/sharer/sharer.php?u=[[URL]]',
  twitter: 'https://twitter.com/intent/tweet?url=[[URL]]',
  x: 'https://twitter.com/intent/tweet?url=[[URL]]',
  google: 'https://plus.google.com/share?url=[[URL]]',
  pinterest: 'https://pinterest.com/pin/create/button/?url=[[URL]]&media=&description=',
  linkedin: 'https://www.linkedin.com/shareArticle?mini=true&url=[[URL]]&title=&summary=&source=',
  tumblr: 'https://www.tumblr.com/widgets/share/tool?canonicalUrl=[[URL]]',
  xing: 'https://www.xing.com/app/user?op=share&url=[[URL]]',
}

/** Background colors of mjml's network icons. */
const socialColors: Readonly<Record<string, string>> = {
  facebook: '#3b5998',
  twitter: '#55acee',
  x: '#000000',
  google: '#dc4e41',
  pinterest: '#bd081c',
  linkedin: '#0077b5',
  instagram: '#3f729b',
  web: '#4bade9',
  snapchat: '#fffa54',
  youtube: '#eb3323',
  tumblr: '#344356',
  github: '#000000',
  xing: '#296366',
  vimeo: '#53b4e7',
  medium: '#000000',
  soundcloud: '#ef7f31',
  dribbble: '#d95988',
}

// The network's share URL, unless the name ends in `-noshare`.
function shareUrl(name: string, href: string): string {
  const share = Object.hasOwn(shares, name) ? shares[name] : undefined
  return share === undefined ? href : share.replace('[[URL]]', () => href)
}

function hasIcon(name: string): boolean {
  return Object.hasOwn(socialColors, name)
}
