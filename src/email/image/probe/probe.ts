import { Damaged } from '../containers/damaged.ts'
import type { ImageFacts, ImageFormat, Probed } from './facts.ts'
import { probeGif } from './gif.ts'
import { probeJpeg } from './jpeg.ts'
import { probePng } from './png.ts'
import { probeSvg } from './svg.ts'
import { probeWebp } from './webp.ts'

const readers: Record<ImageFormat, (bytes: Uint8Array) => ImageFacts> = {
  jpeg: probeJpeg,
  png: probePng,
  gif: probeGif,
  webp: probeWebp,
  svg: probeSvg,
}

/**
 * Inspects a whole image of a known format without decoding a pixel: its size, how it is turned, how many images it
 * holds, and whether it is all there. Linear in its bytes; memory for nothing but the answer.
 */
export function probeImage(bytes: Uint8Array, format: ImageFormat): Probed {
  try {
    return { facts: readers[format](bytes) }
  } catch (error) {
    if (error instanceof Damaged) return { problem: error.message }
    throw error
  }
}
