import { gifBlocks } from './gif.ts'
import { jpegMarkers, jpegSegments } from './jpeg.ts'
import { pngChunks, pngSignature } from './png.ts'
import { webpChunks } from './webp.ts'

/**
 * The image with identical pixels, without metadata: EXIF with locations and devices, XMP, comments, thumbnails,
 * trailing bytes. The color profile stays. Requires an image that `probeImage` reports as complete and upright;
 * throws Damaged otherwise.
 */
export function stripMetadata(bytes: Uint8Array, format: 'jpeg' | 'png' | 'gif' | 'webp'): Uint8Array {
  const strips = { jpeg: stripJpeg, png: stripPng, gif: stripGif, webp: stripWebp }
  return strips[format](bytes)
}

function stripJpeg(bytes: Uint8Array): Uint8Array {
  const kept = [bytes.subarray(0, 2)]
  for (const { marker, start, from, end } of jpegSegments(bytes)) {
    const isApplication = marker >= jpegMarkers.app0 && marker <= 0xef
    const identifier = () => ascii(bytes, from, 12)
    const isNeeded =
      marker === jpegMarkers.app0 ||
      (marker === jpegMarkers.app2 && identifier().startsWith('ICC_PROFILE\0')) ||
      (marker === jpegMarkers.app14 && identifier().startsWith('Adobe'))
    if (marker !== jpegMarkers.comment && (!isApplication || isNeeded)) kept.push(bytes.subarray(start, end))
  }
  return join(kept)
}

/** Ancillary chunks that affect the pixels. */
const seenPngChunks = new Set([
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
])

function stripPng(bytes: Uint8Array): Uint8Array {
  const kept = [bytes.subarray(0, pngSignature.length)]
  for (const { type, start, end } of pngChunks(bytes)) {
    // PNG specification 5.4: a capital first letter marks a critical chunk.
    if (/^[A-Z]/.test(type) || seenPngChunks.has(type)) kept.push(bytes.subarray(start, end))
  }
  return join(kept)
}

function stripGif(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = []
  for (const { kind, start, end } of gifBlocks(bytes)) {
    const isLoop = kind === 'application' && /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(ascii(bytes, start + 3, 11))
    if (isLoop || (kind !== 'application' && kind !== 'comment' && kind !== 'other'))
      kept.push(bytes.subarray(start, end))
  }
  return join(kept)
}

function stripWebp(bytes: Uint8Array): Uint8Array {
  const kept = [bytes.slice(0, 12)]
  for (const { type, start, end } of webpChunks(bytes)) {
    if (!/^(VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/.test(type)) continue
    const chunk = bytes.slice(start, end)
    // RFC 9649 2.7.1: the flags list the chunks; EXIF and XMP are removed.
    if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~0x0c
    kept.push(chunk)
  }
  const whole = join(kept)
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true)
  return whole
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

export function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
