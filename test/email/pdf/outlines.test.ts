/** Outlines of glyphs as PDF paths, compared with those that HarfBuzz reads from the same fonts. */
import { describe, expect, test } from 'bun:test'
import { Blob, Face, Font } from 'harfbuzzjs'
import { loadFonts } from '../../../src/app/tasks/layout-engine.ts'
import { outlineOf } from '../../../src/email/pdf/fonts/outline.ts'
import { pathOf } from '../../../src/email/pdf/paint/outlines.ts'

type Point = { x: number; y: number }

/** Signed area and box of a path. */
type Shape = { area: number; box: number[] }

/** Straight segments in place of each curve. */
const segments = 16

/** Measures a path of either language: operators M L Q C Z before their numbers (SVG), or m l c h behind them (PDF). */
function shapeOf(commands: { operator: string; numbers: number[] }[]): Shape {
  let pen: Point = { x: 0, y: 0 }
  let start = pen
  let area = 0
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  const lineTo = (to: Point) => {
    area += (pen.x * to.y - to.x * pen.y) / 2
    ;[left, bottom] = [Math.min(left, to.x), Math.min(bottom, to.y)]
    ;[right, top] = [Math.max(right, to.x), Math.max(top, to.y)]
    pen = to
  }
  for (const { operator, numbers } of commands) {
    const points = Array.from({ length: numbers.length / 2 }, (_, n) => ({
      x: numbers[n * 2] ?? Number.NaN,
      y: numbers[n * 2 + 1] ?? Number.NaN,
    }))
    if (operator === 'M') start = pen = points[0] ?? start
    if (operator === 'L') lineTo(points[0] as Point)
    if (operator === 'Z') lineTo(start)
    if (operator !== 'Q' && operator !== 'C') continue
    const curve = [pen, ...points]
    for (let n = 1; n <= segments; n++) lineTo(pointAt(curve, n / segments))
  }
  return { area, box: [left, bottom, right, top].map(Math.round) }
}

/** De Casteljau. */
function pointAt(curve: Point[], t: number): Point {
  const [first, ...rest] = curve
  if (rest.length === 0) return first as Point
  const between = rest.map((to, n) => {
    const from = curve[n] as Point
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t }
  })
  return pointAt(between, t)
}

function svgCommands(path: string) {
  return [...path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)].map(([, operator = '', rest = '']) => ({
    operator,
    numbers: rest === '' ? [] : rest.split(/[ ,]+/).map(Number),
  }))
}

function pdfCommands(path: string) {
  return path.split('\n').map((line) => {
    const words = line.split(' ')
    return { operator: (words.pop() ?? '').toUpperCase().replace('H', 'Z'), numbers: words.map(Number) }
  })
}

const fonts = (await loadFonts('')).map(({ family, weight, italic, bytes }) => ({
  name: `${family} ${weight}${italic ? ' italic' : ''}`,
  bytes,
}))

describe('every glyph has the outline that HarfBuzz reads', () => {
  test.each(fonts)('$name', ({ bytes }) => {
    const face = new Face(new Blob(bytes))
    const font = new Font(face)
    // About 400 glyphs of each font: all of them take a minute.
    const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === 0x00010000 ? glyphCount(bytes) : 0
    const step = Math.max(1, Math.floor(count / 400))
    let outlined = 0
    for (let glyph = 0; glyph < count; glyph += step) {
      const contours = outlineOf(bytes, glyph)
      const expected = shapeOf(svgCommands(font.glyphToPath(glyph)))
      if (contours.length === 0) {
        expect({ glyph, area: expected.area }).toEqual({ glyph, area: 0 })
        continue
      }
      const shape = shapeOf(pdfCommands(pathOf(contours)))
      outlined++
      expect({ glyph, box: shape.box.map((edge, n) => Math.abs(edge - (expected.box[n] ?? 0)) <= 1) }).toEqual({
        glyph,
        box: [true, true, true, true],
      })
      expect(Math.abs(shape.area - expected.area)).toBeLessThanOrEqual(1 + Math.abs(expected.area) / 1000)
    }
    expect(outlined).toBeGreaterThan(count === 0 ? -1 : 50)
  })
})

/** The number of glyphs, from the table maxp. */
function glyphCount(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let at = 12; at < 12 + view.getUint16(4) * 16; at += 16)
    if (new TextDecoder().decode(bytes.subarray(at, at + 4)) === 'maxp')
      return view.getUint16(view.getUint32(at + 8) + 4)
  return 0
}
