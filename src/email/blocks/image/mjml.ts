import type { Block, MobileStyle, Style } from '../../document/index.ts'
import {
  type Attributes,
  type BlockMjml,
  type Element,
  type InputBlock,
  type Reading,
  type Slot,
  attributeText,
  borderOf,
  keepHtml,
  noBox,
  quoted,
  readAlign,
  readBox,
  readNumber,
  roundingOf,
  widthIn,
  within,
} from '../../mjml/index.ts'

interface Image extends Block {
  src: string
  alt?: string
  href?: string
  title?: string
  width?: number
  darkSrc?: string
}

export const imageMjml: BlockMjml<Image> = {
  components: { 'mj-image': { read: readImage } },
  paintsBackground: true,
  write: (block, context) => {
    const source = context.imageUrl(block.src)
    if (source === '') return ''
    const { style } = context
    if (style.background !== undefined) context.lost('MJML does not support a background behind an image.')
    if (block.darkSrc !== undefined) context.lost('MJML does not support a separate image for dark mode.')
    const inside = context.width - (style.padding?.[1] ?? 0) - (style.padding?.[3] ?? 0)
    const own = block.width ?? context.imageWidth(block.src)
    const wanted =
      typeof style.width === 'string' ? (Number.parseFloat(style.width) * inside) / 100 : (style.width ?? own)
    const width = wanted === undefined || wanted >= inside ? undefined : Math.round(wanted)
    const isFluid = width === undefined ? block.mobile?.width === undefined : block.mobile?.width === '100%'
    return context.component('mj-image', {
      ...context.cell(),
      src: source,
      alt: block.alt ?? '',
      href: block.href === '' ? undefined : block.href,
      title: block.title === '' ? undefined : block.title,
      align: context.side,
      width: width === undefined ? undefined : `${width}px`,
      'border-radius': context.radius(),
      ...context.border(),
      'fluid-on-mobile': isFluid ? 'true' : undefined,
    })
  },
}

// MJML: the specified width, at most that of the column, also on phones unless the image is fluid.
function readImage(reading: Reading, element: Element, slot: Slot): InputBlock[] {
  const attributes = reading.attributesOf(element, slot)
  reading.ignore(element, attributes, ['srcset', 'sizes', 'usemap', 'max-height', 'name'])
  const padding = readBox(attributes, 'padding', slot.width) ?? noBox
  const style: Style = { padding, align: readAlign(attributes['align']) ?? 'center' }
  const border = borderOf(reading, element, attributes)
  if (border !== undefined) style.border = border
  const availableWidth = Math.floor(widthIn(style, slot.width))
  const width = Math.max(
    1,
    Math.round(Math.min(availableWidth, readNumber(attributes['width']) ?? Number.POSITIVE_INFINITY)),
  )
  Object.assign(style, roundingOf(reading, element, attributes['border-radius'], width))
  const src = reading.address(attributes['src'])
  const href = attributes['href']
  const link = href === undefined || href.trim() === '' ? undefined : reading.address(href)
  const isKept = (src === undefined && attributes['src'] !== undefined) || (link === undefined && href?.trim())
  if (isKept) return [keepImage(reading, element, attributes, style, width)]
  const alt = attributeText(attributes['alt'])
  const block: InputBlock = { type: 'image', src: src ?? '', alt }
  if (link !== undefined) block['href'] = link
  const title = attributeText(attributes['title'])
  if (title !== '') block['title'] = title
  if (width < availableWidth) block['width'] = within(width, 1, 2000)
  const height = /px\s*$|^\d+$/.test(attributes['height'] ?? '') ? readNumber(attributes['height']) : undefined
  if (height !== undefined && height >= 1) {
    block['width'] = within(width, 1, 2000)
    block['height'] = within(Math.round(height), 1, 4000)
  }
  const out = reading.block(block, style, attributes, element)
  const mobile = mobileOf(attributes, width, availableWidth, reading.head.breakpoint)
  return [mobile === undefined ? out : { ...out, mobile }]
}

// An image of full width grows to the width of a phone here, but keeps its width in MJML.
function mobileOf(
  attributes: Attributes,
  width: number,
  availableWidth: number,
  breakpoint: number,
): MobileStyle | undefined {
  if (attributes['fluid-on-mobile'] === 'true') return width < availableWidth ? { width: '100%' } : undefined
  return width >= availableWidth && width < breakpoint ? { width } : undefined
}

function keepImage(
  reading: Reading,
  element: Element,
  attributes: Attributes,
  style: Style,
  width: number,
): InputBlock {
  const { src = '', href = '', alt = '' } = attributes
  reading.warn(
    'MJML_ADDRESS',
    `${JSON.stringify((reading.address(src) === undefined ? src : href).slice(0, 100))} is not a supported URL; the image was kept as HTML.`,
    element,
  )
  const img = `<img src="${quoted(src)}" alt="${quoted(alt)}" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;border:0">`
  const html = href.trim() === '' ? img : `<a href="${quoted(href)}" target="_blank">${img}</a>`
  const { padding, align } = style
  return keepHtml(
    reading,
    element,
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0"${align === 'left' ? '' : ` align="${align}"`}><tr><td width="${width}">${html}</td></tr></table>`,
    padding === undefined ? {} : { padding },
    attributes,
  )
}
