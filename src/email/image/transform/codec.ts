/** How an image is written. `stored` is a PNG of 8-bit RGBA without compression, for reading its pixels. */
export type Output =
  | { format: 'jpeg'; quality: number }
  | { format: 'webp'; quality: number }
  | { format: 'png'; isPalette: boolean }
  | { format: 'stored' }

/** What this room needs of the world: somebody who decodes, scales and encodes. Rejects on an image that it cannot read. */
export interface Codec {
  /**
   * Turns a JPEG upright as its EXIF says, scales it to the size if there is one, and writes it without metadata but
   * with its color profile. Of an animation it takes the first image.
   */
  convert(bytes: Uint8Array, size: { width: number; height: number } | undefined, output: Output): Promise<Uint8Array>

  /** An image turned as an orientation of EXIF says, as a stored PNG: for one whose own the codec does not apply. */
  turn(bytes: Uint8Array, orientation: number): Promise<Uint8Array>
}
