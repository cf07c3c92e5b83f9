import type { Colour, Rect } from '../pixels/pixels.ts'

export const fits = ['contain', 'cover', 'fill', 'inside', 'pad'] as const
export const gravities = [
  'center',
  'north',
  'northeast',
  'east',
  'southeast',
  'south',
  'southwest',
  'west',
  'northwest',
  'focal',
] as const

/** What is wanted of an image. Sizes are in pixels of the result, `dpr` already multiplied in. */
export interface TransformOptions {
  width?: number
  height?: number
  /** How it meets both sides; `contain` unless given. */
  fit?: (typeof fits)[number]
  /** Which part stays where something is cut off, and where it lies on a larger sheet; `center` unless given. */
  gravity?: (typeof gravities)[number]
  /** The point that matters, as parts of both sides from 0 to 1; for the gravity `focal`. */
  focal?: { x: number; y: number }
  /** A part of the image to begin with, in its own pixels; what lies outside is left out. */
  crop?: Rect
  format: 'jpeg' | 'png' | 'webp'
  /** 1 to 100; for JPEG and WebP. */
  quality: number
  /** At most 256 colors; for PNG. */
  isPalette?: boolean
  /** Behind what is transparent. Without one PNG and WebP stay transparent, and JPEG gets white. */
  background?: Colour
}

/** How an image is written. `stored` is a PNG of 8-bit RGBA without compression, for reading its pixels. */
export type Output =
  | { format: 'jpeg'; quality: number }
  | { format: 'webp'; quality: number }
  | { format: 'png'; isPalette: boolean }
  | { format: 'stored' }

/** Decodes, scales and encodes. Rejects an image that it cannot read. */
export interface Codec {
  /**
   * Turns a JPEG upright as its EXIF says, scales it to the size if there is one, and writes it without metadata but
   * with its color profile. Of an animation it takes the first image.
   */
  convert(bytes: Uint8Array, size: { width: number; height: number } | undefined, output: Output): Promise<Uint8Array>

  /** An image turned as an orientation of EXIF says, as a stored PNG: for one whose own the codec does not apply. */
  turn(bytes: Uint8Array, orientation: number): Promise<Uint8Array>
}
