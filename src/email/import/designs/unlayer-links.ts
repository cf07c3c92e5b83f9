import type { Style } from '../../document/index.ts'
import type { Design } from './design.ts'
import { labelStyle } from './label.ts'
import {
  type DesignPart,
  type alignIn,
  borderOf,
  bordersOf,
  colorIn,
  numberIn,
  paddingIn,
  partOf,
  partsOf,
  pixelsIn,
  shareIn,
  styleFrom,
  textIn,
} from './values.ts'

interface PlacedLink {
  padding: ReturnType<typeof paddingIn>
  align: ReturnType<typeof alignIn>
}

// Where a link of Unlayer leads: what its pattern makes of its values, or what older designs say right away.
function hrefOf(action: unknown, reading: Design): string | undefined {
  const { name, attrs, ...older } = partOf(action)
  const values = partOf(partOf(action)['values'])
  const pattern = textIn(partOf(attrs)['href'])
  const filled = pattern?.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, key: string) => {
    const value = textIn(values[key])
    if (value === undefined) return key === 'href' ? '' : /^(?:subject|body)$/.test(key) ? '' : whole
    return key === 'subject' || key === 'body' ? encodeURIComponent(value) : value
  })
  const said = textIn(values['href'] ?? values['email'] ?? values['phone'] ?? older['url'])
  const href =
    filled === undefined || filled === '' || filled === pattern
      ? said
      : filled.replace(/[?&](?:subject|body)=(?=&|$)/g, '')
  if (href === undefined || href.trim() === '') return undefined
  const scheme = textIn(name)
  const prefix = scheme === 'email' ? 'mailto:' : scheme === 'phone' ? 'tel:' : scheme === 'sms' ? 'sms:' : ''
  return reading.link(href.startsWith(prefix) ? href : prefix + href)
}

/** An image; the share that it is rendered at is in its source, or in older designs beside it. */
export function readUnlayerImage(
  values: DesignPart,
  mobile: DesignPart,
  reading: Design,
  placed: PlacedLink,
): DesignPart {
  const source = partOf(values['src'])
  const natural = pixelsIn(source['width'])
  const share = shareIn(source['maxWidth'] ?? values['maxWidth'])
  const isAuto = source['autoWidth'] !== false && values['fullWidth'] !== true
  const href = hrefOf(values['action'], reading)
  const width =
    isAuto && natural !== undefined && natural < reading.width ? Math.max(1, Math.round(natural)) : undefined
  const shown = source['autoWidth'] === false ? share : undefined
  const line = partOf(values['border'])
  const radius = pixelsIn(values['borderRadius'])
  const style = styleFrom({
    ...placed,
    width: shown,
    radius: radius === 0 ? undefined : radius,
    border: bordersOf((side) =>
      borderOf(line[`border${side}Width`], line[`border${side}Style`], line[`border${side}Color`]),
    ),
  })
  const small = partOf(mobile['src'])
  const narrow = small['autoWidth'] === false ? (shareIn(small['maxWidth']) ?? '100%') : undefined
  return {
    type: 'image',
    src: reading.readImageUrl(source['url']),
    alt: reading.text(values['altText']),
    ...(href === undefined ? {} : { href }),
    ...(width === undefined ? {} : { width: Math.min(2000, width) }),
    ...(style === undefined ? {} : { style }),
    ...(narrow === undefined ? {} : { mobile: { width: narrow } }),
  }
}

