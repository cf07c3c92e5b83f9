import {
  type DesignPart,
  type BlockImport,
  type UnlayerContent,
  type BeefreeModule,
  declarationsOf,
  familyIn,
  paddingIn,
  partOf,
  pixelsIn,
  textIn,
} from '../../import/index.ts'

export const textImport: BlockImport = {
  unlayer: {
    name: 'text',
    types: ['text', 'heading', 'paragraph'],
    members: 'text headingType fontFamily fontSize fontWeight lineHeight letterSpacing color linkStyle',
    mobileMembers: 'containerPadding fontSize lineHeight textAlign hideMobile',
    readsMobile: true,
    read: readUnlayer,
  },
  beefree: {
    members: { text: 'text', paragraph: 'paragraph', title: 'heading', heading: 'heading', list: 'list' },
    read: readBeefree,
  },
}

function readUnlayer({ type, values, mobile, design, look }: UnlayerContent): DesignPart[] {
  const html = textIn(values['text']) ?? ''
  const level = /^h[1-6]$/.test(textIn(values['headingType']) ?? '') ? textIn(values['headingType']) : 'h1'
  const links = partOf(values['linkStyle'])
  const family = partOf(values['fontFamily'])
  const style = declarationsOf({
    'font-family': design.font(family['value'], family['url']) ?? look.font,
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
  return design.html(sheet + inside, style, paddingIn(values['containerPadding']), narrow)
}

function important(value: unknown): string | undefined {
  const text = textIn(value)
  return text === undefined || text === '' || /[;{}<>!]/.test(text) ? undefined : `${text}!important`
}

function readBeefree({ type, part, padding, design, look }: BeefreeModule): DesignPart[] {
  const own = partOf(part['style'])
  const html = textIn(part['html']) ?? textIn(part['text']) ?? ''
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
  const inside = isTitle ? `<${level} style="margin:0;font-size:inherit;font-weight:inherit">${html}</${level}>` : html
  return design.html(sheet + inside, style, padding)
}
