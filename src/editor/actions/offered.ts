import { blockTypes } from '../../email/blocks/index.ts'
import type { EditorConfig } from '../bridge/index.ts'

/** Types of blocks that the host page offers, in its order; by default all. Unknown ones are left out. */
export function offeredBlocks({ palette }: Pick<EditorConfig, 'palette'>): string[] {
  const all = [...blockTypes.keys()]
  return palette?.blocks === undefined ? all : [...new Set(palette.blocks)].filter((type) => blockTypes.has(type))
}

/** Types in the configuration that no block has. */
export function unknownBlocks({ palette }: Pick<EditorConfig, 'palette'>): string[] {
  return (palette?.blocks ?? []).filter((type) => !blockTypes.has(type))
}

export function offersLayouts({ palette }: Pick<EditorConfig, 'palette'>): boolean {
  return palette?.layouts !== false
}

/** For the developer of the host page. */
export function unknownBlock(type: string): string {
  return `palette.blocks: ${JSON.stringify(type)} is not a type of block. Use ${[...blockTypes.keys()].join(', ')}.`
}
