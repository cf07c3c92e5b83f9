import { Bytes, Damaged } from './damaged.ts'

/**
 * Orientation, 1 to 8, in EXIF data that start with their TIFF header (EXIF 2.3, 4.6.4, tag 0x0112). Undefined if
 * missing or invalid.
 */
export function readOrientation(exif: Uint8Array): number | undefined {
  const file = new Bytes(exif, 'EXIF')
  const isLittle = file.text(0, 2) === 'II'
  const u16 = (at: number) => (isLittle ? file.u16le(at) : file.u16(at))
  const u32 = (at: number) => (isLittle ? file.u32le(at) : file.u32(at))
  try {
    const directory = u32(4)
    const count = u16(directory)
    for (let i = 0; i < count; i++) {
      const entry = directory + 2 + i * 12
      if (u16(entry) !== 0x0112) continue
      const value = u16(entry + 8)
      return value >= 1 && value <= 8 ? value : undefined
    }
  } catch (error) {
    // Broken metadata does not make a broken image.
    if (!(error instanceof Damaged)) throw error
  }
  return undefined
}

/** Orientations 5 to 8 swap width and height. */
export function turned(size: { width: number; height: number }, orientation: number) {
  return orientation >= 5 ? { width: size.height, height: size.width } : size
}
