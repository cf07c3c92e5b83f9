import { Bytes, Damaged } from '../containers/damaged.ts'
import { isFrameHeader, jpegMarkers, jpegSegments } from '../containers/jpeg.ts'
import type { ImageFacts } from './facts.ts'

/** Reads a JPEG from its first marker to its last. Throws Damaged. */
export function probeJpeg(bytes: Uint8Array): ImageFacts {
  const file = new Bytes(bytes, 'JPEG')
  let frame: { width: number; height: number; parts: number; depth: number } | undefined
  let orientation = 1
  let hasScan = false
  let end = 0
  for (const { marker, from, end: behind } of jpegSegments(bytes)) {
    if (isFrameHeader(marker)) {
      if (frame !== undefined) throw new Damaged('The JPEG says its size twice.')
      frame = { depth: file.u8(from), height: file.u16(from + 1), width: file.u16(from + 3), parts: file.u8(from + 5) }
    } else if (marker === jpegMarkers.app1) orientation = readOrientation(bytes.subarray(from, behind)) ?? orientation
    else if (marker === jpegMarkers.scan) hasScan = true
    end = behind
  }
  if (frame === undefined || !hasScan) throw new Damaged('The JPEG holds no picture.')
  const { width, height, parts, depth } = frame
  if (width === 0 || height === 0) throw new Damaged('The JPEG does not say its size.')
  if (parts !== 1 && parts !== 3 && parts !== 4) throw new Damaged('The JPEG has an unknown number of colours.')
  const isTurned = orientation >= 5
  return {
    format: 'jpeg',
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    orientation,
    frames: 1,
    hasAlpha: false,
    colour: parts === 1 ? 'grey' : parts === 3 ? 'rgb' : 'cmyk',
    depth,
    end,
  }
}

/** The orientation in an APP1 segment (EXIF 2.3, 4.6.4, tag 0x0112); undefined when it has none, or makes no sense. */
function readOrientation(segment: Uint8Array): number | undefined {
  const file = new Bytes(segment, 'EXIF')
  if (file.text(0, 6) !== 'Exif\0\0' || segment.length < 14) return undefined
  const isLittle = file.text(6, 2) === 'II'
  const u16 = (at: number) => (isLittle ? file.u16le(at) : file.u16(at))
  const u32 = (at: number) => (isLittle ? file.u32le(at) : file.u32(at))
  try {
    const directory = 6 + u32(10)
    const count = u16(directory)
    for (let i = 0; i < count; i++) {
      const entry = directory + 2 + i * 12
      if (u16(entry) !== 0x0112) continue
      const value = u16(entry + 8)
      return value >= 1 && value <= 8 ? value : undefined
    }
  } catch (error) {
    // Broken metadata does not make a broken picture.
    if (!(error instanceof Damaged)) throw error
  }
  return undefined
}
