import * as Type from '@sinclair/typebox'
import { richText } from '../../document/index.ts'
import { defineBlock } from '../../render/index.ts'
import { alignField, colorFields, paddingField, typeFields } from '../style-fields.ts'

export const text = defineBlock({
  type: 'text',
  label: 'Text',
  icon: 'M12 4v16M4 7V5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2M9 20h6',
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
