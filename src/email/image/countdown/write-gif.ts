import { join } from '../containers/strip.ts'
import type { Color } from '../pixels/pixels.ts'
import { compressIndexes } from './lzw.ts'

/** Palette index of each pixel, and the delay of the frame. */
export interface Frame {
  indexes: Uint8Array
  milliseconds: number
}

/** Plays once and stops at its last frame. */
export interface Animation {
  width: number
  height: number
  /** Length is a power of two, 4 to 256. */
  palette: readonly Color[]
  /** Palette index of transparent pixels. */
  transparent: number
  frames: readonly Frame[]
}

/** Writes a GIF (GIF89a). Frames after the first contain only the rectangle that changed. */
export function writeGif({ width, height, palette, transparent, frames }: Animation): Uint8Array {
  const bits = Math.log2(palette.length)
  const pieces: Uint8Array[] = [
    new TextEncoder().encode('GIF89a'),
    Uint8Array.of(...word(width), ...word(height), 0xf0 | (bits - 1), 0, 0),
    new Uint8Array(palette.flat()),
  ]
  let before: Uint8Array | undefined
  for (const { indexes, milliseconds } of frames) {
    const part = before === undefined ? { x: 0, y: 0, width, height } : changed(before, indexes, width)
    before = indexes
    // Disposal 1: keep the frame. The lowest bit is the transparent color flag.
    pieces.push(Uint8Array.of(0x21, 0xf9, 4, 0x05, ...word(Math.round(milliseconds / 10)), transparent, 0))
    pieces.push(Uint8Array.of(0x2c, ...word(part.x), ...word(part.y), ...word(part.width), ...word(part.height), 0))
    pieces.push(compressIndexes(cut(indexes, width, part), bits))
  }
  return join([...pieces, Uint8Array.of(0x3b)])
}

interface GifPart {
  x: number
  y: number
  width: number
  height: number
}

/** The smallest rectangle that contains all differences; one pixel if there are none. */
function changed(before: Uint8Array, after: Uint8Array, width: number): GifPart {
  let [left, right, top, bottom] = [width, -1, -1, -1]
  for (let i = 0; i < after.length; i++) {
    if (before[i] === after[i]) continue
    const x = i % width
    if (x < left) left = x
    if (x > right) right = x
    if (top === -1) top = Math.floor(i / width)
    bottom = Math.floor(i / width)
  }
  if (right === -1) return { x: 0, y: 0, width: 1, height: 1 }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

function cut(indexes: Uint8Array, stride: number, { x, y, width, height }: GifPart): Uint8Array {
  const part = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (y + row) * stride + x
    part.set(indexes.subarray(from, from + width), row * width)
  }
  return part
}

function word(value: number): [number, number] {
  return [value & 255, value >> 8]
}