/** A button; what its label says of letters goes before what the button says. */
export function readUnlayerButton(values: DesignPart, reading: Design, placed: PlacedLink): DesignPart {
  const colors = partOf(values['buttonColors'])
  const size = partOf(values['size'])
  const line = partOf(values['border'])
  const family = partOf(values['fontFamily'])
  const isOwn = size['autoWidth'] === false
  const letters = pixelsIn(values['fontSize']) ?? 14
  const weight = values['fontWeight'] === undefined ? 400 : Math.round(numberIn(values['fontWeight']) / 100) * 100
  const factor = textIn(values['lineHeight'])
  const style: Style = {
    ...styleFrom({
      ...placed,
      background: colorIn(colors['backgroundColor']) ?? 'transparent',
      color: colorIn(colors['color']) ?? '#ffffff',
      font: reading.font(family['value'], family['url']),
      size: letters,
      weight: Math.min(900, Math.max(100, weight || 700)),
      letterSpacing: pixelsIn(values['letterSpacing']),
      lineHeight: factor?.endsWith('%') === true ? Math.min(5, Math.max(0.5, Number.parseFloat(factor) / 100)) : 1.2,
      radius: pixelsIn(values['borderRadius']) ?? 0,
      border: bordersOf((side) =>
        borderOf(line[`border${side}Width`], line[`border${side}Style`], line[`border${side}Color`]),
      ),
      innerPadding: paddingIn(values['padding']) ?? [10, 20, 10, 20],
      width: isOwn ? shareIn(size['width']) : undefined,
    }),
    ...labelStyle(textIn(values['text']) ?? '', letters),
  }
  return {
    type: 'button',
    label: reading.text(values['text']),
    href: hrefOf(values['href'], reading) ?? '',
    ...((isOwn && size['width'] === '100%') || values['fullWidth'] === true ? { fullWidth: true } : {}),
    style,
  }
}

/** A menu; its color is that of links where one leads somewhere. */
export function readUnlayerMenu(values: DesignPart, reading: Design, placed: PlacedLink): DesignPart {
  const family = partOf(values['fontFamily'])
  const weight = Math.round(numberIn(values['fontWeight']) / 100) * 100
  const items = partsOf(partOf(values['menu'])['items'])
    .slice(0, 20)
    .map((item) => ({ label: reading.text(item['text']), href: hrefOf(item['link'], reading) ?? '' }))
  const leads = items.some(({ href }) => href !== '')
  const style = styleFrom({
    ...placed,
    color: colorIn(leads ? (values['linkColor'] ?? values['textColor']) : (values['textColor'] ?? values['linkColor'])),
    font: reading.font(family['value'], family['url']),
    size: pixelsIn(values['fontSize']),
    weight: weight >= 100 && weight <= 900 ? weight : undefined,
    letterSpacing: pixelsIn(values['letterSpacing']),
    innerPadding: paddingIn(values['padding']),
  })
  const separator = reading.text(values['separator'])
  return {
    type: 'menu',
    items,
    layout: values['layout'] === 'vertical' ? 'stack' : 'row',
    ...(separator === '' ? {} : { separator: separator.slice(0, 5) }),
    ...(style === undefined ? {} : { style }),
  }
}

/** Links to networks as badges of ours, in the shape and color that the set of icons has. */
export function readUnlayerSocial(values: DesignPart, reading: Design, placed: PlacedLink): DesignPart {
  const set = partOf(values['icons'])
  const kind = textIn(set['iconType']) ?? ''
  const color = kind.endsWith('-black') ? '#000000' : kind.endsWith('-white') ? '#ffffff' : undefined
  const half = (pixelsIn(values['spacing']) ?? 5) / 2
  const style = styleFrom({ ...placed, align: placed.align ?? 'center', innerPadding: [0, half, 0, half] })
  const icons = partsOf(set['icons']).slice(0, 20)
  return {
    type: 'social',
    items: icons.map((icon) => ({
      network: networkName(textIn(icon['name'])),
      href: reading.link(icon['url']) ?? '',
      ...(color === undefined ? {} : { color }),
    })),
    size: Math.min(64, Math.max(16, Math.round(pixelsIn(values['iconSize']) ?? 32))),
    ...(kind.startsWith('squared') ? { radius: 0 } : kind.startsWith('rounded') ? { radius: 6 } : {}),
    ...(style === undefined ? {} : { style }),
  }
}

function networkName(name = 'website'): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 40)
  return plain === 'twitter' ? 'x' : plain === '' ? 'website' : plain
}
