import * as Type from '@sinclair/typebox'
import { richText } from '../document/index.ts'
import { defineBlock } from '../render/index.ts'
import { alignField, colorFields, paddingField, typeFields } from './style-fields.ts'

export const text = defineBlock({
  type: 'text',
  label: 'Text',
  schema: Type.Object({ text: richText() }),
  defaults: {
    text: [{ type: 'paragraph', runs: [{ text: 'Write what your reader wants to know.' }] }],
    style: { padding: [8, 24, 8, 24] },
  },
  fields: [
    { prop: 'text', label: 'Text', kind: 'rich-text', group: 'content' },
    ...typeFields,
    ...colorFields,
    alignField,
    paddingField,
  ],
  element: (_block, theme) => [theme.text],
  font: 'cell',
  html: (block, context) => context.rich(block.text),
  text: (block, context) => context.rich(block.text),
})
