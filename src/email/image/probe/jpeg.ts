import { Bytes, Damaged } from '../containers/damaged.ts'
import { readOrientation, turned } from '../containers/exif.ts'
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
      if (frame !== undefined) throw new Damaged('The JPEG has two sizes.')
      frame = { depth: file.u8(from), height: file.u16(from + 1), width: file.u16(from + 3), parts: file.u8(from + 5) }
    } else if (marker === jpegMarkers.app1) orientation = orientationIn(bytes.subarray(from, behind)) ?? orientation
    else if (marker === jpegMarkers.scan) hasScan = true
    end = behind
  }
  if (frame === undefined || !hasScan) throw new Damaged('The JPEG contains no image.')
  const { width, height, parts, depth } = frame
  if (width === 0 || height === 0) throw new Damaged('The JPEG has no size.')
  if (parts !== 1 && parts !== 3 && parts !== 4)
    throw new Damaged('The JPEG has an unknown number of color components.')
  return {
    format: 'jpeg',
    ...turned({ width, height }, orientation),
    orientation,
    frames: 1,
    hasAlpha: false,
    colour: parts === 1 ? 'grey' : parts === 3 ? 'rgb' : 'cmyk',
    depth,
    end,
  }
}

/** The orientation in an APP1 segment; undefined when it holds none. */
function orientationIn(segment: Uint8Array): number | undefined {
  const isExif = String.fromCharCode(...segment.subarray(0, 6)) === 'Exif\0\0' && segment.length >= 14
  return isExif ? readOrientation(segment.subarray(6)) : undefined
}
