import type { Rect } from '../pixels/pixels.ts'
import type { TransformOptions } from './options.ts'

/** Maximum width and height of a result, pixels. */
export const maxSide = 4096

/** Steps from the source to the result: cut, scale, cut again, place on a canvas. All in pixels. */
export interface Plan {
  /** In source pixels. */
  cut: Rect
  scaled: { width: number; height: number }
  /** In scaled pixels. */
  window: Rect
  /** The canvas and the position on it. */
  sheet: Rect | undefined
}

interface Size {
  width: number
  height: number
}

/** Undefined if the crop is outside the image. */
export function planTransform(source: Size, options: TransformOptions): Plan | undefined {
  const cut = cutOf(source, options.crop)
  if (cut === undefined) return undefined
  const { width, height, fit = 'contain' } = options
  if (width === undefined || height === undefined) {
    const factor = width !== undefined ? width / cut.width : height !== undefined ? height / cut.height : 1
    const shrunk = fit === 'inside' ? Math.min(1, factor) : factor
    return withoutPadding(cut, scale(cut, shrunk))
  }
  const box = within({ width, height })
  const [minScale, maxScale] = [
    Math.min(box.width / cut.width, box.height / cut.height),
    Math.max(box.width / cut.width, box.height / cut.height),
  ]
  if (fit === 'fill') return withoutPadding(cut, box)
  if (fit === 'inside') return withoutPadding(cut, scale(cut, Math.min(1, minScale)))
  if (fit === 'contain') return withoutPadding(cut, scale(cut, minScale))
  if (fit === 'pad') {
    const scaled = scale(cut, minScale, box)
    const place = placeOf(box, scaled, centerOf(options, cut, source))
    return { ...withoutPadding(cut, scaled), sheet: { ...place, ...box } }
  }
  const scaled = atLeast(scale(cut, maxScale, undefined), box)
  const place = placeOf(scaled, box, centerOf(options, cut, source))
  return { cut, scaled, window: { ...place, ...box }, sheet: undefined }
}

/** Maximum pixels of the scaled part: more than any result has, fewer than the limits of codecs. */
const maxEnlargedPixels = 20_000_000

/**
 * Source pixels around a cut that scaling reads: at most the support of the widest kernel in use (Lanczos, 3 lobes). A slack
 * lets the part begin and end where scaled pixels do, so that it is not shifted by a fraction of a pixel.
 */
const margins = [
  { margin: 3, slack: 64 },
  { margin: 3, slack: 0 },
  { margin: 2, slack: 0 },
  { margin: 1, slack: 0 },
  { margin: 0, slack: 0 },
] as const

/**
 * An equivalent plan that cuts before it scales, for when scaling first would enlarge far more than it keeps: a cover
 * of 600 × 100 pixels from an image of 10 × 4000 would be 600 × 240,000 first. The part has a margin of source
 * pixels, within the image, so that its edges are interpolated as in the whole image.
 */
export function cutFirst(plan: Plan): Plan {
  const { cut, scaled, window } = plan
  const [across, down] = [scaled.width / cut.width, scaled.height / cut.height]
  const isWasteful = scaled.width * scaled.height > 2 * window.width * window.height
  if (!isWasteful || Math.max(across, down) <= 1) return plan
  for (const around of margins) {
    const [left, width] = rangeAround(window.x, window.width, { ...around, scale: across, end: cut.width })
    const [top, height] = rangeAround(window.y, window.height, { ...around, scale: down, end: cut.height })
    const enlarged = {
      width: Math.max(window.width, Math.round(width * across)),
      height: Math.max(window.height, Math.round(height * down)),
    }
    if (enlarged.width * enlarged.height > maxEnlargedPixels) continue
    return {
      cut: { x: cut.x + left, y: cut.y + top, width, height },
      scaled: enlarged,
      window: {
        ...window,
        x: between(0, Math.round(window.x - left * across), enlarged.width - window.width),
        y: between(0, Math.round(window.y - top * down), enlarged.height - window.height),
      },
      sheet: undefined,
    }
  }
  // If single source pixels would become larger than the result, the nearest whole pixels are used.
  const [width, height] = [wholePixels(window.width / across), wholePixels(window.height / down)]
  const left = between(0, Math.round(window.x / across), cut.width - width)
  const top = between(0, Math.round(window.y / down), cut.height - height)
  const size = { width: window.width, height: window.height }
  return {
    cut: { x: cut.x + left, y: cut.y + top, width, height },
    scaled: size,
    window: { x: 0, y: 0, ...size },
    sheet: undefined,
  }
}

