import type { TObject } from '@sinclair/typebox'

/** What reading a document needs to know of a block type; the renderer's BlockType has it. */
export interface BlockSchema {
  type: string
  /** Own properties only; the node's common ones belong to the document. */
  schema: TObject
  /** Own properties and style of a new block. */
  defaults: object
}

export type BlockSchemas = ReadonlyMap<string, BlockSchema>
