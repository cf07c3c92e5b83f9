import type { Design } from './design.ts'
import { reportLeft } from './left-out.ts'
import { readUnlayerButton, readUnlayerImage, readUnlayerMenu, readUnlayerSocial } from './unlayer-links.ts'
import { readUnlayerTable, readUnlayerTimer, readUnlayerVideo } from './unlayer-media.ts'
import {
  type DesignPart,
  alignIn,
  colorIn,
  declarationsOf,
  paddingIn,
  partOf,
  pixelsIn,
  shareIn,
  styleFrom,
  textIn,
} from './values.ts'

interface UnlayerStyle {
  font: string
  color: string
  link: string
}

const everywhere =
  'containerPadding anchor displayCondition hideDesktop hideMobile _override _styleGuide language textAlign align'.split(
    ' ',
  )

const members: Record<string, string> = {
  text: 'text headingType fontFamily fontSize fontWeight lineHeight letterSpacing color linkStyle',
  image: 'src altText action fullWidth maxWidth borderRadius border',
  button:
    'text href buttonColors size padding border borderRadius fontFamily fontSize fontWeight lineHeight letterSpacing fullWidth',
  divider: 'border width',
  html: 'html',
  menu: 'menu fontFamily fontSize fontWeight letterSpacing textColor linkColor layout separator padding',
  social: 'icons spacing iconSize',
  video: 'video src altText',
  timer: 'countdown timer endTime altText action width',
  table: 'table',
}

const mobileMembers: Record<string, string> = {
  text: 'containerPadding fontSize lineHeight textAlign hideMobile',
  image: 'containerPadding textAlign src hideMobile',
  button: 'containerPadding textAlign size padding fontSize lineHeight hideMobile',
  divider: 'containerPadding textAlign width hideMobile',
  menu: 'containerPadding textAlign align padding fontSize layout hideMobile',
  social: 'containerPadding align hideMobile',
  timer: 'containerPadding textAlign width hideMobile',
}

/** The blocks of one content of an Unlayer design. */
export function readUnlayerContent(
  type: string,
  values: DesignPart,
  reading: Design,
  look: UnlayerStyle,
): DesignPart[] {
  const kind = type === 'heading' || type === 'paragraph' ? 'text' : type
  const known = Object.hasOwn(members, kind) ? members[kind] : undefined
  if (known === undefined) {
    reading.warnings.add('CONTENT_LOST', `Contents of the type ${type.slice(0, 40)} are not known and were left out.`)
    return []
  }
  const mobile = partOf(partOf(values['_override'])['mobile'])
  reportLeft(reading, `A ${kind}`, values, [...everywhere, ...known.split(' ')])
  reportLeft(reading, `A ${kind} on phones`, mobile, (mobileMembers[kind] ?? 'hideMobile').split(' '))
  const blocks = blocksOf(kind, type, { values, mobile, reading, look })
  if (kind === 'text') return blocks
  const narrow = styleFrom({
    padding: paddingIn(mobile['containerPadding']),
    align: alignIn(mobile['textAlign'] ?? mobile['align']),
    size: pixelsIn(mobile['fontSize']),
    innerPadding: paddingIn(mobile['padding']),
    width: shareIn(partOf(mobile['size'])['width'] ?? partOf(mobile['width'])['width'] ?? mobile['width']),
  })
  if (narrow !== undefined) for (const block of blocks) block['mobile'] = { ...narrow, ...partOf(block['mobile']) }
  return blocks
}

interface Content {
  values: DesignPart
  mobile: DesignPart
  reading: Design
  look: UnlayerStyle
}

function blocksOf(kind: string, type: string, { values, mobile, reading, look }: Content): DesignPart[] {
  const padding = paddingIn(values['containerPadding'])
  const placed = { padding, align: alignIn(values['textAlign'] ?? values['align']) }
  switch (kind) {
    case 'text':
      return readText(type, values, mobile, reading, look)
    case 'image':
      return [readUnlayerImage(values, mobile, reading, placed)]
    case 'button':
      return [readUnlayerButton(values, reading, placed)]
    case 'divider':
      return [readDivider(values, placed)]
    case 'menu':
      return [readUnlayerMenu(values, reading, placed)]
    case 'social':
      return [readUnlayerSocial(values, reading, placed)]
    case 'video':
      return [readUnlayerVideo(values, reading, padding)]
    case 'timer':
      return readUnlayerTimer(values, reading, placed)
    case 'table':
      return [readUnlayerTable(values, reading, padding)]
    default:
      return reading.html(
        textIn(values['html']) ?? '',
        declarationsOf({ 'font-family': look.font, 'font-size': '14px', color: look.color }),
        padding,
      )
  }
}

// A line without thickness is the room around it.
function readDivider(
  values: DesignPart,
  placed: { padding: ReturnType<typeof paddingIn>; align: ReturnType<typeof alignIn> },
): DesignPart {
  const line = partOf(values['border'])
  const thickness = pixelsIn(line['borderTopWidth']) ?? 1
  const [top = 0, , bottom = 0] = placed.padding ?? []
  if (thickness <= 0) return { type: 'spacer', height: Math.min(400, Math.max(1, Math.round(top + bottom))) }
  const style = styleFrom({ ...placed, width: shareIn(values['width']) })
  const kind = line['borderTopStyle']
  const rendered = {
    type: 'divider',
    thickness: Math.min(40, Math.max(1, Math.round(thickness))),
    color: colorIn(line['borderTopColor']) ?? '#bbbbbb',
    line: kind === 'dashed' || kind === 'dotted' ? kind : 'solid',
  }
  return style === undefined ? rendered : { ...rendered, style }
}

function readText(
  type: string,
  values: DesignPart,
  mobile: DesignPart,
  reading: Design,
  look: UnlayerStyle,
): DesignPart[] {
  const html = textIn(values['text']) ?? ''
  const level = /^h[1-6]$/.test(textIn(values['headingType']) ?? '') ? textIn(values['headingType']) : 'h1'
  const links = partOf(values['linkStyle'])
  const family = partOf(values['fontFamily'])
  const style = declarationsOf({
    'font-family': reading.font(family['value'], family['url']) ?? look.font,
    'font-size': textIn(values['fontSize']) ?? (type === 'heading' ? '22px' : '14px'),
    'font-weight': textIn(values['fontWeight']) ?? '400',
    'line-height': textIn(values['lineHeight']) ?? '140%',
    'letter-spacing': textIn(values['letterSpacing']),
    color: textIn(values['color']) ?? look.color,
    'text-align': textIn(values['textAlign']),
  })
  const narrow = declarationsOf({
    'font-size': important(mobile['fontSize']),
    'line-height': important(mobile['lineHeight']),
    'text-align': important(mobile['textAlign']),
    padding: important(mobile['containerPadding']),
  })
  const own = links['inherit'] === false
  const color = own ? (textIn(links['linkColor']) ?? look.link) : look.link
  const plain = own && links['linkUnderline'] === false ? ';text-decoration:none' : ''
  const inside =
    type === 'heading' ? `<${level} style="margin:0;font-size:inherit;font-weight:inherit">${html}</${level}>` : html
  const sheet = `<style>a{color:${/[;{}<>]/.test(color) ? look.link : color}${plain}}p{margin:0}</style>`
  return reading.html(sheet + inside, style, paddingIn(values['containerPadding']), narrow)
}

function important(value: unknown): string | undefined {
  const text = textIn(value)
  return text === undefined || text === '' || /[;{}<>!]/.test(text) ? undefined : `${text}!important`
}