interface Around {
  margin: number
  slack: number
  /** Scaled pixels per source pixel. */
  scale: number
  end: number
}

/**
 * Start and length of the whole source pixels that a range of scaled pixels covers, with a margin on both sides, clamped to 0
 * to `end`.
 */
function rangeAround(start: number, length: number, { margin, slack, scale, end }: Around) {
  const first = Math.max(0, Math.floor(start / scale) - margin)
  const last = Math.min(end, Math.ceil((start + length) / scale) + margin)
  const from = first - wholeAfter((steps) => (first - steps) * scale, Math.min(slack, first))
  const to = last + wholeAfter((steps) => (last + steps - from) * scale, Math.min(slack, end - last))
  return [from, to - from] as const
}

/** The steps, as few as possible, after which a length is nearest to whole pixels. */
function wholeAfter(lengthAfter: (steps: number) => number, max: number): number {
  const errorOf = (steps: number) => Math.abs(lengthAfter(steps) - Math.round(lengthAfter(steps)))
  let best = 0
  for (let steps = 1; steps <= max; steps++) if (errorOf(steps) < errorOf(best) - 1e-6) best = steps
  return best
}

function wholePixels(length: number): number {
  return Math.max(1, Math.round(length))
}

function between(min: number, value: number, max: number): number {
  return Math.min(Math.max(min, value), max)
}

function cutOf(source: Size, crop: Rect | undefined): Rect | undefined {
  if (crop === undefined) return { x: 0, y: 0, ...source }
  const [right, bottom] = [Math.min(source.width, crop.x + crop.width), Math.min(source.height, crop.y + crop.height)]
  const [x, y] = [Math.max(0, crop.x), Math.max(0, crop.y)]
  return right <= x || bottom <= y ? undefined : { x, y, width: right - x, height: bottom - y }
}

function withoutPadding(cut: Rect, scaled: Size): Plan {
  const size = within(scaled)
  return { cut, scaled: size, window: { x: 0, y: 0, ...size }, sheet: undefined }
}

function scale(size: Size, factor: number, maxScale?: Size): Size {
  const side = (length: number, limit = Number.POSITIVE_INFINITY) =>
    Math.min(limit, Math.max(1, Math.round(length * factor)))
  return { width: side(size.width, maxScale?.width), height: side(size.height, maxScale?.height) }
}

function atLeast(size: Size, minScale: Size): Size {
  return { width: Math.max(size.width, minScale.width), height: Math.max(size.height, minScale.height) }
}

/** Clamps to `maxSide`, keeping the aspect ratio. */
function within(size: Size): Size {
  const factor = Math.min(1, maxSide / Math.max(size.width, size.height))
  return factor === 1 ? size : scale(size, factor, { width: maxSide, height: maxSide })
}

/** Center of gravity as fractions of the cut. */
function centerOf({ gravity = 'center', focal }: TransformOptions, cut: Rect, source: Size): { x: number; y: number } {
  if (gravity === 'focal') {
    const { x, y } = focal ?? { x: 0.5, y: 0.5 }
    return { x: (x * source.width - cut.x) / cut.width, y: (y * source.height - cut.y) / cut.height }
  }
  return {
    x: gravity.endsWith('west') ? 0 : gravity.endsWith('east') ? 1 : 0.5,
    y: gravity.startsWith('north') ? 0 : gravity.startsWith('south') ? 1 : 0.5,
  }
}

/** Top left corner of `inner` in `outer`, with its center as near to `center` as possible. */
function placeOf(outer: Size, inner: Size, center: { x: number; y: number }): { x: number; y: number } {
  const along = (whole: number, part: number, at: number) =>
    Math.round(Math.min(Math.max(at * whole - part / 2, 0), whole - part))
  return { x: along(outer.width, inner.width, center.x), y: along(outer.height, inner.height, center.y) }
}
