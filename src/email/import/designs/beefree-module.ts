import type { Design } from './design.ts'
import { labelStyle } from './label.ts'
import { reportLeft } from './left-out.ts'
import {
  type DesignPart,
  alignIn,
  borderIn,
  borderOf,
  bordersOf,
  colorIn,
  declarationsOf,
  fontIn,
  paddingOf,
  numberIn,
  partOf,
  partsOf,
  pixelsIn,
  shareIn,
  styleFrom,
  textIn,
} from './values.ts'

interface BeefreeStyle {
  font: string
  color: string
  link: string
}

/** The blocks of one module of a Beefree design, in the full form or the simple one. */
export function readBeefreeModule(module: DesignPart, reading: Design, look: BeefreeStyle): DesignPart[] {
  const type = (textIn(module['type']) ?? '').replace(/^mailup-bee-newsletter-modules-/, '')
  const isFull = module['descriptor'] !== undefined
  const descriptor = partOf(module['descriptor'])
  const outer = isFull ? partOf(descriptor['style']) : module
  const name = Object.hasOwn(partNames, type) ? (partNames[type] ?? type) : type
  const isImage = isFull && descriptor[name] === undefined && descriptor['image'] !== undefined
  const part = isFull ? partOf(isImage ? descriptor['image'] : descriptor[name]) : module
  const padding = paddingOf(outer)
  const computed = partOf(descriptor['computedStyle'])
  if (type === 'empty') return []
  const mobile = partOf(descriptor['mobileStyle'])
  if (isFull) reportModule(reading, isImage ? 'image' : type, { descriptor, name, part, mobile })
  const blocks = blocksOf({ type: isImage ? 'image' : type, part, outer, computed, padding }, reading, look)
  const narrow = styleFrom({
    padding: paddingOf(mobile),
    size: pixelsIn(mobile['font-size']),
    align: alignIn(mobile['text-align']),
  })
  if (narrow !== undefined) for (const block of blocks) block['mobile'] = { ...narrow, ...partOf(block['mobile']) }
  const hide =
    computed['hideContentOnMobile'] === true
      ? 'mobile'
      : computed['hideContentOnDesktop'] === true
        ? 'desktop'
        : undefined
  if (hide !== undefined) for (const block of blocks) block['hide'] = { [hide]: true }
  const parts = {
    ...(computed['hideContentOnHtml'] === true ? { html: false } : {}),
    ...(computed['hideContentOnAmp'] === true ? { amp: false } : {}),
  }
  if (Object.keys(parts).length > 0) for (const block of blocks) block['parts'] = parts
  return blocks
}

interface ModuleReport {
  descriptor: DesignPart
  name: string
  part: DesignPart
  mobile: DesignPart
}

const described = 'style computedStyle mobileStyle image'.split(' ')
const computedMembers =
  'class width height align hideContentOnMobile hideContentOnDesktop hideContentOnAmp hideContentOnHtml iconsDefaultWidth layout linkColor paragraphSpacing'.split(
    ' ',
  )
const partMembers =
  'style computedStyle html text title label href src dynamicSrc alt width height percWidth icons items thumbSrc thumb'.split(
    ' ',
  )
const styleMembers =
  'color font-family font-size font-weight line-height text-align direction letter-spacing link-color border-top border-right border-bottom border-left border-radius background-color padding padding-top padding-right padding-bottom padding-left width max-width height word-break'.split(
    ' ',
  )

