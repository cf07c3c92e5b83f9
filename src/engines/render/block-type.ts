import type { Static, TObject } from '@sinclair/typebox'
import type { Block, Field, Style } from '../document/index.ts'
import type { HtmlContext } from './html-context.ts'
import type { TextContext } from './text-context.ts'

/** A block as its type sees it: the node's common properties and the type's own, both complete and canonical. */
export type BlockOf<Schema extends TObject> = Block & Static<Schema>

/**
 * One block type: what it holds, how it starts, how it is edited and how it looks in each output. One file a type in
 * engines/blocks; nothing else in the house says its name.
 */
export interface BlockType<Schema extends TObject = TObject> {
  type: string
  label: string
  /** Own properties only; common ones belong to the document. */
  schema: Schema
  /** Own properties and style of a new block; fits the schema. */
  defaults: Static<Schema> & { style?: Style }
  /** The inspector, as data. */
  fields: readonly Field[]
  /**
   * The inside of the table cell that the renderer draws for the block; the renderer owns the row, the cell, its
   * padding, background, alignment, visibility and the editor's marker.
   */
  html(block: BlockOf<Schema>, context: HtmlContext): string
  /** Lines of plain text without a trailing newline; empty for nothing. */
  text(block: BlockOf<Schema>, context: TextContext): string
}

/** Identity, for inference: `html`, `text` and `defaults` are checked against `schema`. */
export function defineBlock<const Schema extends TObject>(block: BlockType<Schema>): BlockType {
  return block as unknown as BlockType
}

export type BlockTypes = ReadonlyMap<string, BlockType>
