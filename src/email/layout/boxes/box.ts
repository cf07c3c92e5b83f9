import type { ComputedStyle, TextStyle } from '../style/computed-style.ts'

export interface Meaning {
  /** Where a click leads. */
  readonly href?: string
  /** Level of the heading it belongs to, 1 to 6. */
  readonly heading?: number
}

/** A block or inline block. Its content is blocks, lines or rows. */
export interface Box {
  readonly kind: 'block'
  readonly computed: ComputedStyle
  readonly meaning: Meaning
  readonly content: readonly Block[] | Lines | Rows
  /** The marker of a list item. */
  readonly marker?: string
}

/** An image, with the size that its attributes declare, in px. */
export interface SourceImage {
  readonly kind: 'picture'
  readonly computed: ComputedStyle
  readonly meaning: Meaning
  readonly src: string
  readonly alt: string
  readonly declared: { readonly width?: number; readonly height?: number }
}

export type Block = Box | SourceImage

/** Inline content, broken into lines by the available width. */
export interface Lines {
  readonly kind: 'lines'
  readonly computed: TextStyle
  readonly items: readonly InLine[]
}

export type InLine = Words | Break | Span | Block

/** Text of one look, white space already collapsed, letters already transformed. */
export interface Words {
  readonly kind: 'words'
  readonly text: string
  readonly computed: TextStyle
  readonly meaning: Meaning
}

export interface Break {
  readonly kind: 'break'
  readonly computed: TextStyle
}

/** A stretch of a line with a background, border or padding of its own, or raised or lowered. */
export interface Span {
  readonly kind: 'span'
  readonly computed: ComputedStyle
  readonly meaning: Meaning
  readonly items: readonly InLine[]
}

/** The rows of a table. */
export interface Rows {
  readonly kind: 'rows'
  readonly rows: readonly Row[]
}

export interface Row {
  readonly computed: ComputedStyle
  readonly cells: readonly Cell[]
}

export interface Cell {
  readonly box: Box
  readonly across: number
  readonly down: number
}
