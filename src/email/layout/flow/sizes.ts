import { type Length, inPixels } from '../style/lengths.ts'
import type { Four, ComputedStyle } from '../style/computed-style.ts'

/** Border plus padding on each side, px. */
export function insetsOf({ padding, border, size }: ComputedStyle, around: number): Four<number> {
  const at = (side: 0 | 1 | 2 | 3) => Math.max(0, inPixels(padding[side], size, around) ?? 0) + border[side].width
  return [at(0), at(1), at(2), at(3)]
}

/** Px; `auto` is 0. */
export function marginsOf({ margin, size }: ComputedStyle, around: number): Four<number> {
  const at = (side: 0 | 1 | 2 | 3) => inPixels(margin[side], size, around) ?? 0
  return [at(0), at(1), at(2), at(3)]
}

/**
 * Border-box width or height in px; undefined for auto, and for a percentage of an unknown size. `inset` is the sum
 * of padding and border.
 */
export function outerSize(
  length: Length,
  { size, isBorderBox }: ComputedStyle,
  inset: number,
  around?: number,
): number | undefined {
  const given = inPixels(length, size, around)
  if (given === undefined) return undefined
  return isBorderBox ? Math.max(given, inset) : given + inset
}

/** Applies min-width and max-width. */
export function clampWidth(width: number, computed: ComputedStyle, inset: number, around?: number): number {
  const max = outerSize(computed.maxWidth, computed, inset, around)
  const min = outerSize(computed.minWidth, computed, inset, around)
  return Math.max(inset, min ?? 0, max === undefined ? width : Math.min(max, width))
}

/** Applies min-height and max-height. */
export function clampHeight(height: number, computed: ComputedStyle, inset: number): number {
  const max = outerSize(computed.maxHeight, computed, inset)
  const min = outerSize(computed.minHeight, computed, inset)
  return Math.max(inset, min ?? 0, max === undefined ? height : Math.min(max, height))
}

/** Radii in px, reduced so that adjacent ones do not overlap (CSS Backgrounds 3, section 5.5). */
export function radiiOf({ radius, size }: ComputedStyle, width: number, height: number): Four<number> {
  const plain = radius.map((one) => Math.max(0, inPixels(one, size, width) ?? 0))
  const [a = 0, b = 0, c = 0, d = 0] = plain
  const share = Math.min(1, width / (a + b || 1), width / (c + d || 1), height / (b + c || 1), height / (d + a || 1))
  return [a * share, b * share, c * share, d * share]
}
