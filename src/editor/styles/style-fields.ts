import type { Field } from '../../email/document/index.ts'

const weights = [
  { value: '300', label: 'Light' },
  { value: '400', label: 'Regular' },
  { value: '500', label: 'Medium' },
  { value: '600', label: 'Semibold' },
  { value: '700', label: 'Bold' },
  { value: '800', label: 'Extra bold' },
]

/** Fields of a theme style, declared like those of block types. */
const type: readonly Field[] = [
  { prop: 'font', label: 'Font', kind: 'font' },
  { prop: 'size', label: 'Size', kind: 'length', min: 8, max: 96 },
  { prop: 'weight', label: 'Weight', kind: 'choice', options: weights },
  { prop: 'lineHeight', label: 'Line height', kind: 'number', min: 0.8, max: 3, step: 0.05 },
  { prop: 'color', label: 'Text color', kind: 'color' },
]

export const textFields: readonly Field[] = [
  ...type,
  { prop: 'spacing', label: 'Paragraph spacing', kind: 'length', min: 0, max: 100, isSpacing: true },
]

export const headingFields: readonly Field[] = [
  ...type,
  { prop: 'letterSpacing', label: 'Letter spacing', kind: 'number', min: -5, max: 20, step: 0.1 },
]

export const buttonFields: readonly Field[] = [
  { prop: 'background', label: 'Background', kind: 'color' },
  ...type,
  { prop: 'radius', label: 'Corner radius', kind: 'length', min: 0, max: 100 },
  { prop: 'border', label: 'Border', kind: 'border' },
  { prop: 'innerPadding', label: 'Inner padding', kind: 'box' },
]

export const linkFields: readonly Field[] = [{ prop: 'color', label: 'Text color', kind: 'color' }]

export const classFields: readonly Field[] = [
  ...type,
  { prop: 'background', label: 'Background', kind: 'color' },
  { prop: 'border', label: 'Border', kind: 'border' },
  { prop: 'radius', label: 'Corner radius', kind: 'length', min: 0, max: 100 },
  { prop: 'padding', label: 'Padding', kind: 'box' },
]
