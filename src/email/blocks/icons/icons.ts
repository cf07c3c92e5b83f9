import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { pixels, taggedText, url } from '../../document/index.ts'
import { type HtmlContext, boxLengths, defineBlock } from '../../render/index.ts'
import { renderItemRow, inlineTable } from '../item-row.ts'
import { renderImage } from '../image-markup.ts'
import { styled } from '../paint.ts'
import { alignField, colorFields, paddingField, typeFields } from '../style-fields.ts'

const schema = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        src: url({ default: '' }),
        alt: taggedText({ default: '' }),
        label: Type.Optional(taggedText()),
        href: Type.Optional(url()),
      },
      { additionalProperties: false },
    ),
    { maxItems: 20 },
  ),
  size: Type.Optional(pixels(8, 200, { default: 32 })),
})

type Icons = Static<typeof schema>

export const icons = defineBlock({
  type: 'icons',
  label: 'Icons',
  icon: 'M8.3 10a.7.7 0 0 1-.626-1.079L11.4 3a.7.7 0 0 1 1.198-.043L16.3 8.9a.7.7 0 0 1-.572 1.1ZM4 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM14 17.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z',
  schema,
  defaults: { items: [], size: 32, style: { padding: [8, 24, 8, 24], align: 'center' } },
  fields: [
    {
      prop: 'items',
      label: 'Icons',
      kind: 'list',
      group: 'content',
      item: [
        { prop: 'src', label: 'Image', kind: 'image' },
        { prop: 'alt', label: 'Alt text', kind: 'text' },
        { prop: 'label', label: 'Label below', kind: 'text' },
        { prop: 'href', label: 'Link', kind: 'link' },
      ],
    },
    { prop: 'size', label: 'Size', kind: 'length', min: 8, max: 200, group: 'style' },
    ...typeFields,
    ...colorFields,
    { prop: 'style.innerPadding', label: 'Icon spacing', kind: 'box', group: 'layout' },
    alignField,
    paddingField,
  ],
  element: (_block, theme) => [theme.text, { size: 14, lineHeight: 1.4 }],
  html: (block, context) =>
    renderItemRow(
      block.items.map((item) => renderItem(item, block.size ?? 32, context)),
      context,
    ),
  text: (block, context) =>
    block.items
      .map((item) => {
        const label = context.plain(item.label ?? item.alt).trim()
        const href = item.href === undefined ? '' : context.url(item.href)
        if (label === '') return ''
        return context.item(context.link(label, href), '-')
      })
      .filter((line) => line !== '')
      .join('\n'),
})

function renderItem(item: Icons['items'][number], size: number, context: HtmlContext): string {
  const image = context.resolveImage(item.src)
  const img = image === undefined ? '' : renderImage(image, { alt: item.alt, width: size, height: size }, context)
  const href = context.href({ href: item.href ?? '' })
  const around = (inner: string, paint: string) =>
    href === '' ? (paint === '' ? inner : `<span${paint}>${inner}</span>`) : `<a${href}${paint}>${inner}</a>`
  const label = item.label === undefined ? '' : context.text(item.label)
  const text =
    label === ''
      ? ''
      : `<tr><td align="center"${styled(context, 'padding:6px 0 0')}>${around(label, context.paint({ text: true, style: 'text-decoration:none' }))}</td></tr>`
  const { innerPadding: padding } = context.style
  const margin = padding === undefined ? '4px 8px' : boxLengths(padding)
  return inlineTable(`<tr><td align="center">${around(img, '')}</td></tr>${text}`, margin, context)
}
