import type { ComputedStyle, TextStyle } from '../style/computed-style.ts'

export interface Meaning {
  /** Link target. */
  readonly href?: string
  /** Level of the surrounding heading, 1 to 6. */
  readonly heading?: number
}

/** A block or inline block. Its content is blocks, lines or table rows. */
export interface Box {
  readonly kind: 'block'
  readonly computed: ComputedStyle
  readonly meaning: Meaning
  readonly content: readonly Block[] | Lines | Rows
  readonly marker?: string
  /** The box of the page, through which no margin collapses (CSS 2.1, section 8.3.1). */
  readonly isRoot?: true
}

/** Width and height attributes are in px. */
export interface SourceImage {
  readonly kind: 'picture'
  readonly computed: ComputedStyle
  readonly meaning: Meaning
  readonly src: string
  readonly alt: string
  readonly declared: { readonly width?: number; readonly height?: number }
}

export type Block = Box | SourceImage

/** Inline content; line breaks depend on the available width. */
export interface Lines {
  readonly kind: 'lines'
  readonly computed: TextStyle
  readonly items: readonly InLine[]
}

export type InLine = Words | Break | Span | Block

/** Text of one style, after white space collapsing and text-transform. */
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

/** An inline range with its own background, border, padding or vertical alignment. */
export interface Span {
  readonly kind: 'span'
  readonly computed: ComputedStyle
  readonly meaning: Meaning
  readonly items: readonly InLine[]
}

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
