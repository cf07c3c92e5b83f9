import type { Meaning } from '../boxes/box.ts'
import type { Face } from '../font-families.ts'
import type { Color } from '../style/colors.ts'
import type { Edge, Four } from '../style/computed-style.ts'
import type { Rect, Tile } from './background.ts'

/** A page laid out: everything that is painted, the lowest first. */
export interface DisplayList {
  readonly width: number
  readonly height: number
  readonly items: readonly DisplayItem[]
}

export type DisplayItem = DisplayBox | DisplayImage | DisplayText | DisplayLink | DisplayGroup

/** A background, a border, or both. */
export interface DisplayBox extends Rect {
  readonly kind: 'box'
  readonly background: Color | undefined
  /** Absent where there is no such image. */
  readonly image: Tile | undefined
  readonly border: Four<Edge>
  /** From the top left corner on, clockwise. */
  readonly radius: Four<number>
}

/** Where a click leads in an area, whatever is seen there. */
export interface DisplayLink extends Rect {
  readonly kind: 'link'
  readonly href: string
}

/** An image, without its border. */
export interface DisplayImage extends Rect {
  readonly kind: 'picture'
  readonly src: string
  readonly alt: string
  readonly radius: Four<number>
  readonly meaning: Meaning
}

/** A run of text of one look, in the order in which it is read, as are the runs of a line. */
export interface DisplayText extends Rect {
  readonly kind: 'text'
  readonly text: string
  readonly direction: 'ltr' | 'rtl'
  /** The same for all that is in the same lines. */
  readonly paragraph: number
  /** From the top of the page to the base line. */
  readonly baseline: number
  readonly face: Face
  /** Size of the font in px. */
  readonly size: number
  readonly color: Color
  /** Room between letters in px. */
  readonly spacing: number
  readonly underline: boolean
  readonly lineThrough: boolean
  readonly meaning: Meaning
}

/** What is seen through a box alone, or only half. */
export interface DisplayGroup extends Rect {
  readonly kind: 'group'
  readonly radius: Four<number>
  readonly clips: boolean
  readonly opacity: number
  readonly items: readonly DisplayItem[]
}
