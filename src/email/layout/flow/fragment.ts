import type { Lines, Meaning, SourceImage, Span } from '../boxes/box.ts'
import type { HexColor } from '../../web/index.ts'
import type {
  BackgroundGradients,
  BackgroundImage,
  Edge,
  Four,
  TextStyle,
  ComputedStyle,
} from '../style/computed-style.ts'
import { radiiOf } from './sizes.ts'

/** Painted style of a box; lengths are px. */
export interface BoxPaint {
  readonly background: HexColor | undefined
  readonly image: BackgroundImage | undefined
  readonly gradients: BackgroundGradients | undefined
  readonly border: Four<Edge>
  /** Radii, clockwise from the top left corner. */
  readonly radius: Four<number>
  readonly opacity: number
  readonly clips: boolean
}

/** A text run of one style and one direction. */
export interface RunPaint {
  readonly text: string
  readonly computed: TextStyle
  readonly meaning: Meaning
  readonly direction: 'ltr' | 'rtl'
  /** The lines that contain it; undefined for a list marker. */
  readonly lines?: Lines
  /** From the top of the fragment, px. */
  readonly baseline: number
}

/** A laid out box or run; x and y are px from the border corner of its parent. */
export interface Fragment {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly box?: BoxPaint
  readonly replaced?: SourceImage & { readonly inset: Four<number> }
  readonly run?: RunPaint
  /** Link target of the whole fragment. */
  readonly href?: string
  readonly children: readonly Fragment[]
  /** Baselines of the first and the last line, px from the top; undefined without lines. */
  readonly first?: number
  readonly last?: number
}

/** Minimum and preferred width, px. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** Content of a box, laid out at a width. */
export interface Content {
  readonly fragments: readonly Fragment[]
  readonly height: number
  /** Top and bottom margins that collapse through the parent. */
  readonly before: Margin
  readonly after: Margin
  /** True if the margins collapse through it because it has no content. */
  readonly isEmpty: boolean
  readonly first?: number
  readonly last?: number
}

/** Collapsing margins: the largest positive and the most negative one (CSS 2.1, section 8.3.1). */
export interface Margin {
  readonly push: number
  readonly pull: number
}

export const noMargin: Margin = { push: 0, pull: 0 }

export function marginOf(length: number): Margin {
  return length >= 0 ? { push: length, pull: 0 } : { push: 0, pull: length }
}

export function meet(a: Margin, b: Margin): Margin {
  return { push: Math.max(a.push, b.push), pull: Math.min(a.pull, b.pull) }
}

export function sumOf({ push, pull }: Margin): number {
  return push + pull
}

export function paintOf(computed: ComputedStyle, width: number, height: number): BoxPaint {
  const { background, image, gradients, border, opacity, hidesOverflow } = computed
  const radius = radiiOf(computed, width, height)
  return { background, image, gradients, border, radius, opacity, clips: hidesOverflow }
}

/** Total vertical shift by the spans around, px above the baseline. */
export function spanShift(spans: readonly Span[]): number {
  return spans.reduce((sum, { computed }) => sum + shiftOf(computed.valign, computed.size), 0)
}

/** Shift by its own vertical-align, px above the baseline. */
export function shiftOf(valign: ComputedStyle['valign'], size: number): number {
  if (typeof valign === 'number') return valign
  // As in browsers: super is a third of the parent's font size plus 1 px up, sub a fifth down. The text has 5/6
  // of that size.
  if (valign === 'super') return Math.floor((size * 1.2) / 3 + 1)
  return valign === 'sub' ? -Math.floor((size * 1.2) / 5 + 1) : 0
}
