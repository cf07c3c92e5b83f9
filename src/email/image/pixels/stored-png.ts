import { pngChunks, pngSignature } from '../containers/png.ts'
import type { Pixels } from './pixels.ts'

/**
 * Reads a PNG that a codec wrote without compression: its data is stored (RFC 1951 3.2.4), so reading moves bytes and
 * undoes row filters. Works in place and destroys the given bytes. Throws an Error for any other PNG.
 */
export function readStoredPng(png: Uint8Array): Pixels {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  if (png[24] !== 8 || png[25] !== 6 || png[28] !== 0) throw new Error('The codec wrote a PNG of an unexpected type')
  let profile: Uint8Array | undefined
  let filled = 0
  for (const { type, start, from, to, end } of pngChunks(png)) {
    if (type === 'iCCP') profile = png.slice(start, end)
    // In place: writes never overtake reads, because a chunk is longer than its data.
    if (type !== 'IDAT') continue
    png.copyWithin(filled, from, to)
    filled += to - from
  }
  const length = openStored(png.subarray(0, filled))
  const stride = width * 4
  if (length !== (stride + 1) * height) throw new Error('The codec wrote a PNG of an unexpected size')
  return { width, height, data: undoFilters(png, stride, height), ...(profile === undefined ? {} : { profile }) }
}

/** Removes the headers of stored blocks in place; returns the number of bytes left at the start. */
function openStored(zlib: Uint8Array): number {
  let at = 2
  let filled = 0
  for (;;) {
    const head = zlib[at]
    if (head === undefined || (head & 6) !== 0)
      throw new Error('The codec compressed a PNG that must be stored uncompressed')
    const length = (zlib[at + 1] as number) | ((zlib[at + 2] as number) << 8)
    zlib.copyWithin(filled, at + 5, at + 5 + length)
    filled += length
    at += 5 + length
    if ((head & 1) === 1) return filled
  }
}

// PNG specification 9.2. Rows move to the front, over the filter bytes before them.
function undoFilters(rows: Uint8Array, stride: number, height: number): Uint8Array {
  for (let y = 0; y < height; y++) {
    const from = y * (stride + 1)
    const to = y * stride
    const filter = rows[from]
    rows.copyWithin(to, from + 1, from + 1 + stride)
    if (filter === 1) undoSub(rows, to, stride)
    else if (filter === 2 && y > 0) undoUp(rows, to, stride)
    else if (filter === 3) undoAverage(rows, to, { stride, isFirst: y === 0 })
    else if (filter === 4) {
      if (y === 0) undoSub(rows, to, stride)
      else undoPaeth(rows, to, stride)
    }
  }
  return rows.subarray(0, stride * height)
}

function undoSub(rows: Uint8Array, from: number, stride: number): void {
  for (let i = from + 4; i < from + stride; i++) rows[i] = (rows[i] as number) + (rows[i - 4] as number)
}

function undoUp(rows: Uint8Array, from: number, stride: number): void {
  for (let i = from; i < from + stride; i++) rows[i] = (rows[i] as number) + (rows[i - stride] as number)
}

function undoAverage(rows: Uint8Array, from: number, { stride, isFirst }: { stride: number; isFirst: boolean }): void {
  for (let i = from; i < from + stride; i++) {
    const left = i < from + 4 ? 0 : (rows[i - 4] as number)
    const up = isFirst ? 0 : (rows[i - stride] as number)
    rows[i] = (rows[i] as number) + ((left + up) >> 1)
  }
}

// One channel at a time, so that left and upper left stay in local variables.
function undoPaeth(rows: Uint8Array, from: number, stride: number): void {
  const end = from + stride
  for (let channel = 0; channel < 4; channel++) {
    let left = 0
    let corner = 0
    for (let i = from + channel; i < end; i += 4) {
      const up = rows[i - stride] as number
      const toLeft = up - corner
      const toUp = left - corner
      const a = toLeft < 0 ? -toLeft : toLeft
      const b = toUp < 0 ? -toUp : toUp
      const both = toLeft + toUp
      const c = both < 0 ? -both : both
      left = ((rows[i] as number) + (a <= b && a <= c ? left : b <= c ? up : corner)) & 255
      rows[i] = left
      corner = up
    }
  }
}

/** Maximum length of a stored block (RFC 1951 3.2.4). */
const blockBytes = 65_535

/**
 * Writes a PNG for the codec: stored blocks, no filters. Checksums are zero: the codec checks none, which a test
 * asserts.
 */
export function writeStoredPng({ width, height, data, profile = new Uint8Array() }: Pixels): Uint8Array {
  const stride = width * 4
  const raw = (stride + 1) * height
  const blocks = Math.max(1, Math.ceil(raw / blockBytes))
  const zlibBytes = 2 + raw + blocks * 5 + 4
  const png = new Uint8Array(pngSignature.length + 25 + profile.length + 12 + zlibBytes + 12)
  const view = new DataView(png.buffer)
  png.set(pngSignature)
  writeChunkHead(view, 8, { type: 'IHDR', length: 13 })
  view.setUint32(16, width)
  view.setUint32(20, height)
  png.set([8, 6, 0, 0, 0], 24)
  png.set(profile, 33)
  let at = 33 + profile.length
  writeChunkHead(view, at, { type: 'IDAT', length: zlibBytes })
  at += 8
  png.set([0x78, 0x01], at)
  at += 2
  let left = raw
  let remaining = 0
  const put = (row: Uint8Array) => {
    for (let from = 0; from < row.length;) {
      if (remaining === 0) {
        remaining = Math.min(left, blockBytes)
        png[at] = remaining === left ? 1 : 0
        view.setUint16(at + 1, remaining, true)
        view.setUint16(at + 3, ~remaining & 0xffff, true)
        at += 5
      }
      const count = Math.min(remaining, row.length - from)
      png.set(row.subarray(from, from + count), at)
      from += count
      at += count
      remaining -= count
      left -= count
    }
  }
  const noFilter = new Uint8Array(1)
  for (let y = 0; y < height; y++) {
    put(noFilter)
    put(data.subarray(y * stride, (y + 1) * stride))
  }
  writeChunkHead(view, at + 8, { type: 'IEND', length: 0 })
  return png
}

function writeChunkHead(view: DataView, at: number, { type, length }: { type: string; length: number }): void {
  view.setUint32(at, length)
  for (let i = 0; i < 4; i++) view.setUint8(at + 4 + i, type.charCodeAt(i))
}
