import type { TObject } from '@sinclair/typebox'

/** How a property is edited, as data: the inspector renders it, the block type only declares it. */
export interface Field {
  /** Property of the block, or a path below it such as `style.color` or `items`. */
  prop: string
  label: string
  kind:
    | 'text'
    | 'textarea'
    | 'rich-text'
    | 'link'
    | 'image'
    | 'color'
    | 'length'
    | 'number'
    | 'box'
    | 'border'
    | 'font'
    | 'align'
    | 'choice'
    | 'switch'
    | 'date'
    | 'html'
    | 'code'
    | 'list'
    | 'fallback'
  /** For `choice`. */
  options?: readonly { value: string; label: string }[]
  /** For `list`: the fields of one item. `fallback` is `auto` or a list of blocks. */
  item?: readonly Field[]
  min?: number
  max?: number
  step?: number
  placeholder?: string
  /** Heading under which the inspector groups it. */
  group?: 'content' | 'style' | 'layout'
}

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
