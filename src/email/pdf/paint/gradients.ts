/** Gradients as shadings (ISO 32000-2, 8.7.4.5), their transparency as a soft mask (11.6.5). */
import type { PDFContext, PDFRef } from 'pdf-lib'
import { type DisplayBox, type DisplayGradient, type DisplayStop, lineLength } from '../../layout/index.ts'
import { blendColors } from '../../web/index.ts'
import { type Canvas, colorOf } from './canvas.ts'
import { nums, preciseNums } from './content.ts'
import { paintPattern } from './patterns.ts'
import { inset, innerRadii, roundedRectangle } from './paths.ts'
import { streamOf, writeStream } from '../streams.ts'
import type { Resources } from './resources.ts'

/** Paints a gradient in the padding box of its box. */
export function paintGradient(
  canvas: Canvas,
  box: DisplayBox,
  gradient: DisplayGradient,
  widths: DisplayBox['radius'],
): void {
  const { content, resources } = canvas
  const area = inset(box, widths)
  const clip = roundedRectangle(area, innerRadii(box.radius, widths))
  const [x, y] = [area.x + gradient.x, area.y + gradient.y]
  if (gradient.width <= 0 || gradient.height <= 0) return
  const { height, shape, stops, width } = gradient
  const key = JSON.stringify([width, height, shape, stops])
  const form = resources.once(key, () => writeTile(resources, gradient))
  if (gradient.repeat === 'no-repeat') {
    const name = resources.name('XObject', form)
    content.inside(() => content.put(clip, 'W n', `${nums(1, 0, 0, 1, x, y)} cm`, `/${name} Do`))
    return
  }
  const painted = { content: '/T Do', resources: resources.context.obj({ XObject: { T: form } }) }
  paintPattern(canvas, { ...gradient, x, y }, { area, clip, painted })
}

/** A form of one tile, with its top left corner at the origin. */
function writeTile(resources: Resources, gradient: DisplayGradient): PDFRef {
  const { context, deflate } = resources
  const { width, height } = gradient
  const stops = smooth(gradient.stops)
  const isClear = stops.some(({ color }) => !color.endsWith('ff'))
  const paint = `${matrixOf(gradient)} cm /S sh`
  const box = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] }
  const inside = { Shading: { S: writeShading(resources, gradient, stops, (color) => channelsOf(color).slice(0, 3)) } }
  if (!isClear) return writeStream(context, new TextEncoder().encode(paint), deflate, { ...box, Resources: inside })
  const alpha = writeShading(resources, gradient, stops, (color) => channelsOf(color).slice(3))
  const mask = writeStream(context, new TextEncoder().encode(paint), deflate, {
    ...box,
    Group: { S: 'Transparency', CS: 'DeviceGray' },
    Resources: { Shading: { S: alpha } },
  })
  const state = context.obj({ Type: 'ExtGState', SMask: { Type: 'Mask', S: 'Luminosity', G: mask } })
  return context.register(
    streamOf(context, new TextEncoder().encode(`/M gs ${paint}`), deflate, {
      ...box,
      Resources: { ...inside, ExtGState: { M: state } },
    }),
  )
}

function channelsOf(color: string): number[] {
  const { alpha, components } = colorOf(color)
  return [...components.split(' ').map(Number), Math.round(alpha * 1000) / 1000]
}

function writeShading(
  { context }: Resources,
  { shape, width, height }: DisplayGradient,
  stops: readonly DisplayStop[],
  valuesOf: (color: string) => number[],
): PDFRef {
  const space = valuesOf('#000000ff').length === 1 ? 'DeviceGray' : 'DeviceRGB'
  const shared = { ColorSpace: space, Function: stitch(context, stops, valuesOf), Extend: [true, true] }
  if (shape.kind === 'linear') {
    const radians = (shape.angle * Math.PI) / 180
    const half = lineLength(shape.angle, { width, height }) / 2
    const [across, down] = [Math.sin(radians) * half, -Math.cos(radians) * half]
    const coords = [width / 2 - across, height / 2 - down, width / 2 + across, height / 2 + down]
    return context.register(context.obj({ ShadingType: 2, Coords: coords, ...shared }))
  }
  const { x, y, radiusX } = shape
  return context.register(context.obj({ ShadingType: 3, Coords: [x, y, 0, x, y, radiusX], ...shared }))
}

/** A radial shading is a circle, which the matrix stretches to the ellipse. */
function matrixOf({ shape }: DisplayGradient): string {
  if (shape.kind === 'linear') return preciseNums(1, 0, 0, 1, 0, 0)
  const stretch = shape.radiusY / shape.radiusX
  return preciseNums(1, 0, 0, stretch, 0, shape.y * (1 - stretch))
}

/** Parts of a range in which opacity changes: PDF interpolates colors and opacity separately, CSS premultiplied. */
const parts = 16

function smooth(stops: readonly DisplayStop[]): DisplayStop[] {
  return stops.flatMap((stop, index): DisplayStop[] => {
    const next = stops[index + 1]
    if (next === undefined || alphaOf(stop) === alphaOf(next)) return [stop]
    // With a transparent end, premultiplied colors have the hue of the other end all along.
    if (next.at - stop.at < minPiece || alphaOf(stop) === '00' || alphaOf(next) === '00')
      return [withHue(stop, next), withHue(next, stop)]
    const between = Array.from({ length: parts - 1 }, (_, part): DisplayStop => {
      const share = (part + 1) / parts
      return { at: stop.at + (next.at - stop.at) * share, color: blendColors(stop.color, next.color, share) }
    })
    return [stop, ...between]
  })
}

function alphaOf({ color }: DisplayStop): string {
  return color.slice(7)
}

function withHue({ at, color }: DisplayStop, { color: other }: DisplayStop): DisplayStop {
  return color.endsWith('00') ? { at, color: `${other.slice(0, 7)}00` } : { at, color }
}

/** A function of 0 to 1 (7.10.4): one linear piece between two stops. */
function stitch(context: PDFContext, stops: readonly DisplayStop[], valuesOf: (color: string) => number[]): PDFRef {
  const pieces = stops.slice(1).flatMap((stop, index) => {
    const from = stops[index] ?? stop
    // Stops at one position are an edge between the pieces around them.
    if (stop.at - from.at < minPiece) return []
    return [{ end: stop.at, C0: valuesOf(from.color), C1: valuesOf(stop.color) }]
  })
  const functions = pieces.map(({ C0, C1 }) => ({ FunctionType: 2, Domain: [0, 1], N: 1, C0, C1 }))
  const bounds = pieces.slice(0, -1).map(({ end }) => Math.round(end * 1e6) / 1e6)
  const encode = pieces.flatMap(() => [0, 1])
  return context.register(
    context.obj({ FunctionType: 3, Domain: [0, 1], Functions: functions, Bounds: bounds, Encode: encode }),
  )
}

const minPiece = 1e-5
