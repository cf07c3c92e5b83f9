import { Bytes, Damaged } from '../containers/damaged.ts'
import { type WebpChunk, webpChunks } from '../containers/webp.ts'
import type { ImageFacts } from './facts.ts'

type Size = { width: number; height: number; hasAlpha: boolean }

/** Reads a WebP from chunk to chunk (RFC 9649). Throws Damaged. */
export function probeWebp(bytes: Uint8Array): ImageFacts {
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
  return { format: 'webp', ...size, orientation: 1, frames: Math.max(1, frames), colour: 'rgb', depth: 8, end }
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
