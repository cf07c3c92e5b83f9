import {
  type Color,
  type Pixels,
  type Rect,
  cutOut,
  flatten,
  placeOn,
  premultiply,
  unpremultiply,
} from '../pixels/pixels.ts'
import { readStoredPng, writeStoredPng } from '../pixels/stored-png.ts'
import type { ImageFacts } from '../probe/facts.ts'
import type { Codec, Output, TransformOptions } from './options.ts'
import { type Plan, cutFirst, planTransform } from './plan.ts'

/**
 * Larger images are scaled before premultiplying: that saves hundreds of megabytes, at the cost of a possible
 * one-pixel seam around transparent areas.
 */
const maxWeighed = 16_000_000

const white: Color = [255, 255, 255]

export type Source = Pick<ImageFacts, 'format' | 'width' | 'height' | 'hasAlpha' | 'orientation'>

/** True if the options require pixel access in JavaScript, which blocks the thread. */
export function needsPixels(source: Source, options: TransformOptions): boolean {
  const plan = planTransform(source, options)
  return (
    plan !== undefined &&
    (source.hasAlpha || !isWhole(plan.cut, source) || !isWhole(plan.window, plan.scaled) || plan.sheet !== undefined)
  )
}

/**
 * Cuts, scales, places and encodes. The result is upright, without metadata, with its color profile. Undefined if the
 * crop is outside the image. Rejects when the codec cannot read it.
 */
export async function transformImage(
  given: Uint8Array,
  source: Source,
  { options, codec }: { options: TransformOptions; codec: Codec },
): Promise<Uint8Array | undefined> {
  const plan = planTransform(source, options)
  if (plan === undefined) return undefined
  const output = outputOf(options)
  const bytes = await uprightImage(given, source, codec)
  if (!needsPixels(source, options)) return codec.convert(bytes, sizeFor(plan.scaled, source), output)
  const scaled = await readScaled(bytes, source, { plan, codec })
  return encodeScaled(scaled, { plan, options, codec, hasAlpha: source.hasAlpha })
}

/** The codec applies the orientation. */
export async function uprightImage(
  bytes: Uint8Array,
  { format, orientation }: Pick<ImageFacts, 'format' | 'orientation'>,
  codec: Codec,
): Promise<Uint8Array> {
  return format === 'jpeg' || orientation === 1 ? bytes : codec.turn(bytes, orientation)
}

/** Scaled pixels and their alpha mode. */
export interface Scaled {
  pixels: Pixels
  window: Rect
  /** Colors are premultiplied. */
  isWeighed: boolean
}

/** The last steps of a plan: cut, place, encode. */
export function encodeScaled(
  { pixels: whole, window, isWeighed }: Scaled,
  { plan, options, codec, hasAlpha }: { plan: Plan; options: TransformOptions; codec: Codec; hasAlpha: boolean },
): Promise<Uint8Array> {
  const cut = cutOut(whole, window)
  const pixels = plan.sheet === undefined ? cut : placeOn(cut, plan.sheet)
  finish(pixels, { options, isWeighed, hasAlpha: hasAlpha || plan.sheet !== undefined })
  return codec.convert(writeStoredPng(pixels), undefined, outputOf(options))
}

async function readScaled(
  bytes: Uint8Array,
  source: Source,
  { plan, codec }: { plan: Plan; codec: Codec },
): Promise<Scaled> {
  const { cut, scaled, window } = cutFirst(plan)
  const isScaled = scaled.width !== cut.width || scaled.height !== cut.height
  const mustWeigh = isScaled && source.hasAlpha && source.width * source.height <= maxWeighed
  const [across, down] = [scaled.width / cut.width, scaled.height / cut.height]
  const isEnlarged = across > 1 || down > 1
  if (!mustWeigh && (isWhole(cut, source) || !isEnlarged)) {
    // Scaling first is cheap here: the codec downscales while it decodes.
    const size = {
      width: Math.max(1, Math.round(source.width * across)),
      height: Math.max(1, Math.round(source.height * down)),
    }
    const pixels = readStoredPng(await codec.convert(bytes, sizeFor(size, source), { format: 'stored' }))
    const part = isWhole(cut, source) ? window : shifted(window, { x: cut.x * across, y: cut.y * down }, size)
    return { pixels, window: part, isWeighed: false }
  }
  const part = cutOut(readStoredPng(await codec.convert(bytes, undefined, { format: 'stored' })), cut)
  if (source.hasAlpha) premultiply(part)
  if (!isScaled) return { pixels: part, window, isWeighed: source.hasAlpha }
  const pixels = readStoredPng(await codec.convert(writeStoredPng(part), scaled, { format: 'stored' }))
  return { pixels, window, isWeighed: source.hasAlpha }
}

function finish(
  pixels: Pixels,
  { options, isWeighed, hasAlpha }: { options: TransformOptions; isWeighed: boolean; hasAlpha: boolean },
): void {
  const background = options.background ?? (options.format === 'jpeg' ? white : undefined)
  if (!hasAlpha || (background === undefined && !isWeighed)) return
  if (background === undefined) return unpremultiply(pixels)
  if (!isWeighed) premultiply(pixels)
  return flatten(pixels, background)
}

function outputOf({ format, quality, isPalette = false }: TransformOptions): Output {
  return format === 'png' ? { format, isPalette } : { format, quality }
}

function sizeFor(size: { width: number; height: number }, source: Source) {
  return size.width === source.width && size.height === source.height ? undefined : size
}

function isWhole({ x = 0, y = 0, width, height }: Partial<Rect>, of: { width: number; height: number }): boolean {
  return x === 0 && y === 0 && width === of.width && height === of.height
}

function shifted(window: Rect, by: { x: number; y: number }, inside: { width: number; height: number }): Rect {
  return {
    ...window,
    x: Math.max(0, Math.min(Math.round(window.x + by.x), inside.width - window.width)),
    y: Math.max(0, Math.min(Math.round(window.y + by.y), inside.height - window.height)),
  }
}
