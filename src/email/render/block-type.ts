import type { Static, TObject } from '@sinclair/typebox'
import type { Block, Field, Style, Theme } from '../document/index.ts'
import type { AmpContext } from './amp-context.ts'
import type { HtmlContext } from './html-context.ts'
import type { TextProperty } from './style/computed-style.ts'
import type { TextContext } from './text-context.ts'

/** A block as its type sees it: the node's common properties and the type's own, both complete and canonical. */
export type BlockOf<Schema extends TObject> = Block & Static<Schema>

/**
 * One block type: its properties, the defaults of a new block, its inspector and its rendering in each output. One folder a
 * type in email/blocks.
 */
export interface BlockType<Schema extends TObject = TObject> {
  type: string
  /** In English; other languages are in `texts.json` beside the block type. */
  label: string
  /** The `d` of one SVG path, 24 by 24, painted as a line. */
  icon: string
  /** Own properties only; common ones belong to the document. */
  schema: Schema
  /** Own properties and style of a new block; fits the schema. */
  defaults: Static<Schema> & { style?: Style }
  /** The inspector, as data. */
  fields: readonly Field[]
  /** The theme's styles for this block, lowest first, between the theme's text and the node's classes. */
  element?(block: BlockOf<Schema>, theme: Theme): readonly (Style | undefined)[]
  /** Text properties it takes over from the section and column around it; all unless said. */
  inherits?: readonly TextProperty[]
  /** Who renders background, border and radius: the cell around the block unless the block says it does. */
  box?: 'own'
  /** Who renders the text style: the block's own elements unless the cell shall carry it. */
  font?: 'cell'
  /** Only AMP can render it as it is meant; `html` and `text` render its fallback. */
  interactive?: true
  /** Its `each` repeats parts inside the block, not the block; `html` and `text` see to it. */
  repeats?: 'inside'
  /**
   * The inside of the table cell that the renderer renders for the block; the renderer owns the row, the cell, its
   * padding, background, alignment, visibility and the editor's marker.
   */
  html(block: BlockOf<Schema>, context: HtmlContext): string
  /**
   * As `html` for an AMP4EMAIL part: the inside of the div that the renderer renders. What AMP and HTML have in common is
   * rendered by one function, because an AmpContext is an HtmlContext whose writers give what AMP allows. So a type without
   * it is rendered by its `html`.
   */
  amp?(block: BlockOf<Schema>, context: AmpContext): string
  /** Lines of plain text without a trailing newline; empty for nothing. */
  text(block: BlockOf<Schema>, context: TextContext): string
}

/** Identity, for inference: `html`, `text` and `defaults` are checked against `schema`. */
export function defineBlock<const Schema extends TObject>(block: BlockType<Schema>): BlockType {
  return block as unknown as BlockType
}

export type BlockTypes = ReadonlyMap<string, BlockType>