// Other languages and whatever else nobody reads.
function reportModule(reading: Design, type: string, { descriptor, name, part, mobile }: ModuleReport): void {
  const { translations, ...own } = part
  const locales = Object.keys(partOf(translations))
  if (locales.length > 0)
    reading.warnings.add(
      'PROPERTY_LOST',
      `Texts and pictures in ${locales.slice(0, 20).join(', ')} were left out: translate the email here.`,
    )
  const what = `A ${type}`
  reportLeft(reading, what, descriptor, [...described, name])
  reportLeft(reading, what, partOf(descriptor['computedStyle']), computedMembers)
  reportLeft(reading, what, own, partMembers)
  reportLeft(reading, what, partOf(own['style']), styleMembers)
  reportLeft(reading, what, partOf(own['computedStyle']), computedMembers)
  reportLeft(
    reading,
    `${what} on phones`,
    mobile,
    'padding padding-top padding-right padding-bottom padding-left font-size text-align'.split(' '),
  )
}

const partNames: Record<string, string> = {
  social: 'iconsList',
  title: 'heading',
  heading: 'heading',
  icons: 'iconsList',
  addon: 'html',
  menu: 'menuItemsList',
}

interface Module {
  type: string
  part: DesignPart
  outer: DesignPart
  computed: DesignPart
  padding: ReturnType<typeof paddingOf>
}

