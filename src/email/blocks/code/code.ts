import * as Type from '@sinclair/typebox'
import { defineBlock } from '../../render/index.ts'
import { colorFields, frameFields, paddingField, typeFields } from '../style-fields.ts'

/** Source text without merge tags: braces are literal. */
export const code = defineBlock({
  type: 'code',
  label: 'Code',
  icon: 'M10 9l-3 3 3 3M14 15l3-3-3-3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2z',
  schema: Type.Object({
    code: Type.String({ maxLength: 65_536, default: '' }),
    language: Type.Optional(Type.String({ maxLength: 40, pattern: '^[\\w+#.-]*$' })),
  }),
  defaults: { code: 'const greeting = "Hello"', style: { padding: [8, 24, 8, 24] } },
  fields: [
    { prop: 'code', label: 'Code', kind: 'code', group: 'content' },
    { prop: 'language', label: 'Language', kind: 'text', group: 'content' },
    ...typeFields,
    ...colorFields,
    ...frameFields,
    paddingField,
  ],
  box: 'own',
  inherits: [],
  element: () => [
    {
      font: 'Consolas, Menlo, monospace',
      size: 14,
      lineHeight: 1.5,
      background: '#f6f8fa',
      color: '#1f2328',
      radius: 6,
      innerPadding: [16, 16, 16, 16],
    },
  ],
  // The cell has background and padding, because Word renders neither on a pre.
  html: (block, context) => {
    const face = context.paint({ box: true, padding: 'innerPadding' })
    const text = context.paint({ text: true, style: 'margin:0;white-space:pre-wrap;word-break:break-word' })
    return `<table role="presentation" cellpadding="0" cellspacing="0" width="100%"><tr><td align="left" dir="ltr"${face}><pre${text}>${context.literal(block.code)}</pre></td></tr></table>`
  },
  text: (block, context) =>
    context
      .literal(block.code)
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n'),
})
