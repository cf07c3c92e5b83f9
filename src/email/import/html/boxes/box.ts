import type { Condition } from '../../../data/index.ts'
import type { BackgroundImage, Border, Box as Lengths, DarkStyle, Style } from '../../../document/index.ts'
import type { Element } from '../../tree/dom.ts'

/** Lengths on a wide screen and on a phone. */
export interface Insets {
  wide: Lengths
  narrow: Lengths
}

export const noInsets: Insets = { wide: [0, 0, 0, 0], narrow: [0, 0, 0, 0] }

export function addInsets(one: Insets, other: Insets): Insets {
  return { wide: addLengths(one.wide, other.wide), narrow: addLengths(one.narrow, other.narrow) }
}

/** Insets that are equal on every screen. */
export function insets(top: number, right = 0, bottom = 0, left = 0): Insets {
  const wide: Lengths = [top, right, bottom, left]
  return { wide, narrow: wide }
}

function addLengths(one: Lengths, other: Lengths): Lengths {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]]
}

export interface Face {
  background?: string
  backgroundImage?: BackgroundImage
  border?: Border
  radius?: number
}

/** A block of the document, without its style and position. */
export interface Draft {
  type: string
  [property: string]: unknown
}

/** A box of the input: content, a stack of boxes, or boxes side by side. Widths are px of the outer edge. */
export interface Box {
  kind: 'leaf' | 'stack' | 'row'
  element: Element
  face: Face
  padding: Insets
  /** Space outside the face, including what horizontal alignment leaves. */
  margin: Insets
  width: number
  /** Adapts to the available width. */
  isFluid: boolean
  children: Box[]
  draft?: Draft
  style?: Style
  mobile?: Style
  dark?: DarkStyle
  hide?: 'desktop' | 'mobile'
  valign?: 'top' | 'middle' | 'bottom'
  stacking?: 'stack' | 'reverse' | 'keep'
  when?: Condition
  each?: { in: string; as: string; limit?: number }
  /** The condition is a loop in another template language, so it applies to the whole box. */
  isLooped?: true
  /** An empty block, whose spacer is its margins: they collapse with those of its neighbors. */
  isGap?: true
  /** Margins of children do not collapse through this box. */
  isSealed: boolean
  /** Spans the full width of the window. */
  isOpen?: boolean
  /** The outermost box with its own width; the frame of the page may be aligned freely. */
  isFrame?: boolean
}

/** True if the box itself paints anything. */
export function hasFace({ face }: Box): boolean {
  return (
    face.background !== undefined ||
    face.backgroundImage !== undefined ||
    face.border !== undefined ||
    (face.radius ?? 0) > 0
  )
}

/** True if the box paints only a vertical line at its side. */
export function hasSideLine({ face: { background, backgroundImage, border } }: Box): boolean {
  if (background !== undefined || backgroundImage !== undefined || border?.sides === undefined) return false
  return border.sides.every((side) => side === 'left' || side === 'right')
}

/** True for a vertical line beside stacked blocks, as in quoted messages. */
export function isQuote(box: Box): boolean {
  return hasSideLine(box) && box.children.every(isOneColumn)
}

function isOneColumn(box: Box): boolean {
  if (box.kind === 'leaf') return true
  return box.kind === 'stack' && (!hasFace(box) || hasSideLine(box)) && box.children.every(isOneColumn)
}

export function isRepeated(box: Box): boolean {
  return box.each !== undefined || box.isLooped === true
}

/** True if the box paints only a background color. */
export function isPlainColor({ face }: Box): boolean {
  return face.backgroundImage === undefined && face.border === undefined && (face.radius ?? 0) === 0
}

/** Wraps a box in a row cell of the same width. */
export function cellOf(box: Box): Box {
  return {
    kind: 'stack',
    element: box.element,
    face: {},
    padding: insets(0),
    margin: insets(0),
    width: box.width,
    isFluid: true,
    children: [box],
    valign: 'top',
    isSealed: true,
  }
}
