import type { Static, TObject } from '@sinclair/typebox'
import type { Block, Field, Style, Theme } from '../document/index.ts'
import type { AmpContext } from './amp-context.ts'
import type { HtmlContext } from './html-context.ts'
import type { TextProperty } from './style/computed-style.ts'
import type { TextContext } from './text-context.ts'

/** A block with the common properties and those of its type, complete and canonical. */
export type BlockOf<Schema extends TObject> = Block & Static<Schema>

/** A block type: its properties, defaults, inspector fields and renderers. One folder per type in email/blocks. */
export interface BlockType<Schema extends TObject = TObject> {
  type: string
  /** In English; other languages are in `texts.json` beside the block type. */
  label: string
  /** The `d` of one SVG path in a 24 × 24 view box, painted as a stroke. */
  icon: string
  /** Own properties only; common ones belong to the document. */
  schema: Schema
  /** Own properties and style of a new block; valid for `schema`. */
  defaults: Static<Schema> & { style?: Style }
  fields: readonly Field[]
  /**
   * Styles of the theme for this block, lowest first; they apply after the theme's text style and before the node's
   * classes.
   */
  element?(block: BlockOf<Schema>, theme: Theme): readonly (Style | undefined)[]
  /** Text properties that are inherited from section and column. Default: all. */
  inherits?: readonly TextProperty[]
  /** Element that renders background, border and radius: by default the cell, with `own` an element of the block. */
  box?: 'own'
  /** Element that renders the text style: by default elements of the block, with `cell` the cell. */
  font?: 'cell'
  /** Only AMP renders it interactively; `html` and `text` render its fallback. */
  interactive?: true
  /** `each` repeats parts inside the block instead of the block; `html` and `text` implement the repetition. */
  repeats?: 'inside'
  /**
   * Content of the table cell. The renderer writes the row and the cell, with padding, background, alignment,
   * visibility and the editor's marker.
   */
  html(block: BlockOf<Schema>, context: HtmlContext): string
  /**
   * As `html` for an AMP4EMAIL part: the content of a div that the renderer writes. Types without it are rendered by
   * `html`: an AmpContext is an HtmlContext whose writers give only what AMP allows.
   */
  amp?(block: BlockOf<Schema>, context: AmpContext): string
  /** Lines without a trailing newline; empty for no output. */
  text(block: BlockOf<Schema>, context: TextContext): string
}

/** Returns its argument; infers the types of `html`, `text` and `defaults` from `schema`. */
export function defineBlock<const Schema extends TObject>(block: BlockType<Schema>): BlockType {
  return block as unknown as BlockType
}

export type BlockTypes = ReadonlyMap<string, BlockType>
