import type { SourceImage } from '../boxes/box.ts'
import { inPixels } from '../style/lengths.ts'
import type { SizeOf } from './flow.ts'
import type { Range } from './fragment.ts'
import { insetsOf } from './sizes.ts'

/** Size of replaced elements without dimensions, px (CSS 2.1, section 10.3.2). */
const fallback = { width: 300, height: 150 }

/** Border-box size in px. `around` is the width of the containing block; without it, percentages are ignored. */
export function imageSize(replaced: SourceImage, sizeOf: SizeOf, around?: number): { width: number; height: number } {
  const { computed, declared } = replaced
  const insets = insetsOf(computed, around ?? 0)
  const [across, down] = [insets[1] + insets[3], insets[0] + insets[2]]
  const natural = naturalSize(replaced, sizeOf)
  const inner = (length: number, inset: number) => (computed.isBorderBox ? Math.max(0, length - inset) : length)
  const specified = (length: number | undefined, inset: number) =>
    length === undefined ? undefined : inner(length, inset)
  let width = specified(inPixels(computed.width, computed.size, around), across)
  let height = specified(inPixels(computed.height, computed.size), down)
  const ratio = natural.height / (natural.width || 1)
  const isWide = width === undefined
  if (width === undefined) width = height === undefined ? natural.width : ratio === 0 ? natural.width : height / ratio
  const maxWidth = specified(inPixels(computed.maxWidth, computed.size, around), across)
  const minWidth = specified(inPixels(computed.minWidth, computed.size, around), across)
  if (maxWidth !== undefined) width = Math.min(width, maxWidth)
  if (minWidth !== undefined) width = Math.max(width, minWidth)
  height ??= width * ratio
  const maxHeight = specified(inPixels(computed.maxHeight, computed.size), down)
  if (maxHeight !== undefined && height > maxHeight) {
    height = maxHeight
    if (isWide && ratio > 0 && declared.width === undefined) width = Math.min(width, maxHeight / ratio)
  }
  return { width: Math.max(0, width) + across, height: Math.max(0, height) + down }
}

/** Minimum and preferred width; an image with a width in percent has no minimum. */
export function imageRange(replaced: SourceImage, sizeOf: SizeOf): Range {
  const { width, maxWidth } = replaced.computed
  const natural = imageSize(replaced, sizeOf).width
  const isPercentage = isPercent(width) || isPercent(maxWidth)
  return { min: isPercentage ? 0 : natural, max: natural }
}

function naturalSize({ src, declared }: SourceImage, sizeOf: SizeOf): { width: number; height: number } {
  const found = sizeOf(src)
  if (found !== undefined) return found
  const { width, height } = declared
  if (width !== undefined && height !== undefined) return { width, height }
  if (width !== undefined) return { width, height: Math.round(width * 0.56) }
  return height === undefined ? fallback : { width: height, height }
}

function isPercent(length: SourceImage['computed']['width']): boolean {
  return length !== 'auto' && 'pct' in length
}
