import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { taggedText, url } from '../../document/index.ts'
import { type HtmlContext, boxLengths, defineBlock } from '../../render/index.ts'
import { alignAttribute, mobileAlign, plainPaint } from '../paint.ts'
import { renderItemRow } from '../item-row.ts'
import { alignField, colorFields, paddingField, typeFields } from '../style-fields.ts'

const schema = Type.Object({
  items: Type.Array(Type.Object({ label: taggedText(), href: url({ default: '' }) }, { additionalProperties: false }), {
    maxItems: 20,
  }),
  separator: Type.Optional(Type.String({ maxLength: 5 })),
  layout: Type.Optional(Type.Union([Type.Literal('row'), Type.Literal('stack')], { default: 'row' })),
})

type Menu = Static<typeof schema>

export const menu = defineBlock({
  type: 'menu',
  label: 'Menu',
  icon: 'M4 5h16M4 12h16M4 19h16',
  schema,
  defaults: {
    items: [
      { label: 'News', href: '' },
      { label: 'Shop', href: '' },
      { label: 'About', href: '' },
    ],
    layout: 'row',
    style: { padding: [8, 24, 8, 24], align: 'center' },
  },
  fields: [
    {
      prop: 'items',
      label: 'Links',
      kind: 'list',
      group: 'content',
      item: [
        { prop: 'label', label: 'Label', kind: 'text' },
        { prop: 'href', label: 'Link', kind: 'link' },
      ],
    },
    {
      prop: 'layout',
      label: 'Layout',
      kind: 'choice',
      group: 'layout',
      options: [
        { value: 'row', label: 'Horizontal' },
        { value: 'stack', label: 'Vertical' },
      ],
    },
    { prop: 'separator', label: 'Separator', kind: 'text', group: 'content' },
    ...typeFields,
    ...colorFields,
    { prop: 'style.innerPadding', label: 'Link padding', kind: 'box', group: 'layout' },
    alignField,
    paddingField,
  ],
  element: ({ layout }) => [{ innerPadding: layout === 'stack' ? [8, 0, 8, 0] : [8, 12, 8, 12], decoration: 'none' }],
  html: (block, context) => (block.layout === 'stack' ? renderStack(block, context) : renderRow(block, context)),
  text: (block, context) =>
    block.items.map(({ label, href }) => context.link(context.plain(label).trim(), context.url(href))).join('\n'),
})

function renderRow(block: Menu, context: HtmlContext): string {
  const { innerPadding } = context.style
  const padding = innerPadding === undefined ? '' : boxLengths(innerPadding)
  const links = block.items.map((item) => renderLink(item, context))
  const separator = block.separator ?? ''
  const items =
    separator === ''
      ? links
      : links.flatMap((link, index) =>
          index === 0 ? [link] : [`<span${context.paint({ text: true })}>${context.literal(separator)}</span>`, link],
        )
  return renderItemRow(items, context, padding)
}

function renderStack(block: Menu, context: HtmlContext): string {
  const cell = `<td${alignAttribute(context)}${plainPaint(context, '', mobileAlign(context))}>`
  const rows = block.items.map((item) => `<tr>${cell}${renderLink(item, context)}</td></tr>`)
  return `<table role="presentation" cellpadding="0" cellspacing="0" width="100%">${rows.join('')}</table>`
}

function renderLink({ label, href }: Menu['items'][number], context: HtmlContext): string {
  const link = context.href({ href })
  const name = link === '' ? 'span' : 'a'
  const underline = context.style.decoration === 'underline' ? 'underline' : 'none'
  const paint = context.paint({
    of: { ...context.style, decoration: 'none' },
    text: true,
    padding: 'innerPadding',
    style: `display:inline-block;text-decoration:${underline}`,
  })
  return `<${name}${link}${paint}>${context.text(label)}</${name}>`
}
