import * as Type from '@sinclair/typebox'
import type { Style } from '../../document/index.ts'
import { pixels, taggedText, url } from '../../document/index.ts'
import { defineBlock } from '../../render/index.ts'
import { renderImage } from '../image-markup.ts'
import { alignField, colorFields, frameFields, paddingField } from '../style-fields.ts'

export const image = defineBlock({
  type: 'image',
  label: 'Image',
  icon: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM7 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21',
  schema: Type.Object({
    src: url({ default: '' }),
    alt: taggedText({ default: '' }),
    href: Type.Optional(url()),
    width: Type.Optional(pixels(1, 2000)),
    height: Type.Optional(pixels(1, 4000)),
    title: Type.Optional(taggedText()),
    darkSrc: Type.Optional(url()),
    stillSrc: Type.Optional(url()),
  }),
  defaults: { src: '', alt: '', style: { padding: [8, 24, 8, 24], align: 'center' } },
  fields: [
    { prop: 'src', label: 'Image', kind: 'image', group: 'content' },
    { prop: 'alt', label: 'Alt text', kind: 'text', group: 'content', placeholder: 'Describe the image' },
    { prop: 'href', label: 'Link', kind: 'link', group: 'content' },
    { prop: 'title', label: 'Tooltip', kind: 'text', group: 'content' },
    { prop: 'darkSrc', label: 'Dark mode image', kind: 'image', group: 'content' },
    { prop: 'stillSrc', label: 'Still image', kind: 'image', group: 'content' },
    { prop: 'width', label: 'Width', kind: 'length', min: 1, max: 2000, group: 'layout' },
    { prop: 'height', label: 'Height', kind: 'length', min: 1, max: 4000, group: 'layout' },
    ...colorFields,
    ...frameFields,
    alignField,
    paddingField,
  ],
  box: 'own',
  inherits: ['align', 'color'],
  html: (block, context) => {
    const source = context.resolveImage(block.src, block.darkSrc)
    if (source === undefined) return ''
    const fullWidth = block.width ?? source.width
    const width = widthOf(fullWidth, context.style.width, context.width)
    const { alt, height, title, style: altStyle } = block
    const share = typeof context.style.width === 'string' ? context.style.width : undefined
    const stillSrc = block.stillSrc === undefined ? undefined : context.resolveImage(block.stillSrc)?.src
    const img = renderImage(
      source,
      { alt, width, share, fullWidth, height, title, isFramed: true, stillSrc, altStyle },
      context,
    )
    const href = block.href === undefined ? '' : context.href({ href: block.href })
    return href === '' ? img : `<a${href}>${img}</a>`
  },
  text: (block, context) => {
    const alt = context.plain(block.alt).trim()
    const href = block.href === undefined ? '' : context.url(block.href)
    if (alt === '') return ''
    return context.wrap(context.link(alt, href))
  },
})

// An image of full width stays fluid, so that it fills a stacked column on phones too.
function widthOf(own: number | undefined, style: Style['width'], availableWidth: number): number | undefined {
  const wanted = typeof style === 'string' ? (Number.parseFloat(style) * availableWidth) / 100 : (style ?? own)
  return wanted === undefined || wanted >= availableWidth ? undefined : wanted
}
