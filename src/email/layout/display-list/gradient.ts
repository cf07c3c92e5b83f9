import { type HexColor, blendColors } from '../../web/index.ts'
import { type Gradient, type LinearShape, type RadialShape, meanOf } from '../style/gradients.ts'
import { type Length, inPixels } from '../style/lengths.ts'
import { type Rect, type Repeat, pointIn } from './background.ts'

/** A gradient for one tile, in px of the padding box. */
export interface DisplayGradient extends Rect {
  readonly repeat: Repeat
  readonly shape: LinearGeometry | RadialGeometry
  /** In the order of `at`: 0 to 1 along the gradient line, or from the center to the ending shape. At least two. */
  readonly stops: readonly DisplayStop[]
  /** Mean of the colors. */
  readonly mean: HexColor
  /** True for a gradient that is painted over the background image of its box. */
  readonly isOverImage: boolean
}

export interface LinearGeometry {
  readonly kind: 'linear'
  /** Degrees clockwise from upwards. */
  readonly angle: number
}

/** From the top left corner of the tile. */
export interface RadialGeometry {
  readonly kind: 'radial'
  readonly x: number
  readonly y: number
  readonly radiusX: number
  readonly radiusY: number
}

export interface DisplayStop {
  readonly at: number
  readonly color: HexColor
}

interface Size {
  readonly width: number
  readonly height: number
}

type Resolved = Pick<DisplayGradient, 'shape' | 'stops'>

/** The geometry of a gradient in a tile (CSS Images 3, sections 3.1 to 3.4). */
export function resolveGradient(gradient: Gradient, tile: Size): Resolved {
  return gradient.shape.kind === 'linear'
    ? resolveLinear(gradient, gradient.shape, tile)
    : resolveRadial(gradient, gradient.shape, tile)
}

function resolveLinear(gradient: Gradient, { direction }: LinearShape, tile: Size): Resolved {
  const angle = typeof direction === 'number' ? direction : cornerAngle(direction, tile)
  const length = lineLength(angle, tile)
  return { shape: { kind: 'linear', angle }, stops: stopsOn(gradient, length, 1) }
}

// The line through the middle of the other two corners is perpendicular to it.
function cornerAngle({ right, bottom }: { right: boolean; bottom: boolean }, { width, height }: Size): number {
  const acute = (Math.atan2(height, width) * 180) / Math.PI
  const upRight = acute
  if (right) return bottom ? 180 - upRight : upRight
  return bottom ? 180 + upRight : 360 - upRight
}

/** Px from the 0 % to the 100 % position. */
export function lineLength(angle: number, { width, height }: Size): number {
  const radians = (angle * Math.PI) / 180
  return Math.abs(width * Math.sin(radians)) + Math.abs(height * Math.cos(radians))
}

/** Radii of nothing would be a division by zero. */
const minRadius = 0.01

function resolveRadial(gradient: Gradient, shape: RadialShape, tile: Size): Resolved {
  const { x, y } = pointIn(shape.position, tile)
  const { radiusX, radiusY } = radiiOf(shape, { x, y }, tile)
  const far = Math.max(
    ...cornersFrom({ x, y }, tile).map(([dx, dy]) => Math.hypot(dx / radiusX, dy / radiusY)),
    minRadius,
  )
  const last = fixStops(gradient, radiusX).at(-1)?.at ?? 1
  // A repeating gradient reaches the farthest corner, and another one its last stop.
  const end = gradient.isRepeating ? far : Math.max(1, last)
  return {
    shape: { kind: 'radial', x, y, radiusX: radiusX * end, radiusY: radiusY * end },
    stops: stopsOn(gradient, radiusX, end),
  }
}

function cornersFrom({ x, y }: { x: number; y: number }, { width, height }: Size): [number, number][] {
  return [
    [x, y],
    [width - x, y],
    [x, height - y],
    [width - x, height - y],
  ]
}

