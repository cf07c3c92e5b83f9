import type { Block, Box } from '../boxes/box.ts'
import type { Widths } from '../shaping/widths.ts'
import type { TextStyle } from '../style/computed-style.ts'
import type { Content, Fragment, Range } from './fragment.ts'

/** Natural size in px; undefined for a missing image. */
export type SizeOf = (src: string) => { width: number; height: number } | undefined

/** A laid out block with its margins. */
export interface Laid {
  fragment: Fragment
  /** Collapsed margins, including those of children that collapse through. */
  before: Content['before']
  after: Content['after']
  isEmpty: boolean
}

/** Containing block: width in px, direction, and alignment of blocks. */
export interface ContainingBlock extends Pick<TextStyle, 'direction' | 'blockAlign'> {
  width: number
}

/** Functions of the layout that call each other; passed to each, to avoid import cycles. */
export interface Flow {
  readonly widths: Widths
  readonly sizeOf: SizeOf
  /** Lays out a block; x is at the left margin edge, y is 0. */
  block(block: Block, containingBlock: ContainingBlock): Laid
  /** Lays out a box at a given border-box width, with a minimum height. */
  boxAt(box: Box, width: number, around: number): Fragment
  /** Lays out the content of a box at a width. */
  content(box: Box, width: number): Content
  /** Minimum and preferred width, including margins. */
  range(block: Block): Range
  /** Minimum and preferred width of the content box. */
  contentRange(box: Box): Range
}
