import type { Design } from './design.ts'
import {
  type Part,
  alignIn,
  borderOf,
  colorIn,
  declarationsOf,
  fontIn,
  paddingIn,
  numberIn,
  partOf,
  partsOf,
  pixelsIn,
  styleFrom,
  textIn,
} from './values.ts'

interface Look {
  font: string
  color: string
  link: string
}

/** The blocks of one content of an Unlayer design. */
export function readUnlayerContent(type: string, values: Part, reading: Design, look: Look): Part[] {
  const padding = paddingIn(values['containerPadding'])
  const placed = { padding, align: alignIn(values['textAlign'] ?? values['align']) }
  switch (type) {
    case 'text':
    case 'paragraph':
    case 'heading':
      return readText(type, values, reading, look)
    case 'image':
      return [readImage(values, reading, placed)]
    case 'button':
      return [readButton(values, reading, placed)]
    case 'divider': {
      const line = partOf(values['border'])
      const thickness = pixelsIn(line['borderTopWidth']) ?? 1
      const width = textIn(values['width'])
      const style = styleFrom({
        ...placed,
        width: width !== undefined && /^\d{1,2}(?:\.\d+)?%$/.test(width) ? (width as `${number}%`) : undefined,
      })
      const drawn = {
        type: 'divider',
        thickness: Math.min(40, Math.max(1, Math.round(thickness))),
        color: colorIn(line['borderTopColor']) ?? '#bbbbbb',
        line: lineOf(line['borderTopStyle']),
      }
      return [style === undefined ? drawn : { ...drawn, style }]
    }
    case 'html':
      return reading.html(
        textIn(values['html']) ?? '',
        declarationsOf({ 'font-family': look.font, 'font-size': '14px', color: look.color }),
        padding,
      )
    case 'menu':
      return [readMenu(values, reading, placed)]
    case 'social':
      return [readSocial(values, reading, placed)]
    case 'video':
      return [readVideo(values, reading, padding)]
    case 'timer':
      return readTimer(values, reading, padding)
    case 'table':
      return [readTable(values, reading, padding)]
    default:
      reading.warnings.add('CONTENT_LOST', `Contents of the type ${type.slice(0, 40)} are not known and were left out.`)
      return []
  }
}

function lineOf(value: unknown): 'solid' | 'dashed' | 'dotted' {
  return value === 'dashed' || value === 'dotted' ? value : 'solid'
}

function readText(type: string, values: Part, reading: Design, look: Look): Part[] {
  const html = textIn(values['text']) ?? ''
  const level = /^h[1-6]$/.test(textIn(values['headingType']) ?? '') ? textIn(values['headingType']) : 'h1'
  const links = partOf(values['linkStyle'])
  const style = declarationsOf({
    'font-family': fontIn(partOf(values['fontFamily'])['value']) ?? look.font,
    'font-size': textIn(values['fontSize']) ?? (type === 'heading' ? '22px' : '14px'),
    'font-weight': textIn(values['fontWeight']) ?? '400',
    'line-height': textIn(values['lineHeight']) ?? '140%',
    color: textIn(values['color']) ?? look.color,
    'text-align': textIn(values['textAlign']),
  })
  const color = links['inherit'] === false ? (textIn(links['linkColor']) ?? look.link) : look.link
  const inside =
    type === 'heading' ? `<${level} style="margin:0;font-size:inherit;font-weight:inherit">${html}</${level}>` : html
  const sheet = `<style>a{color:${/[;{}<>]/.test(color) ? look.link : color}}p{margin:0}</style>`
  return reading.html(sheet + inside, style, paddingIn(values['containerPadding']))
}

interface Placed {
  padding: ReturnType<typeof paddingIn>
  align: ReturnType<typeof alignIn>
}

function hrefOf(action: unknown, reading: Design): string | undefined {
  const values = partOf(partOf(action)['values'])
  const href = textIn(values['href'])
  if (href === undefined) return undefined
  const scheme = textIn(partOf(action)['name'])
  const prefix = scheme === 'email' ? 'mailto:' : scheme === 'phone' ? 'tel:' : scheme === 'sms' ? 'sms:' : ''
  return reading.link(href.startsWith(prefix) ? href : prefix + href)
}

function readImage(values: Part, reading: Design, placed: Placed): Part {
  const source = partOf(values['src'])
  const natural = pixelsIn(source['width'])
  const share = textIn(source['maxWidth'])
  const percent = share !== undefined && share.endsWith('%') ? Number.parseFloat(share) : undefined
  const isAuto = source['autoWidth'] !== false
  const href = hrefOf(values['action'], reading)
  const width =
    isAuto && natural !== undefined && natural < reading.width ? Math.max(1, Math.round(natural)) : undefined
  const shown = !isAuto && percent !== undefined && percent > 0 && percent < 100 ? (`${percent}%` as const) : undefined
  const style = styleFrom({ ...placed, width: shown })
  return {
    type: 'image',
    src: reading.picture(source['url']),
    alt: reading.text(values['altText']),
    ...(href === undefined ? {} : { href }),
    ...(width === undefined ? {} : { width: Math.min(2000, width) }),
    ...(style === undefined ? {} : { style }),
  }
}

