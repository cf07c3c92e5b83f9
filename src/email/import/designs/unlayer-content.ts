import { type Design, type DesignTextStyle, reportLeft } from './design.ts'
import { type DesignPart, alignIn, paddingIn, partOf, pixelsIn, percentIn, styleFrom, textIn } from './values.ts'

const commonMembers =
  'containerPadding anchor displayCondition hideDesktop hideMobile _override _styleGuide language textAlign align'.split(
    ' ',
  )

export function readUnlayerContent(
  type: string,
  values: DesignPart,
  design: Design,
  look: DesignTextStyle,
): DesignPart[] {
  const reader = design.unlayer.get(type)
  if (reader === undefined) {
    design.warnings.add(
      'CONTENT_LOST',
      `Contents of type ${type.slice(0, 40)} are not supported and were not imported.`,
    )
    return []
  }
  const { name, members, mobileMembers = 'hideMobile' } = reader
  const mobile = partOf(partOf(values['_override'])['mobile'])
  reportLeft(design, `A ${name}`, values, [...commonMembers, ...members.split(' ')])
  reportLeft(design, `A ${name} on mobile`, mobile, mobileMembers.split(' '))
  const padding = paddingIn(values['containerPadding'])
  const placed = { padding, align: alignIn(values['textAlign'] ?? values['align']) }
  const blocks = reader.read({ type, values, mobile, padding, placed, design, look })
  if (reader.readsMobile) return blocks
  const narrow = styleFrom({
    padding: paddingIn(mobile['containerPadding']),
    align: alignIn(mobile['textAlign'] ?? mobile['align']),
    size: pixelsIn(mobile['fontSize']),
    innerPadding: paddingIn(mobile['padding']),
    width: percentIn(partOf(mobile['size'])['width'] ?? partOf(mobile['width'])['width'] ?? mobile['width']),
  })
  if (narrow !== undefined) for (const block of blocks) block['mobile'] = { ...narrow, ...partOf(block['mobile']) }
  return blocks
}

/** The URL of an Unlayer link: its pattern with the values filled in, or the `url` member of older designs. */
export function unlayerHref(action: unknown, design: Design): string | undefined {
  const { name, attrs, ...older } = partOf(action)
  const values = partOf(partOf(action)['values'])
  const pattern = textIn(partOf(attrs)['href'])
  const filled = pattern?.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, key: string) => {
    const value = textIn(values[key])
    if (value === undefined) return key === 'href' ? '' : /^(?:subject|body)$/.test(key) ? '' : whole
    return key === 'subject' || key === 'body' ? encodeURIComponent(value) : value
  })
  const target = textIn(values['href'] ?? values['email'] ?? values['phone'] ?? older['url'])
  const href =
    filled === undefined || filled === '' || filled === pattern
      ? target
      : filled.replace(/[?&](?:subject|body)=(?=&|$)/g, '')
  if (href === undefined || href.trim() === '') return undefined
  const scheme = textIn(name)
  const prefix = scheme === 'email' ? 'mailto:' : scheme === 'phone' ? 'tel:' : scheme === 'sms' ? 'sms:' : ''
  return design.link(href.startsWith(prefix) ? href : prefix + href)
}
