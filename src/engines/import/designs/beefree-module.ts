import type { Design } from './design.ts'
import {
  type Part,
  alignIn,
  borderOf,
  colorIn,
  declarationsOf,
  fontIn,
  paddingOf,
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

/** The blocks of one module of a Beefree design, in the full form or the simple one. */
export function readBeefreeModule(module: Part, reading: Design, look: Look): Part[] {
  const type = (textIn(module['type']) ?? '').replace(/^mailup-bee-newsletter-modules-/, '')
  const isFull = module['descriptor'] !== undefined
  const descriptor = partOf(module['descriptor'])
  const outer = isFull ? partOf(descriptor['style']) : module
  const part = isFull ? partOf(descriptor[partNames[type] ?? type]) : module
  const padding = paddingOf(outer)
  const computed = partOf(descriptor['computedStyle'])
  const blocks = blocksOf({ type, part, outer, computed, padding }, reading, look)
  const hide =
    computed['hideContentOnMobile'] === true
      ? 'mobile'
      : computed['hideContentOnDesktop'] === true
        ? 'desktop'
        : undefined
  if (hide !== undefined) for (const block of blocks) block['hide'] = { [hide]: true }
  return blocks
}

const partNames: Record<string, string> = {
  social: 'iconsList',
  title: 'heading',
  heading: 'heading',
  icons: 'iconsList',
  addon: 'html',
}

interface Module {
  type: string
  part: Part
  outer: Part
  computed: Part
  padding: ReturnType<typeof paddingOf>
}

function blocksOf({ type, part, outer, computed, padding }: Module, reading: Design, look: Look): Part[] {
  switch (type) {
    case 'text':
    case 'paragraph':
    case 'title':
    case 'heading':
    case 'list':
      return readWords(type, part, { padding, reading, look })
    case 'image':
      return [readImage(part, outer, { padding, reading })]
    case 'button':
      return [readButton(part, outer, { padding, reading })]
    case 'divider': {
      const line = partOf(part['style'])
      const [, width, kind, color] = /^([\d.]+)px\s+(\w+)\s+(.+)$/.exec(textIn(line['border-top']) ?? '') ?? []
      const thickness = numberIn(width ?? part['height']) || 1
      const style = styleFrom({ padding, align: alignIn(computed['align']) })
      const drawn = {
        type: 'divider',
        thickness: Math.min(40, Math.max(1, Math.round(thickness))),
        color: colorIn(color ?? part['color']) ?? '#bbbbbb',
        line: kind === 'dashed' || kind === 'dotted' ? kind : 'solid',
      }
      return [style === undefined ? drawn : { ...drawn, style }]
    }
    case 'spacer':
      return [
        {
          type: 'spacer',
          height: Math.min(400, Math.max(1, Math.round(pixelsIn(partOf(part['style'])['height']) ?? 20))),
        },
      ]
    case 'html':
      return reading.html(
        textIn(part['html']) ?? '',
        declarationsOf({ 'font-family': look.font, color: look.color }),
        padding,
      )
    case 'social':
      return [readSocial(part, { padding, reading, align: alignIn(outer['text-align']) })]
    case 'icons':
      return [readIcons(part, { padding, reading, align: alignIn(outer['text-align']) })]
    case 'menu':
      return [readMenu(part, { padding, reading, align: alignIn(outer['text-align']) })]
    case 'video':
      return [
        {
          type: 'video',
          href: reading.link(part['src'] ?? part['href']) ?? '',
          poster: reading.picture(part['thumbSrc'] ?? part['thumb']),
          alt: reading.text(part['alt']),
        },
      ]
    default:
      reading.warnings.add('CONTENT_LOST', `Modules of the type ${type.slice(0, 40)} are not known and were left out.`)
      return []
  }
}

interface Reading {
  padding: ReturnType<typeof paddingOf>
  reading: Design
}

function readWords(type: string, part: Part, { padding, reading, look }: Reading & { look: Look }): Part[] {
  const own = partOf(part['style'])
  const said = textIn(part['html']) ?? textIn(part['text']) ?? ''
  const level = /^h[1-6]$/.test(textIn(part['title']) ?? '') ? textIn(part['title']) : 'h1'
  const isTitle = type === 'title' || type === 'heading'
  const color = textIn(partOf(part['computedStyle'])['linkColor'] ?? part['linkColor']) ?? look.link
  const size = pixelsIn(own['font-size'] ?? part['size'])
  const style = declarationsOf({
    'font-family': fontIn(own['font-family']) ?? look.font,
    'font-size': size === undefined ? (isTitle ? '23px' : '14px') : `${size}px`,
    'font-weight': part['bold'] === true ? '700' : (textIn(own['font-weight']) ?? (isTitle ? '700' : '400')),
    'font-style': part['italic'] === true ? 'italic' : undefined,
    'line-height': textIn(own['line-height']) ?? '1.2',
    color: textIn(own['color'] ?? part['color']) ?? look.color,
    'text-align': textIn(own['text-align'] ?? part['align']),
    direction: textIn(own['direction'] ?? part['direction']),
  })
  const sheet = `<style>a{color:${/[;{}<>]/.test(color) ? look.link : color}}p{margin:0}</style>`
  const inside = isTitle ? `<${level} style="margin:0;font-size:inherit;font-weight:inherit">${said}</${level}>` : said
  return reading.html(sheet + inside, style, padding)
}

function readImage(part: Part, outer: Part, { padding, reading }: Reading): Part {
  const width = pixelsIn(part['width'] ?? partOf(part['style'])['width'])
  const href = reading.link(part['href'])
  const style = styleFrom({ padding, align: alignIn(outer['text-align']) ?? 'center' })
  return {
    type: 'image',
    src: reading.picture(part['src'] ?? part['dynamicSrc']),
    alt: reading.text(part['alt']),
    ...(href === undefined ? {} : { href }),
    ...(width === undefined || width < 1 ? {} : { width: Math.min(2000, Math.round(width)) }),
    style,
  }
}

function readButton(part: Part, outer: Part, { padding, reading }: Reading): Part {
  const own = partOf(part['style'])
  const full = Object.keys(own).length > 0 ? own : part
  const inner = paddingOf(own) ?? [
    pixelsIn(part['contentPaddingTop']) ?? 5,
    pixelsIn(part['contentPaddingRight']) ?? 20,
    pixelsIn(part['contentPaddingBottom']) ?? 5,
    pixelsIn(part['contentPaddingLeft']) ?? 20,
  ]
  const [, width, , color] =
    /^([\d.]+)px\s+(\w+)\s+(.+)$/.exec(textIn(full['border-top'] ?? full['border']) ?? '') ?? []
  const size = pixelsIn(full['font-size'] ?? part['size'])
  const style = styleFrom({
    padding,
    align: alignIn(outer['text-align'] ?? part['align']) ?? 'center',
    background: colorIn(full['background-color']) ?? 'transparent',
    color: colorIn(full['color'] ?? part['color']) ?? '#ffffff',
    font: fontIn(full['font-family']),
    size: size ?? 16,
    weight: full['font-weight'] === 'bold' || full['font-weight'] === '700' ? 700 : 400,
    lineHeight: 2,
    radius: pixelsIn(full['border-radius']) ?? 0,
    border: borderOf(width ?? part['border-width'], 'solid', color ?? part['border-color']),
    innerPadding: inner,
  })
  return {
    type: 'button',
    label: reading.text(part['label'] ?? part['text']),
    href: reading.link(part['href']) ?? '',
    style,
  }
}

interface Listed extends Reading {
  align: ReturnType<typeof alignIn>
}

function readSocial(part: Part, { padding, reading, align }: Listed): Part {
  const icons = partsOf(part['icons']).slice(0, 20)
  return {
    type: 'social',
    items: icons.map((icon) => {
      const image = partOf(icon['image'])
      const name = (textIn(icon['id'] ?? icon['name'] ?? image['title']) ?? 'website')
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .slice(0, 40)
      return {
        network: name === '' ? 'website' : name === 'twitter' ? 'x' : name,
        href: reading.link(image['href'] ?? icon['href']) ?? '',
      }
    }),
    style: styleFrom({ padding, align: align ?? 'center' }),
  }
}

function readIcons(part: Part, { padding, reading, align }: Listed): Part {
  const items = partsOf(part['icons'])
    .slice(0, 20)
    .map((icon) => {
      const href = reading.link(icon['href'])
      const label = reading.text(icon['text'])
      return {
        src: reading.picture(icon['image']),
        alt: reading.text(icon['alt']),
        ...(label === '' ? {} : { label }),
        ...(href === undefined ? {} : { href }),
      }
    })
  return { type: 'icons', items, style: styleFrom({ padding, align: align ?? 'center' }) }
}

function readMenu(part: Part, { padding, reading, align }: Listed): Part {
  const items = partsOf(part['items'] ?? partOf(part['menuItemsList'])['items']).slice(0, 20)
  return {
    type: 'menu',
    items: items.map((item) => ({
      label: reading.text(item['text']),
      href: reading.link(partOf(item['link'])['href']) ?? '',
    })),
    style: styleFrom({ padding, align: align ?? 'center' }),
  }
}
