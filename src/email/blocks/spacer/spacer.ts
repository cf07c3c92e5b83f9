import * as Type from '@sinclair/typebox'
import { pixels } from '../../document/index.ts'
import { defineBlock } from '../../render/index.ts'
import { styled } from '../paint.ts'

export const spacer = defineBlock({
  type: 'spacer',
  label: 'Spacer',
  icon: 'M12 22v-6M12 8V2M4 12H2M10 12H8M16 12h-2M22 12h-2M15 19l-3 3-3-3M15 5l-3-3-3 3',
  schema: Type.Object({ height: pixels(1, 400, { default: 24 }) }),
  defaults: { height: 24 },
  fields: [
    { prop: 'height', label: 'Height', kind: 'length', min: 1, max: 400, isSpacing: true, group: 'layout' },
    { prop: 'style.background', label: 'Background', kind: 'color', group: 'style' },
  ],
  html: ({ height }) =>
    `<div style="height:${height}px;line-height:${height}px;font-size:1px;mso-line-height-rule:exactly">&nbsp;</div>`,
  amp: ({ height }, context) => `<div${styled(context, `height:${height}px`)}></div>`,
  text: () => '',
})
