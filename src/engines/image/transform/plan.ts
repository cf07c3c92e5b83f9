import type { Rect } from '../pixels/pixels.ts'
import type { Wish } from './wish.ts'

/** The longest side that a result has, pixels. */
export const longestSide = 4096

/** The steps from a picture to a wish: cut from the source, scale, cut again, lie on a sheet. Pixels throughout. */
export interface Plan {
  /** Of the source. */
  cut: Rect
  /** What the cut is scaled to. */
  scaled: { width: number; height: number }
  /** Of what was scaled. */
  window: Rect
  /** The sheet that it lies on, with its place there. */
  sheet: Rect | undefined
}

interface Size {
  width: number
  height: number
}

/** Plans a wish for a picture of that size; undefined when the crop of the wish lies outside of it. */
export function planTransform(source: Size, wish: Wish): Plan | undefined {
  const cut = cutOf(source, wish.crop)
  if (cut === undefined) return undefined
  const { width, height, fit = 'contain' } = wish
  if (width === undefined || height === undefined) {
    const factor = width !== undefined ? width / cut.width : height !== undefined ? height / cut.height : 1
    const shrunk = fit === 'inside' ? Math.min(1, factor) : factor
    return wholly(cut, scale(cut, shrunk))
  }
  const box = within({ width, height })
  const [least, most] = [
    Math.min(box.width / cut.width, box.height / cut.height),
    Math.max(box.width / cut.width, box.height / cut.height),
  ]
  if (fit === 'fill') return wholly(cut, box)
  if (fit === 'inside') return wholly(cut, scale(cut, Math.min(1, least)))
  if (fit === 'contain') return wholly(cut, scale(cut, least))
  if (fit === 'pad') {
    const scaled = scale(cut, least, box)
    const place = placeOf(box, scaled, centreOf(wish, cut, source))
    return { ...wholly(cut, scaled), sheet: { ...place, ...box } }
  }
  const scaled = atLeast(scale(cut, most, undefined), box)
  const place = placeOf(scaled, box, centreOf(wish, cut, source))
  return { cut, scaled, window: { ...place, ...box }, sheet: undefined }
}

function cutOf(source: Size, crop: Rect | undefined): Rect | undefined {
  if (crop === undefined) return { x: 0, y: 0, ...source }
  const [right, bottom] = [Math.min(source.width, crop.x + crop.width), Math.min(source.height, crop.y + crop.height)]
  const [x, y] = [Math.max(0, crop.x), Math.max(0, crop.y)]
  return right <= x || bottom <= y ? undefined : { x, y, width: right - x, height: bottom - y }
}

function wholly(cut: Rect, scaled: Size): Plan {
  const size = within(scaled)
  return { cut, scaled: size, window: { x: 0, y: 0, ...size }, sheet: undefined }
}

function scale(size: Size, factor: number, most?: Size): Size {
  const side = (length: number, limit = Number.POSITIVE_INFINITY) =>
    Math.min(limit, Math.max(1, Math.round(length * factor)))
  return { width: side(size.width, most?.width), height: side(size.height, most?.height) }
}

function atLeast(size: Size, least: Size): Size {
  return { width: Math.max(size.width, least.width), height: Math.max(size.height, least.height) }
}

/** The size, or a smaller one of the same shape. */
function within(size: Size): Size {
  const factor = Math.min(1, longestSide / Math.max(size.width, size.height))
  return factor === 1 ? size : scale(size, factor, { width: longestSide, height: longestSide })
}

/** Where the gravity lies, as parts of both sides of the cut. */
function centreOf({ gravity = 'center', focal }: Wish, cut: Rect, source: Size): { x: number; y: number } {
  if (gravity === 'focal') {
    const { x, y } = focal ?? { x: 0.5, y: 0.5 }
    return { x: (x * source.width - cut.x) / cut.width, y: (y * source.height - cut.y) / cut.height }
  }
  return {
    x: gravity.endsWith('west') ? 0 : gravity.endsWith('east') ? 1 : 0.5,
    y: gravity.startsWith('north') ? 0 : gravity.startsWith('south') ? 1 : 0.5,
  }
}

/** The corner of the smaller one inside the larger, its middle as near to the centre as it can be. */
function placeOf(outer: Size, inner: Size, centre: { x: number; y: number }): { x: number; y: number } {
  const along = (whole: number, part: number, at: number) =>
    Math.round(Math.min(Math.max(at * whole - part / 2, 0), whole - part))
  return { x: along(outer.width, inner.width, centre.x), y: along(outer.height, inner.height, centre.y) }
}
