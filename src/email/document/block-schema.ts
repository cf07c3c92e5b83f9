import type { TObject } from '@sinclair/typebox'

/** Declares how the inspector edits a property. */
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
  /** A `length` that is a distance; the inspector offers a scale for it, as for every `box`. */
  isSpacing?: true
  placeholder?: string
  /** Heading under which the inspector groups the field. */
  group?: 'content' | 'style' | 'layout'
}

/** The part of a block type that reading a document requires; the renderer's BlockType includes it. */
export interface BlockSchema {
  type: string
  /** Own properties only; the node's common ones belong to the document. */
  schema: TObject
  /** Own properties and style of a new block. */
  defaults: object
  /** Used in descriptions of changes and in rules. */
  label?: string
  fields?: readonly Field[]
}

export type BlockSchemas = ReadonlyMap<string, BlockSchema>
