import type { Color, ImageFacts, TransformOptions } from '../../../email/image/index.ts'
import { maxSide, planTransform } from '../../../email/image/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { ImageParameters } from '../../assets/index.ts'
import { rectOf } from './listed.ts'

/** The unchanged file without metadata, or a transformation of it. */
export type Reading = 'as it is' | TransformOptions

export interface Reader {
  facts: ImageFacts
  focal: { x: number; y: number } | undefined
  /** From the client's Accept header. */
  takesWebp: boolean
}

/** True if the response depends on the Accept header. */
export function varies({ format }: ImageParameters, facts: ImageFacts): boolean {
  return format === 'auto' || (format === undefined && facts.format === 'webp' && facts.frames === 1)
}

/**
 * The transformation for a request. An animation is not transformed unless another format is requested; an animated WebP
 * never is, because its first frame cannot be extracted.
 */
export function readOptions(asked: ImageParameters, reader: Reader): Reading {
  const { facts, focal } = reader
  const isMoving = facts.frames > 1 && facts.format !== 'png'
  if (isMoving && (facts.format === 'webp' || asked.format === undefined || asked.format === 'auto')) return 'as it is'
  const { w, h, fit, gravity, crop, q, dpr = 1, palette, bg } = asked
  const isShaped = [w, h, crop, q, palette, bg].some((value) => value !== undefined && value !== false)
  const format = formatOf(asked, reader)
  if (!isShaped && format === facts.format && facts.orientation === 1) return 'as it is'
  // Every client shows a still GIF.
  if (!isShaped && facts.format === 'gif' && asked.format === undefined) return 'as it is'
  const side = (length: number) => Math.min(maxSide, Math.round(length * dpr))
  return {
    format,
    quality: q ?? (isShaped || asked.format !== undefined ? 80 : 90),
    ...(w === undefined ? {} : { width: side(w) }),
    ...(h === undefined ? {} : { height: side(h) }),
    ...(fit === undefined ? {} : { fit }),
    ...(gravity === undefined ? {} : { gravity }),
    ...(gravity === 'focal' && focal !== undefined ? { focal } : {}),
    ...(crop === undefined ? {} : { crop: rectOf(crop) }),
    ...(palette === true && format === 'png' ? { isPalette: true } : {}),
    ...(bg === undefined ? {} : { background: colorOf(bg) }),
  }
}

function formatOf({ format }: ImageParameters, { facts, takesWebp }: Reader): TransformOptions['format'] {
  if (format === 'jpeg' || format === 'png' || format === 'webp') return format
  if (takesWebp && (format === 'auto' || facts.format === 'webp')) return 'webp'
  if (facts.format === 'jpeg') return 'jpeg'
  // PNG suits flat colors and transparency; most WebP images without alpha are photos.
  return facts.format === 'webp' && !facts.hasAlpha ? 'jpeg' : 'png'
}

function colorOf(hex: string): Color {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

/** Renderings that a transformation counts as: one per `limits.cdnRenderPixels` of its result. */
export function rendersOf(reading: TransformOptions, facts: Pick<ImageFacts, 'width' | 'height'>): number {
  const plan = planTransform(facts, reading)
  const { width, height } = plan?.sheet ?? plan?.window ?? { width: 1, height: 1 }
  return Math.ceil((width * height) / limits.cdnRenderPixels)
}

/** A file name of the transformation, equal for equal images; letters, digits, dots and hyphens. */
export function nameOfReading(reading: Reading): string {
  if (reading === 'as it is') return 'plain'
  const { format, quality, width, height, fit, gravity, focal, crop, isPalette, background } = reading
  const parts = [
    format === 'png' ? (isPalette === true ? 'png8' : 'png') : `${format}${quality}`,
    width === undefined ? '' : `w${width}`,
    height === undefined ? '' : `h${height}`,
    width === undefined || height === undefined ? '' : (fit ?? 'contain'),
    gravity === undefined || gravity === 'center' ? '' : gravity,
    focal === undefined ? '' : `f${Math.round(focal.x * 10_000)}-${Math.round(focal.y * 10_000)}`,
    crop === undefined ? '' : `c${crop.x}-${crop.y}-${crop.width}-${crop.height}`,
    background === undefined ? '' : `b${background.join('-')}`,
  ]
  return parts.filter((part) => part !== '').join('.')
}
