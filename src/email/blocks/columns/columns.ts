import * as Type from '@sinclair/typebox'
import type { Column } from '../../document/index.ts'
import { defineBlock } from '../../render/index.ts'
import { colorFields, frameFields, paddingField } from '../style-fields.ts'

const stacks = [
  { value: 'stack', label: 'Stack on phones' },
  { value: 'reverse', label: 'Stack in reverse' },
  { value: 'keep', label: 'Keep side by side' },
] as const

/** Columns inside a column, one level deep. The document validates the blocks in them, not this schema. */
export const columns = defineBlock({
  type: 'columns',
  label: 'Columns',
  icon: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM12 3v18',
  schema: Type.Object({
    columns: Type.Unsafe<Column[]>(Type.Array(Type.Unknown(), { minItems: 1, maxItems: 6 })),
    stack: Type.Optional(Type.Union([Type.Literal('stack'), Type.Literal('reverse'), Type.Literal('keep')])),
  }),
  defaults: {
    columns: [
      { id: 'left', type: 'column', width: { fr: 1 }, blocks: [] },
      { id: 'right', type: 'column', width: { fr: 1 }, blocks: [] },
    ],
    stack: 'stack',
  },
  fields: [
    { prop: 'stack', label: 'On phones', kind: 'choice', options: stacks, group: 'layout' },
    ...colorFields,
    ...frameFields,
    paddingField,
  ],
  html: (block, context) => context.columns(block.columns, block.stack ?? 'stack'),
  text: (block, context) => context.columns(block.columns),
})
