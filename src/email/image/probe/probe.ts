import { Damaged, Bytes } from '../containers/damaged.ts'
import type { ImageFacts, ImageFormat, Probed } from './facts.ts'
import { probeSvg } from './svg.ts'
import { gifBlocks } from '../containers/gif.ts'
import { readOrientation, turned } from '../containers/exif.ts'
import { isFrameHeader, jpegMarkers, jpegSegments } from '../containers/jpeg.ts'
import { pngChunks } from '../containers/png.ts'
import { type WebpChunk, webpChunks } from '../containers/webp.ts'

const readers: Record<ImageFormat, (bytes: Uint8Array) => ImageFacts> = {
  jpeg: probeJpeg,
  png: probePng,
  gif: probeGif,
  webp: probeWebp,
  svg: probeSvg,
}

/**
 * Inspects a complete image without decoding pixels: size, orientation, number of frames, completeness. Linear in its
 * bytes; allocates only the result.
 */
export function probeImage(bytes: Uint8Array, format: ImageFormat): Probed {
  try {
    return { facts: readers[format](bytes) }
  } catch (error) {
    if (error instanceof Damaged) return { problem: error.message }
    throw error
  }
}

/** Throws Damaged. */
function probeGif(bytes: Uint8Array): ImageFacts {
  const file = new Bytes(bytes, 'GIF')
  const [width, height] = [file.u16le(6), file.u16le(8)]
  if (width === 0 || height === 0) throw new Damaged('The GIF has no size.')
  let frames = 0
  let hasAlpha = false
  let end = 0
  for (const block of gifBlocks(bytes)) {
    if (block.kind === 'image') frames++
    // GIF89a 23: the lowest bit of the flags is the transparent color flag.
    if (block.kind === 'control' && (file.u8(block.start + 3) & 1) === 1) hasAlpha = true
    end = block.end
  }
  if (frames === 0) throw new Damaged('The GIF contains no image.')
  return { format: 'gif', width, height, orientation: 1, frames, hasAlpha, color: 'palette', depth: 8, end }
}

/** Throws Damaged. */
function probeJpeg(bytes: Uint8Array): ImageFacts {
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
    color: parts === 1 ? 'gray' : parts === 3 ? 'rgb' : 'cmyk',
    depth,
    end,
  }
}

/** Undefined if the APP1 segment has no orientation. */
function orientationIn(segment: Uint8Array): number | undefined {
  const isExif = String.fromCharCode(...segment.subarray(0, 6)) === 'Exif\0\0' && segment.length >= 14
  return isExif ? readOrientation(segment.subarray(6)) : undefined
}

// PNG specification 11.2.2.
const colors: Record<number, { color: ImageFacts['color']; hasAlpha: boolean; depths: readonly number[] }> = {
  0: { color: 'gray', hasAlpha: false, depths: [1, 2, 4, 8, 16] },
  2: { color: 'rgb', hasAlpha: false, depths: [8, 16] },
  3: { color: 'palette', hasAlpha: false, depths: [1, 2, 4, 8] },
  4: { color: 'gray', hasAlpha: true, depths: [8, 16] },
  6: { color: 'rgb', hasAlpha: true, depths: [8, 16] },
}

/** Throws Damaged. */
function probePng(bytes: Uint8Array): ImageFacts {
  const file = new Bytes(bytes, 'PNG')
  let head: (typeof colors)[number] | undefined
  let facts: ImageFacts | undefined
  let hasData = false
  for (const { type, from, to, end } of pngChunks(bytes)) {
    if (facts === undefined) {
      if (type !== 'IHDR' || to - from !== 13) throw new Damaged('The PNG does not begin with its IHDR chunk.')
      const [width, height, depth] = [file.u32(from), file.u32(from + 4), file.u8(from + 8)]
      head = colors[file.u8(from + 9)]
      if (width === 0 || height === 0) throw new Damaged('The PNG has no size.')
      if (head === undefined || !head.depths.includes(depth)) throw new Damaged('The PNG has an unknown color type.')
      const { color, hasAlpha } = head
      facts = { format: 'png', width, height, orientation: 1, frames: 1, hasAlpha, color, depth, end }
    } else if (type === 'IHDR') throw new Damaged('The PNG has two sizes.')
    else if (type === 'tRNS') facts.hasAlpha = true
    else if (type === 'acTL' && to - from >= 8) facts.frames = Math.max(1, file.u32(from))
    else if (type === 'IDAT') hasData = true
    // PNG specification 11.3.4.5: EXIF data are only in this chunk.
    else if (type === 'eXIf') facts.orientation = readOrientation(bytes.subarray(from, to)) ?? 1
    facts.end = end
  }
  if (facts === undefined || !hasData) throw new Damaged('The PNG contains no image.')
  return { ...facts, ...turned(facts, facts.orientation) }
}

type Size = { width: number; height: number; hasAlpha: boolean }

/** RFC 9649. Throws Damaged. */
function probeWebp(bytes: Uint8Array): ImageFacts {
  const file = new Bytes(bytes, 'WebP')
  let size: Size | undefined
  let frames = 0
  let hasStill = false
  let end = 12
  for (const chunk of webpChunks(bytes)) {
    if (chunk.type === 'VP8X') size ??= extendedSize(file, chunk)
    else if (chunk.type === 'VP8 ' || chunk.type === 'VP8L') {
      size ??= chunk.type === 'VP8 ' ? lossySize(file, chunk) : losslessSize(file, chunk)
      hasStill = true
    } else if (chunk.type === 'ANMF') frames++
    end = chunk.end
  }
  if (size === undefined || (!hasStill && frames === 0)) throw new Damaged('The WebP contains no image.')
  return { format: 'webp', ...size, orientation: 1, frames: Math.max(1, frames), color: 'rgb', depth: 8, end }
}

function extendedSize(file: Bytes, { from, to }: WebpChunk): Size {
  if (to - from < 10) throw new Damaged('The WebP has a header that is too short.')
  return {
    width: file.u24le(from + 4) + 1,
    height: file.u24le(from + 7) + 1,
    hasAlpha: (file.u8(from) & 0x10) !== 0,
  }
}

// RFC 6386 9.1: a key frame has three bytes of flags, a start code, then 14 bits of each side.
function lossySize(file: Bytes, { from, to }: WebpChunk): Size {
  const isKeyFrame = to - from >= 10 && (file.u8(from) & 1) === 0
  if (!isKeyFrame || file.u8(from + 3) !== 0x9d || file.u8(from + 4) !== 0x01 || file.u8(from + 5) !== 0x2a)
    throw new Damaged('The WebP contains no image.')
  const [width, height] = [file.u16le(from + 6) & 0x3fff, file.u16le(from + 8) & 0x3fff]
  if (width === 0 || height === 0) throw new Damaged('The WebP has no size.')
  return { width, height, hasAlpha: false }
}

// RFC 9649 3.4: a signature, then 14 bits of each side less one, then whether alpha is used.
function losslessSize(file: Bytes, { from, to }: WebpChunk): Size {
  if (to - from < 5 || file.u8(from) !== 0x2f) throw new Damaged('The WebP contains no image.')
  const bits = file.u32le(from + 1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, hasAlpha: ((bits >>> 28) & 1) === 1 }
}
