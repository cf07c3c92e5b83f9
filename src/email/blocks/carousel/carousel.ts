import * as Type from '@sinclair/typebox'
import { taggedText, url } from '../../document/index.ts'
import { type AmpContext, type BlockOf, type HtmlContext, defineBlock } from '../../render/index.ts'
import { renderFallback, fallback, fallbackField } from '../fallback.ts'
import { renderImage } from '../image-markup.ts'
import { renderRepeated } from '../repeated.ts'
import { styled } from '../paint.ts'
import { frameFields, paddingField } from '../style-fields.ts'

const schema = Type.Object({
  items: Type.Array(
    Type.Object(
      { src: url({ default: '' }), alt: taggedText({ default: '' }), href: Type.Optional(url()) },
      { additionalProperties: false },
    ),
    { maxItems: 20 },
  ),
  fallback,
})

type Carousel = BlockOf<typeof schema>
type Slide = Carousel['items'][number]

/** Slides below the first one without interaction, side by side. */
const maxBelow = 3

/**
 * Images that are shown one at a time. Without interaction, the first is above the next three, all with their links.
 * With `each`, slides that use the loop variable are repeated.
 */
export const carousel = defineBlock({
  type: 'carousel',
  label: 'Carousel',
  icon: 'M2 3v18M8 3h8a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM22 3v18',
  schema,
  defaults: { items: [], fallback: 'auto', style: { padding: [8, 24, 8, 24] } },
  fields: [
    {
      prop: 'items',
      label: 'Slides',
      kind: 'list',
      group: 'content',
      item: [
        { prop: 'src', label: 'Image', kind: 'image' },
        { prop: 'alt', label: 'Alt text', kind: 'text' },
        { prop: 'href', label: 'Link', kind: 'link' },
      ],
    },
    fallbackField,
    ...frameFields,
    paddingField,
  ],
  interactive: true,
  repeats: 'inside',
  html: (block, context) => renderFallback(block, context, () => renderSlides(block, context)),
  amp: (block, context) => {
    const slides = renderRepeated(block.items, block.each, context, (slide) => renderSliding(slide, context))
    if (slides === '') return ''
    const { width } = context
    const high = Math.max(1, Math.round(width / shapeOf(block, context)))
    return `<amp-carousel type="slides" layout="responsive" width="${width}" height="${high}" controls>${slides}</amp-carousel>`
  },
  text: (block, context) =>
    renderFallback(block, context, () =>
      renderRepeated(
        block.items,
        block.each,
        context,
        (slide) => {
          const alt = context.plain(slide.alt).trim()
          const href = slide.href === undefined ? '' : context.url(slide.href)
          return context.item([alt, href === '' ? '' : alt === '' ? href : `(${href})`].join(' ').trim(), '-')
        },
        '\n',
      ),
    ),
})

// The aspect ratio of all slides: that of the first image with known size.
function shapeOf({ items }: Carousel, context: AmpContext): number {
  for (const { src } of items) {
    const { height, width } = context.resolveImage(src) ?? {}
    if (width !== undefined && height !== undefined && height > 0) return width / height
  }
  return 16 / 9
}

function renderSliding({ alt, href, src }: Slide, context: AmpContext): string {
  const image = context.resolveImage(src)
  if (image === undefined) return ''
  const img = context.image(image, { alt, width: undefined, isFilling: true })
  const link = context.href({ href: href ?? '' })
  const box = styled(context, 'position:relative;width:100%;height:100%')
  return `<div${box}>${link === '' ? img : `<a${link}>${img}</a>`}</div>`
}

const table = '<table role="presentation" cellpadding="0" cellspacing="0" width="100%"'

// Slides of a loop cannot be counted without data, so they are stacked.
function renderSlides(block: Carousel, context: HtmlContext): string {
  if (block.each !== undefined) {
    const rows = renderRepeated(block.items, block.each, context, (slide) => {
      const rendered = renderSlide(slide, context.width, context)
      return rendered === '' ? '' : `<tr><td style="padding:0 0 8px">${rendered}</td></tr>`
    })
    return rows === '' ? '' : `${table}>${rows}</table>`
  }
  const [first, ...rest] = block.items
  if (first === undefined) return ''
  const top = renderSlide(first, context.width, context)
  const below = rest.slice(0, maxBelow)
  if (below.length === 0) return top
  const gap = 8
  const width = Math.floor((context.width - gap * (below.length - 1)) / below.length)
  const cells = below.map((slide) => `<td width="${width}" valign="top">${renderSlide(slide, width, context)}</td>`)
  return `${table}><tr><td style="padding:0 0 ${gap}px">${top}</td></tr><tr><td>${table}><tr>${cells.join(`<td width="${gap}"></td>`)}</tr></table></td></tr></table>`
}

function renderSlide({ alt, href, src }: Slide, availableWidth: number, context: HtmlContext): string {
  const image = context.resolveImage(src)
  if (image === undefined) return ''
  const width = availableWidth < context.width ? availableWidth : undefined
  // Fluid in its cell: a blocked image of fixed width would be wider than a phone.
  const img = renderImage(image, { alt, width, share: '100%' }, context)
  const link = context.href({ href: href ?? '' })
  return link === '' ? img : `<a${link}>${img}</a>`
}
