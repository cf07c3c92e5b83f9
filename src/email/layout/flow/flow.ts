import type { Block, Box } from '../boxes/box.ts'
import type { Widths } from '../shaping/widths.ts'
import type { TextStyle } from '../style/computed-style.ts'
import type { Content, Fragment, Range } from './fragment.ts'

/** Natural size of an image in px; undefined for one that is not there. */
export type SizeOf = (src: string) => { width: number; height: number } | undefined

/** A block with its margins, laid out. */
export interface Laid {
  fragment: Fragment
  /** Margins above and below, with those of its children that reach through. */
  before: Content['before']
  after: Content['after']
  isEmpty: boolean
}

/** The surroundings of a block: the width in px, the direction, and the alignment of blocks. */
export interface ContainingBlock extends Pick<TextStyle, 'direction' | 'blockAlign'> {
  width: number
}

/** The parts of the layout that need each other, handed to each. */
export interface Flow {
  readonly widths: Widths
  readonly sizeOf: SizeOf
  /** Lays a block out; its place is at the margin's edge on the left, and y 0. */
  block(block: Block, room: ContainingBlock): Laid
  /** Lays a box out at a width of its border that someone else decided, at least so high. */
  boxAt(box: Box, width: number, around: number): Fragment
  /** What is in a box, at a width. */
  content(box: Box, width: number): Content
  /** The minimum and preferred width of a block with its margins. */
  range(block: Block): Range
  /** The minimum and preferred width of the content of a box. */
  contentRange(box: Box): Range
}
