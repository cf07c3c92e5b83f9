/** How a picture is written. `stored` is a PNG of 8-bit RGBA without compression, for reading its pixels. */
export type Output =
  | { format: 'jpeg'; quality: number }
  | { format: 'webp'; quality: number }
  | { format: 'png'; isPalette: boolean }
  | { format: 'stored' }

/** What this room needs of the world: somebody who decodes, scales and encodes. Rejects on a picture that it cannot read. */
export interface Codec {
  /**
   * Turns the picture upright as its EXIF says, scales it to the size if there is one, and writes it without metadata but
   * with its colour profile. Of an animation it takes the first picture.
   */
  convert(bytes: Uint8Array, size: { width: number; height: number } | undefined, output: Output): Promise<Uint8Array>
}
