import type { Color, Rect } from '../pixels/pixels.ts'

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

/** Sizes are pixels of the result, with `dpr` already applied. */
export interface TransformOptions {
  width?: number
  height?: number
  /** Default: `contain`. */
  fit?: (typeof fits)[number]
  /** Part that is kept by a crop, and position on a larger canvas. Default: `center`. */
  gravity?: (typeof gravities)[number]
  /** Focal point as fractions of both sides, 0 to 1; for the gravity `focal`. */
  focal?: { x: number; y: number }
  /** Applied first, in source pixels; clipped to the image. */
  crop?: Rect
  format: 'jpeg' | 'png' | 'webp'
  /** 1 to 100; for JPEG and WebP. */
  quality: number
  /** At most 256 colors; for PNG. */
  isPalette?: boolean
  /** Background of transparent pixels. Default: PNG and WebP stay transparent, JPEG gets white. */
  background?: Color
}

/** `stored` is a PNG of 8-bit RGBA without compression, for reading its pixels. */
export type Output =
  | { format: 'jpeg'; quality: number }
  | { format: 'webp'; quality: number }
  | { format: 'png'; isPalette: boolean }
  | { format: 'stored' }

/** Decodes, scales and encodes. Rejects for an unreadable image. */
export interface Codec {
  /**
   * Applies the EXIF orientation of a JPEG, scales to the size if given, and writes without metadata but with the
   * color profile. Reads the first frame of an animation.
   */
  convert(bytes: Uint8Array, size: { width: number; height: number } | undefined, output: Output): Promise<Uint8Array>

  /** Applies an EXIF orientation and returns a stored PNG, for formats whose orientation the codec ignores. */
  turn(bytes: Uint8Array, orientation: number): Promise<Uint8Array>
}