function readButton(values: Part, reading: Design, placed: Placed): Part {
  const colors = partOf(values['buttonColors'])
  const size = partOf(values['size'])
  const line = partOf(values['border'])
  const isFull = size['autoWidth'] === false && size['width'] === '100%'
  const lineHeight = textIn(values['lineHeight'])
  const style = styleFrom({
    ...placed,
    background: colorIn(colors['backgroundColor']) ?? 'transparent',
    color: colorIn(colors['color']) ?? '#ffffff',
    font: fontIn(partOf(values['fontFamily'])['value']),
    size: pixelsIn(values['fontSize']) ?? 14,
    weight:
      values['fontWeight'] === undefined
        ? 400
        : Math.min(900, Math.max(100, Math.round(numberIn(values['fontWeight']) / 100) * 100 || 700)),
    lineHeight:
      lineHeight !== undefined && lineHeight.endsWith('%')
        ? Math.min(5, Math.max(0.5, Number.parseFloat(lineHeight) / 100))
        : 1.2,
    radius: pixelsIn(values['borderRadius']) ?? 0,
    border: borderOf(line['borderTopWidth'], line['borderTopStyle'], line['borderTopColor']),
    innerPadding: paddingIn(values['padding']) ?? [10, 20, 10, 20],
  })
  const link = hrefOf(values['href'], reading) ?? ''
  return {
    type: 'button',
    label: reading.text(values['text']),
    href: link,
    ...(isFull ? { fullWidth: true } : {}),
    style,
  }
}

function readMenu(values: Part, reading: Design, placed: Placed): Part {
  const items = partsOf(partOf(values['menu'])['items']).slice(0, 20)
  const style = styleFrom({
    ...placed,
    color: colorIn(values['textColor']) ?? colorIn(values['linkColor']),
    size: pixelsIn(values['fontSize']),
    innerPadding: paddingIn(values['padding']),
  })
  const separator = reading.text(values['separator'])
  return {
    type: 'menu',
    items: items.map((item) => ({ label: reading.text(item['text']), href: hrefOf(item['link'], reading) ?? '' })),
    layout: values['layout'] === 'vertical' ? 'stack' : 'row',
    ...(separator === '' ? {} : { separator: separator.slice(0, 5) }),
    ...(style === undefined ? {} : { style }),
  }
}

function readSocial(values: Part, reading: Design, placed: Placed): Part {
  const icons = partsOf(partOf(values['icons'])['icons']).slice(0, 20)
  const style = styleFrom({ ...placed, align: placed.align ?? 'center' })
  return {
    type: 'social',
    items: icons.map((icon) => ({ network: networkName(textIn(icon['name'])), href: reading.link(icon['url']) ?? '' })),
    size: Math.min(64, Math.max(16, Math.round(pixelsIn(values['iconSize']) ?? 32))),
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

function readVideo(values: Part, reading: Design, padding: Placed['padding']): Part {
  const video = partOf(values['video'])
  const style = styleFrom({ padding })
  return {
    type: 'video',
    href: reading.link(video['url'] ?? video['videoUrl']) ?? '',
    poster: reading.picture(video['thumbnail'] ?? video['thumbnailUrl'] ?? partOf(values['src'])['url']),
    alt: reading.text(values['altText']),
    ...(style === undefined ? {} : { style }),
  }
}

function readTimer(values: Part, reading: Design, padding: Placed['padding']): Part[] {
  const end = textIn(partOf(values['countdown'])['endTime'] ?? partOf(values['timer'])['endTime'] ?? values['endTime'])
  const instant = end === undefined ? Number.NaN : Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(end) ? end : `${end}Z`)
  if (Number.isNaN(instant)) {
    reading.warnings.add('CONTENT_LOST', 'A timer without an end was left out.')
    return []
  }
  const style = styleFrom({ padding })
  return [{ type: 'countdown', until: new Date(instant).toISOString(), ...(style === undefined ? {} : { style }) }]
}

function readTable(values: Part, reading: Design, padding: Placed['padding']): Part {
  const table = partOf(values['table'])
  const lines = (rows: unknown) =>
    partsOf(rows).map((row) =>
      partsOf(row['cells'])
        .slice(0, 12)
        .map((cell) => `<p>${escaped(reading.text(cell['text']))}</p>`),
    )
  const [head] = lines(table['headers'])
  const style = styleFrom({ padding })
  return {
    type: 'table',
    ...(head === undefined ? {} : { head }),
    rows: lines(table['rows']).slice(0, 500),
    ...(style === undefined ? {} : { style }),
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