function blocksOf({ type, part, outer, computed, padding }: Module, reading: Design, look: BeefreeStyle): DesignPart[] {
  switch (type) {
    case 'text':
    case 'paragraph':
    case 'title':
    case 'heading':
    case 'list':
      return readWords(type, part, { padding, reading, look })
    case 'image':
      return [readImage(part, outer, { padding, reading, computed })]
    case 'button':
      return [readButton(part, outer, { padding, reading })]
    case 'divider':
      return [readDivider(part, computed, padding)]
    case 'spacer':
      return [
        {
          type: 'spacer',
          height: Math.min(400, Math.max(1, Math.round(pixelsIn(partOf(part['style'])['height']) ?? 20))),
          style: styleFrom({ padding }),
        },
      ]
    case 'html':
      return reading.html(
        textIn(part['html']) ?? '',
        declarationsOf({ 'font-family': look.font, color: look.color }),
        padding,
      )
    case 'social':
      return [readSocial(part, { padding, reading, align: alignIn(outer['text-align']), computed })]
    case 'icons':
      return [readIcons(part, { padding, reading, align: alignIn(outer['text-align']), computed })]
    case 'menu':
      return [readMenu(part, { padding, reading, align: alignIn(outer['text-align']), computed })]
    case 'video':
      return [
        {
          type: 'video',
          href: reading.link(part['src'] ?? part['href']) ?? '',
          poster: reading.readImageUrl(part['thumbSrc'] ?? part['thumb']),
          alt: reading.text(part['alt']),
          style: styleFrom({ padding }),
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

function readWords(
  type: string,
  part: DesignPart,
  { padding, reading, look }: Reading & { look: BeefreeStyle },
): DesignPart[] {
  const own = partOf(part['style'])
  const said = textIn(part['html']) ?? textIn(part['text']) ?? ''
  const level = /^h[1-6]$/.test(textIn(part['title']) ?? '') ? textIn(part['title']) : 'h1'
  const isTitle = type === 'title' || type === 'heading'
  const computed = partOf(part['computedStyle'])
  const color = textIn(computed['linkColor'] ?? own['link-color'] ?? part['linkColor']) ?? look.link
  const gap = pixelsIn(computed['paragraphSpacing']) ?? 0
  const size = pixelsIn(own['font-size'] ?? part['size'])
  const style = declarationsOf({
    'font-family': familyIn(own['font-family']) ?? look.font,
    'letter-spacing': textIn(own['letter-spacing'] ?? part['letter-spacing']),
    'font-size': size === undefined ? (isTitle ? '23px' : '14px') : `${size}px`,
    'font-weight': part['bold'] === true ? '700' : (textIn(own['font-weight']) ?? (isTitle ? '700' : '400')),
    'font-style': part['italic'] === true ? 'italic' : undefined,
    'line-height': textIn(own['line-height']) ?? '1.2',
    color: textIn(own['color'] ?? part['color']) ?? look.color,
    'text-align': textIn(own['text-align'] ?? part['align']),
    direction: textIn(own['direction'] ?? part['direction']),
  })
  const sheet = `<style>a{color:${/[;{}<>]/.test(color) ? look.link : color}}p{margin:0}${gap > 0 ? `p+p,p+ul,p+ol,ul+p,ol+p{margin-top:${Math.min(200, gap)}px}` : ''}</style>`
  const inside = isTitle ? `<${level} style="margin:0;font-size:inherit;font-weight:inherit">${said}</${level}>` : said
  return reading.html(sheet + inside, style, padding)
}

function readImage(
  part: DesignPart,
  outer: DesignPart,
  { padding, reading, computed }: Reading & { computed: DesignPart },
): DesignPart {
  // What is rendered is beside the image; in it stands how large the file is.
  const width = pixelsIn(computed['width'] ?? part['width'] ?? partOf(part['style'])['width'])
  const names = (textIn(computed['class']) ?? '').split(/\s+/)
  const side = names.find((name) => alignIn(name) !== undefined)
  const href = reading.link(part['href'])
  const radius = pixelsIn(outer['border-radius'] ?? partOf(part['style'])['border-radius'])
  const style = styleFrom({
    padding,
    align: alignIn(side) ?? alignIn(outer['text-align']) ?? 'center',
    radius: radius === 0 ? undefined : radius,
  })
  return {
    type: 'image',
    src: reading.readImageUrl(part['src'] ?? part['dynamicSrc']),
    alt: reading.text(part['alt']),
    ...(href === undefined ? {} : { href }),
    ...(width === undefined || width < 1 ? {} : { width: Math.min(2000, Math.round(width)) }),
    ...(names.includes('fullwidthOnMobile') ? { mobile: { width: '100%' } } : {}),
    style,
  }
}

// A line that nobody sees is room.
function readDivider(part: DesignPart, computed: DesignPart, padding: ReturnType<typeof paddingOf>): DesignPart {
  const line = partOf(part['style'])
  const [, width, kind, color] = /^([\d.]+)px\s+(\w+)\s+(\S.*)$/.exec(textIn(line['border-top']) ?? '') ?? []
  const thickness = numberIn(width ?? part['height'])
  const ink = colorIn(color ?? part['color'])
  const isUnseen = thickness === 0 || (color !== undefined && ink === undefined)
  if (isUnseen) {
    const inner = Math.max(pixelsIn(line['height']) ?? 0, Number.isNaN(thickness) ? 0 : thickness)
    const height = (padding?.[0] ?? 0) + (padding?.[2] ?? 0) + inner
    return { type: 'spacer', height: Math.min(400, Math.max(1, Math.round(height))) }
  }
  const style = styleFrom({ padding, align: alignIn(computed['align']), width: shareIn(line['width']) })
  const rendered = {
    type: 'divider',
    thickness: Math.min(40, Math.max(1, Math.round(thickness || 1))),
    color: ink ?? '#bbbbbb',
    line: kind === 'dashed' || kind === 'dotted' ? kind : 'solid',
  }
  return style === undefined ? rendered : { ...rendered, style }
}

// What takes the font around it says none.
function familyIn(value: unknown): string | undefined {
  return textIn(value)?.trim() === 'inherit' ? undefined : fontIn(value)
}

function readButton(part: DesignPart, outer: DesignPart, { padding, reading }: Reading): DesignPart {
  const own = partOf(part['style'])
  const full = Object.keys(own).length > 0 ? own : part
  const inner = paddingOf(own) ?? [
    pixelsIn(part['contentPaddingTop']) ?? 5,
    pixelsIn(part['contentPaddingRight']) ?? 20,
    pixelsIn(part['contentPaddingBottom']) ?? 5,
    pixelsIn(part['contentPaddingLeft']) ?? 20,
  ]
  const [, width, , color] = /^([\d.]+)px\s+(\w+)\s+(\S.*)$/.exec(textIn(full['border']) ?? '') ?? []
  const size = pixelsIn(full['font-size'] ?? part['size'])
  const factor = textIn(full['line-height'])
  const line = factor?.endsWith('%') === true ? Number.parseFloat(factor) / 100 : Number(factor ?? 2)
  const isFull = textIn(full['width']) === '100%'
  const style = styleFrom({
    padding,
    align: alignIn(outer['text-align'] ?? part['align']) ?? 'center',
    background: colorIn(full['background-color']) ?? 'transparent',
    color: colorIn(full['color'] ?? part['color']) ?? '#ffffff',
    font: familyIn(full['font-family']),
    letterSpacing: pixelsIn(full['letter-spacing']) || undefined,
    width: shareIn(full['width']),
    size: size ?? 16,
    weight: full['font-weight'] === 'bold' || full['font-weight'] === '700' ? 700 : 400,
    lineHeight: line >= 0.5 && line <= 5 ? line : 2,
    radius: pixelsIn(full['border-radius']) ?? 0,
    border:
      bordersOf((side) => borderIn(full[`border-${side.toLowerCase()}`])) ??
      borderOf(width ?? part['border-width'], 'solid', color ?? part['border-color']),
    innerPadding: inner,
  })
  return {
    type: 'button',
    label: reading.text(part['label'] ?? part['text']),
    href: reading.link(part['href']) ?? '',
    ...(isFull ? { fullWidth: true } : {}),
    style: { ...style, ...labelStyle(textIn(part['label'] ?? part['text']) ?? '', size ?? 16) },
  }
}

interface Listed extends Reading {
  computed: DesignPart
  align: ReturnType<typeof alignIn>
}

function readSocial(part: DesignPart, { padding, reading, align, computed }: Listed): DesignPart {
  const size = pixelsIn(computed['iconsDefaultWidth'])
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
    ...(size === undefined ? {} : { size: Math.min(128, Math.max(8, Math.round(size))) }),
    style: styleFrom({ padding, align: align ?? 'center' }),
  }
}

function readIcons(part: DesignPart, { padding, reading, align, computed: _computed }: Listed): DesignPart {
  const own = partOf(part['style'])
  const size = pixelsIn(partsOf(part['icons'])[0]?.['width'])
  const items = partsOf(part['icons'])
    .slice(0, 20)
    .map((icon) => {
      const href = reading.link(icon['href'])
      const label = reading.text(icon['text'])
      return {
        src: reading.readImageUrl(icon['image']),
        alt: reading.text(icon['alt']),
        ...(label === '' ? {} : { label }),
        ...(href === undefined ? {} : { href }),
      }
    })
  const style = styleFrom({
    padding,
    align: align ?? 'center',
    color: colorIn(own['color']),
    font: familyIn(own['font-family']),
    size: pixelsIn(own['font-size']),
  })
  return {
    type: 'icons',
    items,
    ...(size === undefined ? {} : { size: Math.min(200, Math.max(8, Math.round(size))) }),
    style,
  }
}

function readMenu(part: DesignPart, { padding, reading, align, computed }: Listed): DesignPart {
  const own = partOf(part['style'])
  const items = partsOf(part['items'] ?? partOf(part['menuItemsList'])['items']).slice(0, 20)
  return {
    type: 'menu',
    items: items.map((item) => ({
      label: reading.text(item['text']),
      href: reading.link(partOf(item['link'])['href']) ?? '',
    })),
    ...(computed['layout'] === 'vertical' ? { layout: 'stack' } : {}),
    style: styleFrom({
      padding,
      align: align ?? alignIn(own['text-align']) ?? 'center',
      color: colorIn(own['color']),
      font: familyIn(own['font-family']),
      size: pixelsIn(own['font-size']),
      letterSpacing: pixelsIn(own['letter-spacing']) || undefined,
      innerPadding: paddingOf(own),
    }),
  }
}
