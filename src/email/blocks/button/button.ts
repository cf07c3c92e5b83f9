import * as Type from '@sinclair/typebox'
import { taggedText, url } from '../../document/index.ts'
import { defineBlock } from '../../render/index.ts'
import { renderButton, plainButton } from '../button-markup.ts'
import { alignField, colorFields, frameFields, paddingField, typeFields } from '../style-fields.ts'

export const button = defineBlock({
  type: 'button',
  label: 'Button',
  icon: 'M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2zM12 12h.01M17 12h.01M7 12h.01',
  schema: Type.Object({
    label: taggedText({ default: 'Button' }),
    href: url({ default: '' }),
    fullWidth: Type.Optional(Type.Boolean()),
  }),
  defaults: { label: 'Learn more', href: '', style: { padding: [16, 24, 16, 24], align: 'center' } },
  fields: [
    { prop: 'label', label: 'Label', kind: 'text', group: 'content' },
    { prop: 'href', label: 'Link', kind: 'link', group: 'content', placeholder: 'https://' },
    { prop: 'fullWidth', label: 'Full width', kind: 'switch', group: 'layout' },
    ...typeFields,
    ...colorFields,
    ...frameFields,
    { prop: 'style.innerPadding', label: 'Inner padding', kind: 'box', group: 'layout' },
    alignField,
    paddingField,
  ],
  box: 'own',
  inherits: ['align', 'font'],
  element: (_block, theme) => [plainButton, theme.button],
  html: (block, context) => {
    const { style, width } = context
    const isFull = block.fullWidth === true || style.width === '100%'
    return renderButton(
      { label: block.label, link: { href: block.href }, style, isFull, availableWidth: width },
      context,
    )
  },
  text: (block, context) => context.action(context.plain(block.label).trim(), context.url(block.href)),
})