function radiiOf(
  { isCircle, size }: RadialShape,
  center: { x: number; y: number },
  tile: Size,
): { radiusX: number; radiusY: number } {
  const { x, y } = center
  const atLeast = (radiusX: number, radiusY: number) => ({
    radiusX: Math.max(minRadius, radiusX),
    radiusY: Math.max(minRadius, radiusY),
  })
  if (typeof size !== 'string') {
    const [across, down = across] = size
    return atLeast(lengthOf(across, tile.width), lengthOf(down, isCircle ? tile.width : tile.height))
  }
  const isClosest = size.startsWith('closest')
  const pick = isClosest ? Math.min : Math.max
  const sides = [pick(Math.abs(x), Math.abs(tile.width - x)), pick(Math.abs(y), Math.abs(tile.height - y))] as const
  if (size.endsWith('side')) return isCircle ? atLeast(pick(...sides), pick(...sides)) : atLeast(...sides)
  if (isCircle) {
    const radius = pick(...cornersFrom(center, tile).map(([dx, dy]) => Math.hypot(dx, dy)))
    return atLeast(radius, radius)
  }
  // The ellipse through the corner has the ratio of the one that touches the sides.
  return atLeast(sides[0] * Math.SQRT2, sides[1] * Math.SQRT2)
}

function lengthOf(length: Length | undefined, whole: number): number {
  return inPixels(length ?? { px: 0 }, 16, whole) ?? 0
}

/** Positions as fractions of the line: never before an earlier one, and those that are not given in between. */
function fixStops({ stops }: Gradient, length: number): DisplayStop[] {
  let reached = Number.NEGATIVE_INFINITY
  const positions = stops.map(({ at }, index) => {
    const given = at === undefined ? undefined : lengthOf(at, length) / Math.max(length, minRadius)
    const position = given ?? (index === 0 ? 0 : index === stops.length - 1 ? 1 : undefined)
    if (position !== undefined) reached = Math.max(reached, position)
    return position === undefined ? undefined : reached
  })
  return stops.map(({ color }, index) => {
    const own = positions[index]
    if (own !== undefined) return { at: own, color }
    const before = positions.findLastIndex((position, other) => other < index && position !== undefined)
    const after = positions.findIndex((position, other) => other > index && position !== undefined)
    const [from, to] = [positions[before] ?? 0, positions[after] ?? 1]
    return { at: from + ((to - from) * (index - before)) / (after - before), color }
  })
}

/** Stops of a repeating gradient; finer ones are not visible as such. */
const maxStops = 256

/** The stops from 0 to `end`, in fractions of that range. */
function stopsOn(gradient: Gradient, length: number, end: number): readonly DisplayStop[] {
  const fixed = fixStops(gradient, length)
  const stops = gradient.isRepeating ? repeated(fixed, end) : fixed
  if (stops === undefined) return solid(meanOf(gradient))
  const inside = stops.filter(({ at }) => at > 0 && at < end)
  return [
    { at: 0, color: colorAt(stops, 0, 'after') },
    ...inside,
    { at: end, color: colorAt(stops, end, 'before') },
  ].map(({ at, color }) => ({ at: at / end, color }))
}

function solid(color: HexColor): DisplayStop[] {
  return [
    { at: 0, color },
    { at: 1, color },
  ]
}

/** Undefined if the stops are too many to be painted. */
function repeated(stops: readonly DisplayStop[], end: number): DisplayStop[] | undefined {
  const [first, last] = [stops[0]?.at ?? 0, stops.at(-1)?.at ?? 1]
  const period = last - first
  if (!(period > 0) || (end / period) * stops.length > maxStops) return undefined
  const found: DisplayStop[] = []
  for (let shift = Math.floor((0 - first) / period) * period; first + shift < end; shift += period)
    for (const { at, color } of stops) found.push({ at: at + shift, color })
  return found
}

/** The color just before or after a position, if several stops are at it. */
function colorAt(stops: readonly DisplayStop[], at: number, side: 'before' | 'after'): HexColor {
  const next = stops.findIndex((stop) => (side === 'before' ? stop.at >= at : stop.at > at))
  const [from, to] = [stops[(next === -1 ? stops.length : next) - 1], stops[next]]
  if (from === undefined || to === undefined) return (from ?? to)?.color ?? '#00000000'
  return blendColors(from.color, to.color, (at - from.at) / (to.at - from.at))
}
