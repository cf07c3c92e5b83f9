import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type Border, color, pixels } from '../../document/index.ts'
import { defineBlock, px } from '../../render/index.ts'
import { alignAttribute, mobileMargin, plainPaint } from '../paint.ts'
import { alignField, paddingField } from '../style-fields.ts'

const schema = Type.Object({
  thickness: Type.Optional(pixels(1, 40, { default: 1 })),
  color: Type.Optional(color({ default: '#d0d7de' })),
  line: Type.Optional(
    Type.Union([Type.Literal('solid'), Type.Literal('dashed'), Type.Literal('dotted')], { default: 'solid' }),
  ),
})

export const divider = defineBlock({
  type: 'divider',
  label: 'Divider',
  icon: 'M16 16l-4 4-4-4M3 12h18M8 8l4-4 4 4',
  schema,
  defaults: { thickness: 1, color: '#d0d7de', line: 'solid', style: { padding: [16, 24, 16, 24] } },
  fields: [
    { prop: 'thickness', label: 'Thickness', kind: 'length', min: 1, max: 40, group: 'style' },
    { prop: 'color', label: 'Color', kind: 'color', group: 'style' },
    {
      prop: 'line',
      label: 'Line style',
      kind: 'choice',
      group: 'style',
      options: [
        { value: 'solid', label: 'Solid' },
        { value: 'dashed', label: 'Dashed' },
        { value: 'dotted', label: 'Dotted' },
      ],
    },
    { prop: 'style.width', label: 'Width', kind: 'length', group: 'layout' },
    alignField,
    paddingField,
  ],
  // A cell with a top border: the only line that all clients, including Word, render with the right position and
  // width.
  html: (block, context) => {
    const border = lineOf(block)
    const width = context.style.width ?? '100%'
    const { width: narrow } = context.mobile
    const size = narrow === undefined ? '' : `width:${typeof narrow === 'number' ? px(narrow) : narrow}!important`
    const mobile = [mobileMargin(context), size].filter((one) => one !== '').join(';')
    const table = plainPaint(context, '', mobile)
    const paint = context.paint({
      box: true,
      of: { border, darkBorder: context.style.darkBorder },
      mobileOf: {},
      style: 'font-size:0;line-height:0',
    })
    return `<table role="presentation" cellpadding="0" cellspacing="0"${alignAttribute(context)} width="${width}"${table}><tr><td${paint}>&nbsp;</td></tr></table>`
  },
  amp: (block, context) => {
    const { width = '100%' } = context.style
    const left = context.align === 'center' || context.align === 'right' ? 'auto' : '0'
    const right = context.align === 'right' ? '0' : 'auto'
    const size = `width:${typeof width === 'number' ? `${width}px;max-width:100%` : width};margin:0 ${right} 0 ${left}`
    return `<div${context.paint({ box: true, of: { border: lineOf(block) }, mobileOf: {}, style: size })}></div>`
  },
  // A line of hyphens would begin a signature.
  text: () => '* * *',
})

function lineOf({ thickness = 1, color = '#d0d7de', line = 'solid' }: Static<typeof schema>): Border {
  return { width: thickness, style: line, color, sides: ['top'] }
}
