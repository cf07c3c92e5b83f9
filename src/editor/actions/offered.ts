import { blockTypes } from '../../email/blocks/index.ts'
import type { EditorConfig } from '../bridge/index.ts'

/** Types of blocks that the host page offers, in its order; by default all. Unknown ones are left out. */
export function offeredBlocks({ palette }: Pick<EditorConfig, 'palette'>): string[] {
  const all = [...blockTypes.keys()]
  return palette?.blocks === undefined ? all : [...new Set(palette.blocks)].filter((type) => blockTypes.has(type))
}

export function offersLayouts({ palette }: Pick<EditorConfig, 'palette'>): boolean {
  return palette?.layouts !== false
}

type Offers = { [Name in 'palette' | 'stylePresets']?: EditorConfig[Name] | undefined }

const structures = ['section', 'column']

/** Types in the configuration that no block has, as messages for the developer of the host page. */
export function unknownTypes({ palette, stylePresets }: Offers): string[] {
  const styled = [...blockTypes.keys(), ...structures]
  return [
    ...messages('palette.blocks', palette?.blocks, [...blockTypes.keys()]),
    ...messages(
      'stylePresets',
      stylePresets?.map(({ type }) => type),
      styled,
    ),
  ]
}

function messages(member: string, types: readonly string[] = [], known: readonly string[]): string[] {
  return types
    .filter((type) => !known.includes(type))
    .map((type) => `${member}: ${JSON.stringify(type)} is not a type of block. Use ${known.join(', ')}.`)
}
