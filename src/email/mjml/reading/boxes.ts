import { type Border, type Style, readColor } from '../../document/index.ts'
import type { Element } from '../source/element.ts'
import { isSize, readImage, readPaint } from '../values/colors.ts'
import { type Attributes, readBox, readLength, within, readNumber } from '../values/lengths.ts'
import type { Reading } from './reading.ts'

/** Reads background color and image. */
export function readBackground(reading: Reading, element: Element, attributes: Attributes, isHero = false): Style {
  const style: Style = {}
  const background = readPaint(attributes['background-color'])
  if (background !== undefined) style.background = background
  const url = attributes['background-url']
  if (url === undefined || url.trim() === '') return style
  const src = reading.address(url)
  if (src === undefined) {
    reading.warn(
      'MJML_ADDRESS',
      `The background URL ${JSON.stringify(url.slice(0, 100))} is invalid; the background was dropped.`,
      element,
    )
    return style
  }
  if (!isHero && !isSize(attributes['background-size'])) {
    reading.warn(
      'MJML_VALUE',
      `The background size ${attributes['background-size']} was replaced by the nearest supported one.`,
      element,
    )
  }
  style.backgroundImage = readImage(attributes, src, isHero)
  return style
}

export function borderOf(
  reading: Reading,
  element: Element,
  attributes: Attributes,
  name = 'border',
): Border | undefined {
  const { border, isComplete } = readBorder(attributes, name)
  if (!isComplete) {
    reading.warn('MJML_VALUE', `The sides of ${name} of ${element.name} differ; the widest is used for all.`, element)
  }
  return border
}

const cornerNames = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const

/** Corner radius of an element; percentages refer to `percentBase`. All rounded corners get the largest radius. */
export function cornersOf(
  reading: Reading,
  element: Element,
  value: string | undefined,
  percentBase: number,
): Pick<Style, 'radius' | 'corners'> {
  if (value === undefined || value.trim() === '' || value.length > 200) return {}
  const [top = '0', right = top, bottom = top, left = right] = (value.split('/')[0] ?? '').trim().split(/\s+/)
  const corners = [top, right, bottom, left].map((one) => within(readLength(one, percentBase) ?? 0, 0, 1000))
  const radius = Math.max(...corners)
  if (corners.some((one) => one !== radius && one !== 0)) {
    reading.warn('MJML_VALUE', `The corner radii of ${element.name} differ; all got the largest one.`, element)
  }
  if (radius === 0 || corners.every((one) => one > 0)) return { radius }
  return { radius, corners: cornerNames.filter((_, at) => (corners[at] ?? 0) > 0) }
}

/** As cornersOf; empty without a radius. */
export function roundingOf(
  reading: Reading,
  element: Element,
  value: string | undefined,
  percentBase: number,
): Pick<Style, 'radius' | 'corners'> {
  const rounding = cornersOf(reading, element, value, percentBase)
  return (rounding.radius ?? 0) > 0 ? rounding : {}
}

/** Padding, border and radius of a section, wrapper or column; unset ones are omitted. */
export function frameOf(reading: Reading, element: Element, attributes: Attributes, width: number): Style {
  const style: Style = {}
  const padding = readBox(attributes, 'padding', width)
  if (padding !== undefined && padding.some((side) => side !== 0)) style.padding = padding
  const border = borderOf(reading, element, attributes)
  if (border !== undefined) style.border = border
  return { ...style, ...roundingOf(reading, element, attributes['border-radius'], width) }
}

/** The content width in px that a style leaves. */
export function widthIn(style: Style, width: number): number {
  const { padding, border } = style
  return width - (padding?.[1] ?? 0) - (padding?.[3] ?? 0) - borderWidth(border, 'left') - borderWidth(border, 'right')
}

const sides = ['top', 'right', 'bottom', 'left'] as const

interface Line {
  width: number
  style: Border['style']
  color: string
}

/** `isComplete` is false if a document cannot express all of the border: it has one width, style and color for all sides. */
interface ReadBorder {
  border?: Border
  isComplete: boolean
}

/** Combines `border` with the attributes of single sides, which take precedence. */
function readBorder(attributes: Attributes, name = 'border'): ReadBorder {
  const all = readLine(attributes[name])
  const own = sides.map((side) => {
    const value = attributes[`${name}-${side}`]
    return value === undefined ? all : readLine(value)
  })
  const rendered = own.filter((line) => line !== undefined).toSorted((one, other) => other.width - one.width)
  const [first] = rendered
  if (first === undefined) return { isComplete: true }
  const border: Border = { ...first }
  if (rendered.length < 4) border.sides = sides.filter((_, at) => own[at] !== undefined)
  return { border, isComplete: rendered.every((line) => isSame(line, first)) }
}

/** In px. */
function borderWidth(border: Border | undefined, side: (typeof sides)[number]): number {
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
