/** Linear and radial gradients as CSS writes them (CSS Images 3, section 3). */
import { type HexColor, mixColors, readHexColor } from '../../web/index.ts'
import { type Length, readLength } from './lengths.ts'

export interface Gradient {
  readonly shape: LinearShape | RadialShape
  readonly isRepeating: boolean
  readonly stops: readonly ColorStop[]
}

export interface LinearShape {
  readonly kind: 'linear'
  /** Degrees clockwise from upwards, or the corner that the gradient runs to. */
  readonly direction: number | { readonly right: boolean; readonly bottom: boolean }
}

export interface RadialShape {
  readonly kind: 'radial'
  readonly isCircle: boolean
  /** One length for a circle, two for an ellipse. */
  readonly size: 'closest-side' | 'farthest-side' | 'closest-corner' | 'farthest-corner' | readonly Length[]
  /** In the syntax of background-position. */
  readonly position: string
}

export interface ColorStop {
  readonly color: HexColor
  /** Undefined between the stops around it. */
  readonly at: Length | undefined
}

/** Background gradients, topmost first, and how many of them are above the background image. */
export interface GradientLayers {
  readonly gradients: readonly Gradient[]
  readonly above: number
}

/** Layers of one box that are painted at most. */
const maxLayers = 8

/** Of a value that the shorthands wrote. Undefined for `none`, and if one of the gradients is not supported. */
export function readGradients(value: string, currentColor: HexColor): GradientLayers | undefined {
  const [above = '', ...written] = value.split('\n')
  const read = written.map((each) => readGradient(each, currentColor))
  const gradients = read.filter((each) => each !== undefined)
  const isSupported = gradients.length === read.length && read.length > 0 && read.length <= maxLayers
  return isSupported ? { gradients, above: Number(above) } : undefined
}

/** Undefined for conic gradients, gradients in other color spaces, hints and invalid values. */
function readGradient(value: string, currentColor: HexColor): Gradient | undefined {
  const [, prefix = '', repeating = '', kind = '', inside = ''] =
    /^(-(?:webkit|moz|o)-)?(repeating-)?(linear|radial)-gradient\(([^]*)\)$/i.exec(value.trim()) ?? []
  if (kind === '') return undefined
  const parts = splitAt(inside, ',')
  const first = parts[0] ?? ''
  const isStop = stopsIn(first, currentColor) !== undefined
  const read = kind.toLowerCase() === 'linear' ? readLinear : readRadial
  const shape = read(isStop ? '' : first, prefix !== '')
  const stops = (isStop ? parts : parts.slice(1)).map((part) => stopsIn(part, currentColor))
  if (shape === undefined || stops.length < 2 || stops.length > maxStops || stops.includes(undefined)) return undefined
  return { shape, isRepeating: repeating !== '', stops: stops.flatMap((each) => each ?? []) }
}

const maxStops = 64

/** Mean of the colors, weighted by their opacity. */
export function meanOf({ stops }: Gradient): HexColor {
  return mixColors(stops.map(({ color }) => color))
}

/** Splits outside parentheses. */
function splitAt(text: string, separator: ',' | ' '): string[] {
  const parts: string[] = []
  let [start, depth] = [0, 0]
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at]
    if (sign === '(') depth++
    else if (sign === ')') depth--
    const isEnd = sign === undefined || (depth === 0 && (sign === separator || (separator === ' ' && /\s/.test(sign))))
    if (!isEnd) continue
    parts.push(text.slice(start, at).trim())
    start = at + 1
  }
  return parts.filter((part) => part !== '')
}

/** A color with up to two positions is one or two stops. */
function stopsIn(part: string, currentColor: HexColor): ColorStop[] | undefined {
  const [name = '', ...positions] = splitAt(part, ' ')
  const color = name.toLowerCase() === 'currentcolor' ? currentColor : readHexColor(name)
  const lengths = positions.map((position) => readLength(position))
  if (color === undefined || lengths.length > 2) return undefined
  if (lengths.some((length) => length === undefined || length === 'auto')) return undefined
  return lengths.length === 0 ? [{ color, at: undefined }] : lengths.map((at) => ({ color, at }))
}

const turns: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360, '': 1 }

/** With a vendor prefix, a side is where the gradient starts, and angles run counterclockwise from the right. */
function readLinear(text: string, isPrefixed: boolean): LinearShape | undefined {
  if (text === '') return { kind: 'linear', direction: 180 }
  const [, digits, unit = ''] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(deg|grad|rad|turn)?$/i.exec(text) ?? []
  if (digits !== undefined) {
    if (unit === '' && Number(digits) !== 0) return undefined
    const angle = Number(digits) * (turns[unit.toLowerCase()] ?? 1)
    return { kind: 'linear', direction: isPrefixed ? 90 - angle : angle }
  }
  const words = new Set(text.toLowerCase().split(/\s+/))
  if (words.delete('to') === isPrefixed || words.size === 0 || words.size > 2) return undefined
  for (const word of words) if (!(word in opposites)) return undefined
  const has = (side: string) => words.has(isPrefixed ? (opposites[side] ?? '') : side)
  if (words.size === 1)
    return { kind: 'linear', direction: has('top') ? 0 : has('right') ? 90 : has('bottom') ? 180 : 270 }
  return { kind: 'linear', direction: { right: has('right'), bottom: has('bottom') } }
}

const opposites: Readonly<Record<string, string>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

function readRadial(text: string, isPrefixed: boolean): RadialShape | undefined {
  if (isPrefixed && text !== '') return undefined
  const [before = '', position = 'center'] = text.toLowerCase().split(/(?:^|\s)at\s/)
  const words = before.split(/\s+/).filter((word) => word !== '')
  const shapes = words.filter((word) => /^(circle|ellipse)$/.test(word))
  const extents = words.filter((word) => /^(closest|farthest)-(side|corner)$/.test(word))
  const lengths = words
    .filter((word) => !shapes.includes(word) && !extents.includes(word))
    .map((word) => readLength(word))
  const sizes = lengths.filter((length) => length !== undefined && length !== 'auto')
  const isCircle = shapes[0] === 'circle' || (shapes.length === 0 && sizes.length === 1)
  if (sizes.length < lengths.length || shapes.length > 1 || extents.length + Math.min(1, sizes.length) > 1)
    return undefined
  if (sizes.length > 0 && sizes.length !== (isCircle ? 1 : 2)) return undefined
  const extent = (extents[0] ?? 'farthest-corner') as Exclude<RadialShape['size'], readonly Length[]>
  return { kind: 'radial', isCircle, size: sizes.length > 0 ? sizes : extent, position: position.trim() }
}
