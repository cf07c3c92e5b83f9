/** CSS and elements that browsers paint and this engine does not, with the fallback of each. */
const unpaintedFeatures = {
  gradient: 'Gradients are painted as their mean color.',
  flex: 'Flex containers (display: flex) are laid out as blocks, their items below each other.',
  grid: 'Grid containers (display: grid) are laid out as blocks, their items below each other.',
  position: 'Positioned elements (position) are painted at their static position.',
  transform: 'Transforms (transform, rotate, scale, translate) are not applied.',
  'box-shadow': 'Shadows of boxes (box-shadow) are not painted.',
  'text-shadow': 'Shadows of text (text-shadow) are not painted.',
  filter: 'Filters (filter, backdrop-filter) are not applied.',
  blend: 'Blend modes (mix-blend-mode, background-blend-mode) are not applied.',
  clip: 'Clips and masks (clip-path, mask) are not applied.',
  'background-clip': 'Backgrounds clipped to text (background-clip: text) are not painted; the text has its color.',
  columns: 'Multi-column text (columns) is laid out as one column.',
  outline: 'Outlines (outline) are not painted.',
  'border-image': 'Border images (border-image) are not painted.',
  'object-fit': 'Images are stretched to their boxes (object-fit is not applied).',
  'writing-mode': 'Vertical text (writing-mode) is laid out horizontally.',
  svg: 'Inline SVG is not painted; use an image file.',
  embedded: 'Embedded content (object, iframe, math) and form controls (select, textarea) are not painted.',
} as const

export type UnpaintedFeature = keyof typeof unpaintedFeatures

const none = (value: string) => /^(none|normal|initial|unset|inherit|0|auto|0px)?$/i.test(value)
const isUsed = (value: string) => !none(value)

const properties: readonly [property: string, feature: UnpaintedFeature, isUsed: (value: string) => boolean][] = [
  ['background-gradient', 'gradient', isUsed],
  ['transform', 'transform', isUsed],
  ['rotate', 'transform', isUsed],
  ['scale', 'transform', (value) => isUsed(value) && value !== '1'],
  ['translate', 'transform', isUsed],
  ['box-shadow', 'box-shadow', isUsed],
  ['text-shadow', 'text-shadow', isUsed],
  ['filter', 'filter', isUsed],
  ['backdrop-filter', 'filter', isUsed],
  ['mix-blend-mode', 'blend', isUsed],
  ['background-blend-mode', 'blend', isUsed],
  ['clip-path', 'clip', isUsed],
  ['mask', 'clip', isUsed],
  ['mask-image', 'clip', isUsed],
  ['-webkit-mask-image', 'clip', isUsed],
  ['background-clip', 'background-clip', (value) => /^text$/i.test(value)],
  ['-webkit-background-clip', 'background-clip', (value) => /^text$/i.test(value)],
  ['columns', 'columns', isUsed],
  ['column-count', 'columns', (value) => isUsed(value) && value !== '1'],
  ['column-width', 'columns', isUsed],
  ['outline', 'outline', (value) => isUsed(value) && !/\bnone\b|^0\b/i.test(value)],
  ['border-image', 'border-image', (value) => isUsed(value) && !/^none\b/i.test(value)],
  ['object-fit', 'object-fit', (value) => /^(cover|contain|scale-down)$/i.test(value)],
  ['writing-mode', 'writing-mode', (value) => /^(vertical|sideways)/i.test(value)],
]

const offsets = ['top', 'right', 'bottom', 'left'] as const

/** Properties that are read only for the report; they do not affect painting. */
export const reportedProperties: readonly string[] = [...properties.map(([property]) => property), ...offsets].filter(
  (property) => property !== 'background-gradient',
)

/** Unsupported features of a painted element, from its cascaded values. */
export function unpaintedOf(specified: ReadonlyMap<string, string>): readonly UnpaintedFeature[] {
  const found: UnpaintedFeature[] = []
  const display = specified.get('display') ?? ''
  if (display.endsWith('flex')) found.push('flex')
  else if (display.endsWith('grid')) found.push('grid')
  const position = specified.get('position') ?? 'static'
  if (/^(absolute|fixed|sticky)$/i.test(position)) found.push('position')
  else if (position === 'relative' && offsets.some((side) => isUsed(specified.get(side) ?? ''))) found.push('position')
  for (const [property, feature, isOne] of properties) {
    const value = specified.get(property)
    if (value !== undefined && isOne(value)) found.push(feature)
  }
  return found
}

/** Feature of an omitted element; undefined for an element that browsers do not show either. */
export function unpaintedElement(name: string): UnpaintedFeature | undefined {
  if (name === 'svg') return 'svg'
  return ['math', 'object', 'iframe', 'select', 'textarea'].includes(name) ? 'embedded' : undefined
}

/** A sentence for each feature, in the order of the table. */
export function describeUnpainted(features: ReadonlySet<UnpaintedFeature>): string[] {
  return Object.entries(unpaintedFeatures).flatMap(([feature, sentence]) =>
    features.has(feature as UnpaintedFeature) ? [sentence] : [],
  )
}
