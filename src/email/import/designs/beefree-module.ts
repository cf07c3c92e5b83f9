import { type Design, type DesignTextStyle, reportLeft } from './design.ts'
import { type DesignPart, alignIn, paddingOf, partOf, pixelsIn, styleFrom, textIn } from './values.ts'

/** Converts a Beefree module, in the full or the simple format, to blocks. */
export function readBeefreeModule(module: DesignPart, design: Design, look: DesignTextStyle): DesignPart[] {
  const type = (textIn(module['type']) ?? '').replace(/^mailup-bee-newsletter-modules-/, '')
  const isFull = module['descriptor'] !== undefined
  const descriptor = partOf(module['descriptor'])
  const outer = isFull ? partOf(descriptor['style']) : module
  const name = type === 'addon' ? 'html' : (design.beefree.get(type)?.members[type] ?? type)
  const isImage = isFull && descriptor[name] === undefined && descriptor['image'] !== undefined
  const part = isFull ? partOf(isImage ? descriptor['image'] : descriptor[name]) : module
  const padding = paddingOf(outer)
  const computed = partOf(descriptor['computedStyle'])
  if (type === 'empty') return []
  const mobile = partOf(descriptor['mobileStyle'])
  if (isFull) reportModule(design, isImage ? 'image' : type, { descriptor, name, part, mobile })
  const align = alignIn(outer['text-align'])
  const kind = isImage ? 'image' : type
  const blocks = design.beefree.get(kind)?.read({ type: kind, part, outer, computed, padding, align, design, look })
  if (blocks === undefined) {
    design.warnings.add('CONTENT_LOST', `Modules of type ${type.slice(0, 40)} are not supported and were not imported.`)
    return []
  }
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

// Reports translations and members that are not imported.
function reportModule(design: Design, type: string, { descriptor, name, part, mobile }: ModuleReport): void {
  const { translations, ...own } = part
  const locales = Object.keys(partOf(translations))
  if (locales.length > 0)
    design.warnings.add(
      'PROPERTY_LOST',
      `Texts and images in ${locales.slice(0, 20).join(', ')} were dropped: translate the email here.`,
    )
  const what = `A ${type}`
  reportLeft(design, what, descriptor, [...described, name])
  reportLeft(design, what, partOf(descriptor['computedStyle']), computedMembers)
  reportLeft(design, what, own, partMembers)
  reportLeft(design, what, partOf(own['style']), styleMembers)
  reportLeft(design, what, partOf(own['computedStyle']), computedMembers)
  reportLeft(
    design,
    `${what} on mobile`,
    mobile,
    'padding padding-top padding-right padding-bottom padding-left font-size text-align'.split(' '),
  )
}
