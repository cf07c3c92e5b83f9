import type { TObject } from '@sinclair/typebox'
import type { Field } from './field.ts'

/** What reading a document needs to know of a block type; the renderer's BlockType has it. */
export interface BlockSchema {
  type: string
  /** Own properties only; the node's common ones belong to the document. */
  schema: TObject
  /** Own properties and style of a new block. */
  defaults: object
  /** What people call it, and how its properties are edited; a description of changes and the rules request these. */
  label?: string
  fields?: readonly Field[]
}

export type BlockSchemas = ReadonlyMap<string, BlockSchema>
