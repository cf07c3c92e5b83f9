import type { Face } from '../font-families.ts'
import type { HexColor } from '../../web/index.ts'
import type { GradientLayers } from './gradients.ts'
import type { Length } from './lengths.ts'

export type Display = 'none' | 'block' | 'inline' | 'inline-block' | 'list-item' | TablePart
export type TablePart = 'table' | 'inline-table' | 'table-row-group' | 'table-row' | 'table-cell'
export type Align = 'left' | 'right' | 'center' | 'justify'

/** From the font, a multiple of the font size, or px. */
export type LineHeight = 'normal' | { factor: number } | { px: number }

export interface Edge {
  width: number
  style: 'none' | 'solid' | 'dashed' | 'dotted' | 'double'
  color: HexColor
}

export interface BackgroundImage {
  src: string
  size: string
  position: string
  repeat: string
}

/** They share size, position and repetition with the image. */
export type BackgroundGradients = GradientLayers & Omit<BackgroundImage, 'src'>

/** Top, right, bottom, left. */
export type Four<T> = readonly [T, T, T, T]

export function four<T, U>(sides: Four<T>, of: (side: T) => U): Four<U> {
  return [of(sides[0]), of(sides[1]), of(sides[2]), of(sides[3])]
}

export interface TextStyle {
  readonly color: HexColor
  readonly face: Face
  /** Font size, px. */
  readonly size: number
  readonly lineHeight: LineHeight
  /** Px. */
  readonly letterSpacing: number
  /** Extra width of each letter of the requested font over its substitute, em. */
  readonly wider: number
  readonly transform: 'none' | 'uppercase' | 'lowercase' | 'capitalize'
  readonly align: Align | 'start'
  /** Alignment of child blocks by an `align` attribute. */
  readonly blockAlign: 'left' | 'center' | 'right' | undefined
  readonly whiteSpace: 'normal' | 'nowrap' | 'pre' | 'pre-wrap' | 'pre-line'
  readonly breaksWords: boolean
  readonly direction: 'ltr' | 'rtl'
  readonly marker: string
  readonly indent: number
  readonly isVisible: boolean
  readonly collapses: boolean
  readonly spacing: readonly [across: number, down: number]
  /** Includes the decorations that propagate from ancestors. */
  readonly underline: boolean
  readonly lineThrough: boolean
}

/** Computed style: validated, and resolved as far as possible without the containing block. */
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
  /** Clockwise from the top left corner. */
  readonly radius: Four<Length>
  readonly background: HexColor | undefined
  readonly image: BackgroundImage | undefined
  readonly gradients: BackgroundGradients | undefined
  /** Vertical alignment in a line or cell; a number is px above the baseline. */
  readonly valign: 'top' | 'middle' | 'bottom' | 'baseline' | 'sub' | 'super' | number
  readonly isBorderBox: boolean
  readonly opacity: number
  readonly hidesOverflow: boolean
  readonly isFixed: boolean
}
