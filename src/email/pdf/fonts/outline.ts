import { tableOf } from './metrics.ts'

/** In units of the font, y upwards; `isOn` is false for control points. */
export interface OutlinePoint {
  x: number
  y: number
  isOn: boolean
}

/** A closed path. */
export type Contour = readonly OutlinePoint[]

/** Maximum nesting of composite glyphs. */
const maxDepth = 6

/** The outline of a glyph of a TrueType font (OpenType, glyf); empty for a blank glyph or a broken font. */
export function outlineOf(font: Uint8Array, glyph: number): Contour[] {
  try {
    return readGlyph(font, glyph, maxDepth)
  } catch (error) {
    // A read beyond the table.
    if (error instanceof RangeError) return []
    throw error
  }
}

function readGlyph(font: Uint8Array, glyph: number, depth: number): Contour[] {
  const view = glyphData(font, glyph)
  if (view === undefined || depth === 0) return []
  const contours = view.getInt16(0)
  return contours < 0 ? readComposite(font, view, depth) : readSimple(view, contours)
}

function glyphData(font: Uint8Array, glyph: number): DataView | undefined {
  const [head, loca, glyf] = [tableOf(font, 'head'), tableOf(font, 'loca'), tableOf(font, 'glyf')]
  if (head === undefined || loca === undefined || glyf === undefined) return undefined
  const isLong = head.getInt16(50) === 1
  const place = (index: number) => (isLong ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2)
  const [from, to] = [place(glyph), place(glyph + 1)]
  return to <= from || to > glyf.byteLength ? undefined : new DataView(glyf.buffer, glyf.byteOffset + from, to - from)
}

const flag = { on: 1, shortX: 2, shortY: 4, repeat: 8, sameX: 16, sameY: 32 } as const

function readSimple(view: DataView, count: number): Contour[] {
  const ends = Array.from({ length: count }, (_, index) => view.getUint16(10 + index * 2))
  const points = (ends.at(-1) ?? -1) + 1
  let at = 10 + count * 2
  at += 2 + view.getUint16(at)
  const flags: number[] = []
  while (flags.length < points) {
    const one = view.getUint8(at++)
    const times = (one & flag.repeat) === 0 ? 1 : view.getUint8(at++) + 1
    for (let time = 0; time < times; time++) flags.push(one)
  }
  const read = (short: number, same: number) => {
    let value = 0
    return flags.slice(0, points).map((one) => {
      if ((one & short) !== 0) value += (one & same) === 0 ? -view.getUint8(at++) : view.getUint8(at++)
      else if ((one & same) === 0) {
        value += view.getInt16(at)
        at += 2
      }
      return value
    })
  }
  const xs = read(flag.shortX, flag.sameX)
  const ys = read(flag.shortY, flag.sameY)
  const all = xs.map((x, index) => ({ x, y: ys[index] ?? 0, isOn: ((flags[index] ?? 0) & flag.on) !== 0 }))
  return ends.map((end, index) => all.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1))
}

const part = { words: 1, places: 2, scale: 8, more: 32, scales: 64, matrix: 128 } as const

function readComposite(font: Uint8Array, view: DataView, depth: number): Contour[] {
  const contours: Contour[] = []
  let at = 10
  let flags: number = part.more
  while ((flags & part.more) !== 0) {
    flags = view.getUint16(at)
    const glyph = view.getUint16(at + 2)
    const isWide = (flags & part.words) !== 0
    const isPlaced = (flags & part.places) !== 0
    const dx = !isPlaced ? 0 : isWide ? view.getInt16(at + 4) : view.getInt8(at + 4)
    const dy = !isPlaced ? 0 : isWide ? view.getInt16(at + 6) : view.getInt8(at + 5)
    at += isWide ? 8 : 6
    const numbers =
      (flags & part.scale) !== 0 ? 1 : (flags & part.scales) !== 0 ? 2 : (flags & part.matrix) !== 0 ? 4 : 0
    const [first = 1, second = first, third = 0, fourth = 1] = Array.from(
      { length: numbers },
      (_, index) => view.getInt16(at + index * 2) / 16_384,
    )
    at += numbers * 2
    const [a, b, c, d] = numbers === 4 ? [first, second, third, fourth] : [first, 0, 0, second]
    for (const contour of readGlyph(font, glyph, depth - 1)) {
      contours.push(contour.map(({ x, y, isOn }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, isOn })))
    }
  }
  return contours
}
