import type { Meaning } from '../boxes/box.ts'
import type { Face } from '../font-families.ts'
import type { HexColor } from '../../web/index.ts'
import type { Edge, Four } from '../style/computed-style.ts'
import type { Rect, Tile } from './background.ts'
import type { DisplayGradient } from './gradient.ts'

/** Everything that is painted, in stacking order from the bottom. */
export interface DisplayList {
  readonly width: number
  readonly height: number
  readonly items: readonly DisplayItem[]
}

export type DisplayItem = DisplayBox | DisplayImage | DisplayText | DisplayLink | DisplayGroup

/** A background, a border, or both. */
export interface DisplayBox extends Rect {
  readonly kind: 'box'
  readonly background: HexColor | undefined
  /** Undefined if there is no such image. */
  readonly image: Tile | undefined
  /** Topmost first. */
  readonly gradients: readonly DisplayGradient[]
  readonly border: Four<Edge>
  /** Clockwise from the top left corner. */
  readonly radius: Four<number>
}

/** A clickable area; it paints nothing. */
export interface DisplayLink extends Rect {
  readonly kind: 'link'
  readonly href: string
}

/** Content box of an image, without its border. */
export interface DisplayImage extends Rect {
  readonly kind: 'picture'
  readonly src: string
  readonly alt: string
  readonly radius: Four<number>
  readonly meaning: Meaning
}

/** A text run of one style. Text is in logical order, as are the runs of a line. */
export interface DisplayText extends Rect {
  readonly kind: 'text'
  readonly text: string
  readonly direction: 'ltr' | 'rtl'
  /** Equal for all runs of the same lines. */
  readonly paragraph: number
  /** Px from the top of the page. */
  readonly baseline: number
  readonly face: Face
  /** Font size, px. */
  readonly size: number
  readonly color: HexColor
  /** Letter spacing, px. */
  readonly spacing: number
  readonly underline: boolean
  readonly lineThrough: boolean
  readonly meaning: Meaning
}

/** Items that are clipped to a box or painted with reduced opacity. */
export interface DisplayGroup extends Rect {
  readonly kind: 'group'
  readonly radius: Four<number>
  readonly clips: boolean
  readonly opacity: number
  readonly items: readonly DisplayItem[]
}
