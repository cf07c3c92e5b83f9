import { readGradients } from './gradients.ts'

/** CSS and elements that browsers paint and this engine does not, with the fallback of each. */
const unpaintedFeatures = {
  gradient: 'Conic gradients, and gradients with hints or in other color spaces, are painted as their mean color.',
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
  ['background-gradient', 'gradient', (value) => isUsed(value) && readGradients(value, '#000000ff') === undefined],
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

/** An unsupported feature, with the declaration or element that uses it. */
export interface UnpaintedUse {
  readonly feature: UnpaintedFeature
  readonly use: string
}

/** Unsupported features of a painted element, from its cascaded values. */
export function unpaintedOf(specified: ReadonlyMap<string, string>): readonly UnpaintedUse[] {
  const found: UnpaintedUse[] = []
  const add = (feature: UnpaintedFeature, property: string) =>
    found.push({ feature, use: `${property}: ${specified.get(property) ?? ''}` })
  const display = specified.get('display') ?? ''
  if (display.endsWith('flex')) add('flex', 'display')
  else if (display.endsWith('grid')) add('grid', 'display')
  const position = specified.get('position') ?? 'static'
  if (/^(absolute|fixed|sticky)$/i.test(position)) add('position', 'position')
  else if (position === 'relative' && offsets.some((side) => isUsed(specified.get(side) ?? '')))
    add('position', 'position')
  for (const [property, feature, isOne] of properties) {
    const value = specified.get(property)
    if (value !== undefined && isOne(value)) add(feature, property)
  }
  return found
}

/** Feature of an omitted element; undefined for an element that browsers do not show either. */
export function unpaintedElement(name: string): UnpaintedUse | undefined {
  if (name === 'svg') return { feature: 'svg', use: '<svg>' }
  return ['math', 'object', 'iframe', 'select', 'textarea'].includes(name)
    ? { feature: 'embedded', use: `<${name}>` }
    : undefined
}

/** The features of a page, each with its declarations and elements. */
export class UnpaintedUses {
  readonly #uses = new Map<UnpaintedFeature, Set<string>>()

  add({ feature, use }: UnpaintedUse): void {
    const known = this.#uses.get(feature)
    if (known === undefined) this.#uses.set(feature, new Set([use]))
    else if (known.size < maxUses) known.add(use)
  }

  /** A sentence for each feature with its first declarations, in the order of the table. */
  describe(): string[] {
    return Object.entries(unpaintedFeatures).flatMap(([feature, sentence]) => {
      const uses = [...(this.#uses.get(feature as UnpaintedFeature) ?? [])]
      const others = uses.length > shownUses ? ['others'] : []
      const shown = [...uses.slice(0, shownUses).map(shorten), ...others]
      return uses.length === 0 ? [] : [`${sentence} In this email: ${shown.join('; ')}.`]
    })
  }
}

const maxUses = 10
const shownUses = 3
const maxUseLength = 100

/** Gradients are read into a property of our own, whose first line is a number. */
function shorten(use: string): string {
  const written = use.replace(/^background-gradient: \d+\n/, 'background-image: ').replaceAll('\n', ', ')
  return written.length > maxUseLength ? `${written.slice(0, maxUseLength)}…` : written
}
