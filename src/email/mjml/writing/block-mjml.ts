import type { Block, Box, List, RichText } from '../../document/index.ts'
import type { ComputedStyle } from '../../render/index.ts'
import type { ReadComponent } from '../reading/reading.ts'
import type { Element } from '../source/element.ts'
import type { MjmlAttributes } from './attributes.ts'

/** The interface to a block that is written as an MJML component. */
export interface MjmlContext {
  /** The computed style of the block: its own, inherited and from the theme. */
  readonly style: ComputedStyle
  /** Width of the column, in px. */
  readonly width: number
  /** Horizontal alignment of a component without text. */
  readonly side: 'left' | 'center' | 'right'
  /** Attributes common to all components: padding, classes and, unless the component paints its own, the background. */
  cell(): MjmlAttributes
  /** Font, size, color and the other attributes of text. */
  text(): MjmlAttributes
  /** Border, corners and inner padding. */
  frame(): MjmlAttributes
  border(): MjmlAttributes
  /** The corner radius in px; undefined for square corners. */
  radius(): string | undefined
  /** The light value of a theme color or a literal. */
  color(value: string | undefined): string | undefined
  box(lengths: Box): string
  /** The URL of an image, which may be an asset of the document. */
  imageUrl(source: string): string
  /** Width in px of an image that is an asset of the document. */
  imageWidth(source: string): number | undefined
  /** HTML in mj-raw. */
  raw(html: string): string
  escape(text: string): string
  /** A component with its attributes, which are escaped, and its content, which is not. */
  component(name: string, attributes: MjmlAttributes, content?: string): string
  /** HTML in mj-text with the attributes of the block. */
  mjText(html: string): string
  richText(rich: RichText): string
  /** Rich text in one line: line breaks separate its paragraphs. */
  inlineText(rich: RichText): string
  list(list: List): string
  /** Declarations of a heading with the style of the block. */
  headingCss(): string
  blocks(blocks: readonly Block[]): string
  /** Adds a warning that MJML cannot express a part of the block. */
  lost(message: string): void
}

export interface MjmlComponent {
  read?: ReadComponent
  /** URLs other than those in its `href` and `src`; the import report counts them. */
  urls?(element: Element): readonly (readonly ['href' | 'src', string])[]
}

/** Conversion of a block type from and to MJML. */
export interface BlockMjml<Kind extends Block = Block> {
  /** The components that become this block, by name. */
  components?: Readonly<Record<string, MjmlComponent>>
  /** The component itself has the background of the block; for others it is the background of the cell around it. */
  paintsBackground?: true
  /** Undefined for a block that MJML cannot express: its HTML is written in mj-raw, as for a type without `write`. */
  write?(block: Kind, context: MjmlContext): string | undefined
}

/** Keyed by block type. */
export type MjmlBlocks = ReadonlyMap<string, BlockMjml>
