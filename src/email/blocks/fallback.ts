import * as Type from '@sinclair/typebox'
import { type Block, type Field, fallbackOf } from '../document/index.ts'

/** Content of an interactive block without interaction: rendered by its type, or blocks of the author. */
export const fallback = Type.Optional(Type.Unsafe<'auto' | Block[]>(Type.Unknown()))

export const fallbackField: Field = {
  prop: 'fallback',
  label: 'Fallback content',
  kind: 'fallback',
  group: 'content',
}

/** Implemented by the contexts of HTML and text. */
interface Drawer {
  blocks(blocks: readonly Block[]): string
}

/** The authored fallback blocks, or else the rendering of the type. */
export function renderFallback(block: Block, drawer: Drawer, renderAuto: () => string): string {
  const blocks = fallbackOf(block)
  return blocks === undefined ? renderAuto() : drawer.blocks(blocks)
}
