import * as Type from '@sinclair/typebox'
import { type Block, type Field, fallbackOf } from '../document/index.ts'

/** What an interactive block shows where it cannot be interactive: what its type makes of it, or blocks of its author. */
export const fallback = Type.Optional(Type.Unsafe<'auto' | Block[]>(Type.Unknown()))

/** How the fallback is edited. */
export const fallbackField: Field = {
  prop: 'fallback',
  label: 'Fallback content',
  kind: 'fallback',
  group: 'content',
}

/** Both outputs that have no interaction can render blocks. */
interface Drawer {
  blocks(blocks: readonly Block[]): string
}

/** The authored fallback blocks, or else the rendering of the type. */
export function renderFallback(block: Block, drawer: Drawer, renderAuto: () => string): string {
  const blocks = fallbackOf(block)
  return blocks === undefined ? renderAuto() : drawer.blocks(blocks)
}
