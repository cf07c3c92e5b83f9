import type { Face } from '../font-families.ts'
import type { Color } from './colors.ts'
import type { Length } from './lengths.ts'

export type Display = 'none' | 'block' | 'inline' | 'inline-block' | 'list-item' | TablePart
export type TablePart = 'table' | 'inline-table' | 'table-row-group' | 'table-row' | 'table-cell'
export type Align = 'left' | 'right' | 'center' | 'justify'

/** Height of a line: what the font says, a multiple of its size, or px. */
export type LineHeight = 'normal' | { factor: number } | { px: number }

export interface Edge {
  width: number
  style: 'none' | 'solid' | 'dashed' | 'dotted' | 'double'
  color: Color
}

export interface BackgroundImage {
  src: string
  size: string
  position: string
  repeat: string
}

/** Four sides in the order top, right, bottom, left. */
export type Four<T> = readonly [T, T, T, T]

/** The same of all four sides, or of each what `of` makes of it. */
export function four<T, U>(sides: Four<T>, of: (side: T) => U): Four<U> {
  return [of(sides[0]), of(sides[1]), of(sides[2]), of(sides[3])]
}

/** What an element hands on to what is in it. */
export interface TextStyle {
  readonly color: Color
  readonly face: Face
  /** Size of the font in px. */
  readonly size: number
  readonly lineHeight: LineHeight
  /** In px. */
  readonly letterSpacing: number
  /** How much wider each letter of the font that was requested is than that of its stand-in, in em. */
  readonly wider: number
  readonly transform: 'none' | 'uppercase' | 'lowercase' | 'capitalize'
  readonly align: Align | 'start'
  /** Where an `align` attribute leads blocks. */
  readonly blockAlign: 'left' | 'center' | 'right' | undefined
  readonly whiteSpace: 'normal' | 'nowrap' | 'pre' | 'pre-wrap' | 'pre-line'
  readonly breaksWords: boolean
  readonly direction: 'ltr' | 'rtl'
  readonly marker: string
  readonly indent: number
  readonly isVisible: boolean
  readonly collapses: boolean
  readonly spacing: readonly [across: number, down: number]
  /** Lines painted along the text; a browser paints those of every element around. */
  readonly underline: boolean
  readonly lineThrough: boolean
}

/** How one element looks, every value checked and resolved as far as it can be without its place. */
export interface ComputedStyle extends TextStyle {
  readonly display: Display
  readonly float: 'none' | 'left' | 'right'
  readonly clear: 'none' | 'left' | 'right' | 'both'
  readonly width: Length
  readonly height: Length
  readonly minWidth: Length
  readonly minHeight: Length
  readonly maxWidth: Length
  readonly maxHeight: Length
  readonly margin: Four<Length>
  readonly padding: Four<Length>
  readonly border: Four<Edge>
  /** From the top left corner on, clockwise. */
  readonly radius: Four<Length>
  readonly background: Color | undefined
  readonly image: BackgroundImage | undefined
  /** Where it is in its line or cell; a number is px above the base line. */
  readonly valign: 'top' | 'middle' | 'bottom' | 'baseline' | 'sub' | 'super' | number
  readonly isBorderBox: boolean
  readonly opacity: number
  readonly hidesOverflow: boolean
  readonly isFixed: boolean
}
