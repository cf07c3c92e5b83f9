import * as Type from '@sinclair/typebox'
import { type Style, richText } from '../../document/index.ts'
import { defineBlock } from '../../render/index.ts'
import { alignField, colorFields, paddingField, typeFields } from '../style-fields.ts'

/** Default styles without a theme. */
const plain = { 1: plainHeading(32), 2: plainHeading(24), 3: plainHeading(20), 4: plainHeading(16) } as const

export const heading = defineBlock({
  type: 'heading',
  label: 'Heading',
  icon: 'M6 12h12M6 20V4M18 20V4',
  schema: Type.Object({
    text: richText(),
    level: Type.Optional(
      Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(4)], { default: 2 }),
    ),
  }),
  defaults: {
    text: [{ type: 'paragraph', runs: [{ text: 'A heading that says it' }] }],
    level: 2,
    style: { padding: [16, 24, 8, 24] },
  },
  fields: [
    { prop: 'text', label: 'Text', kind: 'rich-text', group: 'content' },
    {
      prop: 'level',
      label: 'Level',
      kind: 'choice',
      group: 'content',
      options: [1, 2, 3, 4].map((level) => ({ value: String(level), label: `Heading ${level}` })),
    },
    ...typeFields,
    ...colorFields,
    alignField,
    paddingField,
  ],
  // A heading is styled by the theme; it inherits only alignment, font and color.
  inherits: ['color', 'font', 'align'],
  element: ({ level = 2 }, { headings }) => [plain[level], headings?.[level]],
  html: (block, context) => {
    const name = `h${block.level ?? 2}`
    return `<${name}${context.paint({ text: true, style: 'margin:0' })}>${context.inline(block.text)}</${name}>`
  },
  text: (block, context) => context.heading(context.inline(block.text), block.level ?? 2),
})

function plainHeading(size: number): Style {
  return { size, weight: 700, lineHeight: 1.25 }
}
