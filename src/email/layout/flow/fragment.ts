import type { Lines, Meaning, SourceImage, Span } from '../boxes/box.ts'
import type { Color } from '../style/colors.ts'
import type { BackgroundImage, Edge, Four, TextStyle, ComputedStyle } from '../style/computed-style.ts'
import { radiiOf } from './sizes.ts'

/** The painted style of a box, in px. */
export interface BoxPaint {
  readonly background: Color | undefined
  readonly image: BackgroundImage | undefined
  readonly border: Four<Edge>
  /** Radii from the top left corner on, clockwise. */
  readonly radius: Four<number>
  readonly opacity: number
  readonly clips: boolean
}

/** A run of text of one look and one direction. */
export interface RunPaint {
  readonly text: string
  readonly computed: TextStyle
  readonly meaning: Meaning
  readonly direction: 'ltr' | 'rtl'
  /** The lines that it is in; absent for the marker of a list. */
  readonly lines?: Lines
  /** From the top of the fragment to the base line. */
  readonly baseline: number
}

/** Something with its place: x and y from the border corner of what it is in, in px. */
export interface Fragment {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly box?: BoxPaint
  readonly replaced?: SourceImage & { readonly inset: Four<number> }
  readonly run?: RunPaint
  /** Where a click on any of it leads. */
  readonly href?: string
  readonly children: readonly Fragment[]
  /** From the top to the base line of its first line, and of its last, where it has lines. */
  readonly first?: number
  readonly last?: number
}

/** The least and the most space in px that something requests. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** What is in a box, laid out to a width. */
export interface Content {
  readonly fragments: readonly Fragment[]
  readonly height: number
  /** Margins at the top and bottom that reach through where nothing holds them in. */
  readonly before: Margin
  readonly after: Margin
  /** True if margins meet through it, because there is nothing in it. */
  readonly isEmpty: boolean
  readonly first?: number
  readonly last?: number
}

/** Margins that meet: the largest that pushes and the largest that pulls (CSS 2.1, section 8.3.1). */
export interface Margin {
  readonly push: number
  readonly pull: number
}

export const noMargin: Margin = { push: 0, pull: 0 }

/** One margin as a meeting of margins. */
export function marginOf(length: number): Margin {
  return length >= 0 ? { push: length, pull: 0 } : { push: 0, pull: length }
}

/** Margins that meet as one. */
export function meet(a: Margin, b: Margin): Margin {
  return { push: Math.max(a.push, b.push), pull: Math.min(a.pull, b.pull) }
}

export function sumOf({ push, pull }: Margin): number {
  return push + pull
}

export function paintOf(computed: ComputedStyle, width: number, height: number): BoxPaint {
  const { background, image, border, opacity, hidesOverflow } = computed
  return { background, image, border, radius: radiiOf(computed, width, height), opacity, clips: hidesOverflow }
}

/** How far above the base line the stretches around lift what is in them, px. */
export function spanShift(spans: readonly Span[]): number {
  return spans.reduce((sum, { computed }) => sum + shiftOf(computed.valign, computed.size), 0)
}

/** The offset above the baseline by its own alignment, px. */
export function shiftOf(valign: ComputedStyle['valign'], size: number): number {
  if (typeof valign === 'number') return valign
  // As browsers have it: a third of the size around and a pixel up, a fifth down; what is moved is smaller by a sixth.
  if (valign === 'super') return Math.floor((size * 1.2) / 3 + 1)
  return valign === 'sub' ? -Math.floor((size * 1.2) / 5 + 1) : 0
}
