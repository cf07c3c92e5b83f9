import { type Border, readColor } from '../../document/index.ts'
import { type Attributes, readNumber, within } from './lengths.ts'

const sides = ['top', 'right', 'bottom', 'left'] as const

/** What a border attribute renders. */
interface Line {
  width: number
  style: Border['style']
  color: string
}

/** A border, and whether a document can say all of it: it has one width, style and color for all its sides. */
export interface ReadBorder {
  border?: Border
  isWhole: boolean
}

/** The border by `border` and the attributes of single sides, which win. */
export function readBorder(attributes: Attributes, name = 'border'): ReadBorder {
  const all = readLine(attributes[name])
  const own = sides.map((side) => {
    const value = attributes[`${name}-${side}`]
    return value === undefined ? all : readLine(value)
  })
  const rendered = own.filter((line) => line !== undefined).toSorted((one, other) => other.width - one.width)
  const [first] = rendered
  if (first === undefined) return { isWhole: true }
  const border: Border = { ...first }
  if (rendered.length < 4) border.sides = sides.filter((_, at) => own[at] !== undefined)
  return { border, isWhole: rendered.every((line) => isSame(line, first)) }
}

/** The width of a border on one side, in px. */
export function borderWidth(border: Border | undefined, side: (typeof sides)[number]): number {
  if (border === undefined) return 0
  return border.sides === undefined || border.sides.includes(side) ? border.width : 0
}

function readLine(value: string | undefined): Line | undefined {
  if (value === undefined || value.length > 200) return undefined
  const words = value.trim().split(/\s+(?![^(]*\))/)
  const style = words.find((word) => /^(?:solid|dashed|dotted|double|groove|ridge|inset|outset)$/i.test(word))
  if (style === undefined || words.some((word) => /^(?:none|hidden)$/i.test(word))) return undefined
  const length = words.find((word) => /^(?:\d+(?:\.\d+)?|\.\d+)(?:px)?$/.test(word))
  const named = words.find((word) => /^(?:thin|medium|thick)$/i.test(word))?.toLowerCase()
  const width = readNumber(length) ?? (named === 'thin' ? 1 : named === 'thick' ? 5 : 3)
  const color = words.map((word) => readColor(word)).find((one) => one !== undefined)
  if (width === 0) return undefined
  const line = style.toLowerCase()
  return {
    width: within(width, 0, 100),
    style: line === 'dashed' || line === 'dotted' ? line : 'solid',
    color: color ?? '#000000',
  }
}

function isSame(one: Line, other: Line): boolean {
  return one.width === other.width && one.style === other.style && one.color === other.color
}
