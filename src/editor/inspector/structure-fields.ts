import { blockTypes } from '../../email/blocks/index.ts'
import type { Field, Node } from '../../email/document/index.ts'

const stacks = [
  { value: 'stack', label: 'Stack on phones' },
  { value: 'reverse', label: 'Stack in reverse' },
  { value: 'keep', label: 'Keep side by side' },
] as const

const aligns = [
  { value: 'top', label: 'Top' },
  { value: 'middle', label: 'Middle' },
  { value: 'bottom', label: 'Bottom' },
] as const

/** Style fields of sections and columns, declared like those of block types; equal labels share a translation. */
const box = (target: string): Field[] => [
  { prop: `${target}.background`, label: 'Background', kind: 'color', group: 'style' },
  { prop: `${target}.backgroundImage.src`, label: 'Background image', kind: 'image', group: 'style' },
  { prop: `${target}.border`, label: 'Border', kind: 'border', group: 'style' },
  { prop: `${target}.radius`, label: 'Corner radius', kind: 'length', min: 0, max: 100, group: 'style' },
  { prop: `${target}.padding`, label: 'Padding', kind: 'box', group: 'layout' },
]

export const sectionFields: readonly Field[] = [
  { prop: 'stack', label: 'On phones', kind: 'choice', options: stacks, group: 'content' },
  ...box('box'),
  { prop: 'box.minHeight', label: 'Minimum height', kind: 'length', min: 0, max: 2000, group: 'layout' },
  { prop: 'box.color', label: 'Text color', kind: 'color', group: 'style' },
]

/** Fields of the full-width band behind a section or group. */
export const bandFields: readonly Field[] = [
  { prop: 'band.background', label: 'Background', kind: 'color' },
  { prop: 'band.backgroundImage.src', label: 'Background image', kind: 'image' },
  { prop: 'band.padding', label: 'Padding', kind: 'box' },
]

export const columnFields: readonly Field[] = [
  { prop: 'align', label: 'Content alignment', kind: 'choice', options: aligns, group: 'content' },
  ...box('style'),
  { prop: 'style.color', label: 'Text color', kind: 'color', group: 'style' },
]

export function fieldsOf({ type }: Node): readonly Field[] {
  if (type === 'section') return sectionFields
  if (type === 'column') return columnFields
  return blockTypes.get(type)?.fields ?? []
}

/** Properties that few emails set; their fields are in a group of their own. */
const rare = new Set([
  'darkSrc',
  'stillSrc',
  'style.lineHeight',
  'style.border',
  'style.backgroundImage.src',
  'box.border',
  'box.backgroundImage.src',
  'box.minHeight',
  'box.color',
])
const rareOfType: Readonly<Record<string, readonly string[]>> = {
  image: ['title', 'height', 'style.color', 'style.background'],
  column: ['style.color'],
}

export function isRare({ type }: Node, { prop }: Field): boolean {
  return rare.has(prop) || rareOfType[type]?.includes(prop) === true
}

/** Style fields that all nodes have under the same name. */
export function sharedFields(nodes: readonly Node[]): readonly Field[] {
  const [first = [], ...others] = [...new Map(nodes.map((node) => [node.type, fieldsOf(node)])).values()]
  return first.filter(
    ({ prop, kind, label, group }) =>
      (group === 'style' || group === 'layout') &&
      kind !== 'image' &&
      others.every((fields) => fields.some((one) => one.prop === prop && one.kind === kind && one.label === label)),
  )
}

const bodyAlignments = [
  { value: 'center', label: 'Center' },
  { value: 'left', label: 'Left' },
] as const

export const bodyFields: readonly Field[] = [
  { prop: 'width', label: 'Content width', kind: 'length', min: 320, max: 900 },
  { prop: 'background', label: 'Background', kind: 'color' },
  { prop: 'contentBackground', label: 'Content background', kind: 'color' },
  { prop: 'align', label: 'Content alignment', kind: 'choice', options: bodyAlignments },
  { prop: 'breakpoint', label: 'Phone breakpoint', kind: 'length', min: 240, max: 1200 },
  { prop: 'mobileWidth', label: 'Content width on phones', kind: 'length', min: 240, max: 900 },
]

export const darkBodyFields: readonly Field[] = [
  { prop: 'dark.background', label: 'Background', kind: 'color' },
  { prop: 'dark.contentBackground', label: 'Content background', kind: 'color' },
]
