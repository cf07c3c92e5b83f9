import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type Style, pixels, taggedText, url } from '../../document/index.ts'
import { type ComputedStyle, type HtmlContext, addLayer, defineBlock } from '../../render/index.ts'
import { alignAttribute, mobileAlign, plainPaint } from '../paint.ts'
import { renderButton, plainButton } from '../button-markup.ts'
import { renderImage } from '../image-markup.ts'
import { alignField, colorFields, frameFields, paddingField, typeFields } from '../style-fields.ts'

const schema = Type.Object({
  title: taggedText({ default: '' }),
  price: taggedText({ default: '' }),
  compareAtPrice: Type.Optional(taggedText()),
  image: url({ default: '' }),
  alt: taggedText({ default: '' }),
  imageWidth: Type.Optional(pixels(1, 2000)),
  href: url({ default: '' }),
  description: Type.Optional(taggedText()),
  buttonLabel: Type.Optional(taggedText()),
})

type Product = Static<typeof schema>

export const product = defineBlock({
  type: 'product',
  label: 'Product',
  icon: 'M16 10a4 4 0 0 1-8 0M3.103 6.034h17.794M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z',
  schema,
  defaults: {
    title: 'Product',
    price: '€ 29',
    image: '',
    alt: '',
    href: '',
    buttonLabel: 'Buy now',
    style: { padding: [12, 24, 12, 24] },
  },
  fields: [
    { prop: 'image', label: 'Image', kind: 'image', group: 'content' },
    { prop: 'alt', label: 'Alt text', kind: 'text', group: 'content' },
    { prop: 'imageWidth', label: 'Image width', kind: 'length', min: 1, max: 2000, group: 'layout' },
    { prop: 'title', label: 'Title', kind: 'text', group: 'content' },
    { prop: 'description', label: 'Description', kind: 'textarea', group: 'content' },
    { prop: 'price', label: 'Price', kind: 'text', group: 'content' },
    { prop: 'compareAtPrice', label: 'Original price', kind: 'text', group: 'content' },
    { prop: 'href', label: 'Link', kind: 'link', group: 'content' },
    { prop: 'buttonLabel', label: 'Button', kind: 'text', group: 'content' },
    ...typeFields,
    ...colorFields,
    ...frameFields,
    alignField,
    paddingField,
  ],
  element: (_block, theme) => [theme.text],
  html: (block, context) => {
    const rows = [renderProductImage(block, context), ...renderWords(block, context), renderAction(block, context)]
    const align = alignAttribute(context)
    const mobile = mobileAlign(context)
    const cells = rows
      .filter((row) => row.html !== '')
      .map(
        ({ html, above }) =>
          `<tr><td${align}${plainPaint(context, above === 0 ? '' : `padding:${above}px 0 0`, mobile)}>${html}</td></tr>`,
      )
    return `<table role="presentation" cellpadding="0" cellspacing="0" width="100%">${cells.join('')}</table>`
  },
  text: (block, context) => {
    const plainText = (source: string | undefined) => (source === undefined ? '' : context.plain(source).trim())
    const before = plainText(block.compareAtPrice)
    const price = `${plainText(block.price)}${before === '' ? '' : ` (was ${before})`}`
    const href = context.url(block.href)
    const label = plainText(block.buttonLabel)
    const link = href === '' ? '' : label === '' ? href : context.action(label, href)
    return [context.wrap(plainText(block.title)), context.wrap(plainText(block.description)), price.trim(), link]
      .filter((line) => line !== '')
      .join('\n')
  },
})

interface Row {
  html: string
  /** Space above, px. */
  above: number
}

function renderProductImage(block: Product, context: HtmlContext): Row {
  const resolved = context.resolveImage(block.image)
  if (resolved === undefined) return { html: '', above: 0 }
  const wanted = block.imageWidth ?? resolved.width
  const width = wanted !== undefined && wanted < context.width ? wanted : undefined
  const img = renderImage(resolved, { alt: block.alt, width }, context)
  const href = context.href({ href: block.href })
  return { html: href === '' ? img : `<a${href}>${img}</a>`, above: 0 }
}

function renderWords(block: Product, context: HtmlContext): Row[] {
  const { style } = context
  const size = style.size ?? 16
  const href = context.href({ href: block.href })
  const strong = paintText(context, { size: size + 2, weight: 700, lineHeight: 1.3 })
  const title = context.text(block.title)
  const linked = href === '' ? title : `<a${href}${strong}>${title}</a>`
  const description = block.description === undefined ? '' : context.text(block.description)
  return [
    { html: title === '' ? '' : `<div${strong}>${linked}</div>`, above: block.image === '' ? 0 : 12 },
    { html: description === '' ? '' : `<div${paintText(context, {})}>${description}</div>`, above: 4 },
    { html: renderPrice(block, context), above: 8 },
  ]
}

function renderPrice(block: Product, context: HtmlContext): string {
  const price = context.text(block.price)
  if (price === '') return ''
  const { style } = context
  const now = paintText(context, { weight: 700 })
  const before = block.compareAtPrice === undefined ? '' : context.text(block.compareAtPrice)
  if (before === '') return `<div${now}>${price}</div>`
  const { decoration: _own, ...plain } = style
  const gray: ComputedStyle = { ...plain, color: '#6e7781', darkColor: '#9aa4af', weight: 400 }
  const { color: _color, weight: _weight, decoration: _line, ...mobileOf } = context.mobile
  const struck = context.paint({ of: gray, mobileOf, text: true, style: 'text-decoration:line-through' })
  return `<div${now}>${price}&nbsp; <s${struck}>${before}</s></div>`
}

function renderAction(block: Product, context: HtmlContext): Row {
  if (block.buttonLabel === undefined || block.buttonLabel === '') return { html: '', above: 0 }
  const { font } = context.style
  const style = addLayer({ ...plainButton, ...(font === undefined ? {} : { font }) }, context.theme.button)
  const link = { href: block.href }
  const mobile = context.mobile.font === undefined ? {} : { font: context.mobile.font }
  const look = { label: block.buttonLabel, link, style, isFull: false, mobile, availableWidth: context.width }
  return { html: renderButton(look, context), above: 16 }
}

// The block's text style, overridden by fixed properties of the part; on phones too.
function paintText(context: HtmlContext, fixed: Style): string {
  const { mobile, style } = context
  const of = { ...style, ...fixed }
  const mobileOf: Style = { ...mobile }
  if (fixed.weight !== undefined) delete mobileOf.weight
  if (fixed.lineHeight !== undefined) delete mobileOf.lineHeight
  if (fixed.size !== undefined && mobile.size !== undefined) mobileOf.size = mobile.size + 2
  return context.paint({ of, mobileOf, text: true, style: 'text-decoration:none' })
}
