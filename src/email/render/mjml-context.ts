import type { Box } from '../document/index.ts'
import type { ComputedStyle } from './style/computed-style.ts'

/** Attributes of an MJML component by name; those that are undefined are not written. */
export type MjmlAttributes = Readonly<Record<string, string | number | undefined>>

/** What a block type gets to write itself as an MJML component. */
export interface MjmlContext {
  /** The style of the block, with what it inherits and what the theme gives it. */
  readonly style: ComputedStyle
  /** Width of the column, in px. */
  readonly width: number
  /** The horizontal position of a component that is no text. */
  readonly side: 'left' | 'center' | 'right'
  /** What every component has: padding, classes and, unless the component paints its own, the background. */
  cell(options?: { paintsBackground?: boolean }): MjmlAttributes
  /** Font, size, color and the other attributes of text. */
  text(): MjmlAttributes
  /** Border, corners and inner padding. */
  frame(): MjmlAttributes
  /** The light value of a color, a name of the theme or a literal. */
  color(value: string | undefined): string | undefined
  /** A box of lengths as an attribute has it. */
  box(lengths: Box): string
  /** HTML that MJML passes on as it is. */
  raw(html: string): string
  /** Text for between tags. */
  escape(text: string): string
  /** A component with its attributes and content, both escaped where they must be. */
  component(name: string, attributes: MjmlAttributes, content?: string): string
}
