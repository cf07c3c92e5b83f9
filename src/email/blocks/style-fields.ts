import type { Field } from '../document/index.ts'

/** Inspector fields for style that several block types share. */
export const paddingField: Field = { prop: 'style.padding', label: 'Padding', kind: 'box', group: 'layout' }

export const alignField: Field = { prop: 'style.align', label: 'Alignment', kind: 'align', group: 'layout' }

/** Common font weights. */
const weights = [
  { value: '300', label: 'Light' },
  { value: '400', label: 'Regular' },
  { value: '500', label: 'Medium' },
  { value: '600', label: 'Semibold' },
  { value: '700', label: 'Bold' },
  { value: '800', label: 'Extra bold' },
]

export const typeFields: readonly Field[] = [
  { prop: 'style.font', label: 'Font', kind: 'font', group: 'style' },
  { prop: 'style.size', label: 'Size', kind: 'length', min: 8, max: 96, group: 'style' },
  { prop: 'style.weight', label: 'Weight', kind: 'choice', options: weights, group: 'style' },
  { prop: 'style.lineHeight', label: 'Line height', kind: 'number', min: 0.8, max: 3, step: 0.05, group: 'style' },
]

export const colorFields: readonly Field[] = [
  { prop: 'style.color', label: 'Text color', kind: 'color', group: 'style' },
  { prop: 'style.background', label: 'Background', kind: 'color', group: 'style' },
]

export const frameFields: readonly Field[] = [
  { prop: 'style.border', label: 'Border', kind: 'border', group: 'style' },
  { prop: 'style.radius', label: 'Corner radius', kind: 'length', min: 0, max: 100, group: 'style' },
]
