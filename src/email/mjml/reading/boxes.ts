import type { Border, Style } from '../../document/index.ts'
import type { Element } from '../source/element.ts'
import { isSize, readImage, readPaint } from '../values/backgrounds.ts'
import { borderWidth, readBorder } from '../values/borders.ts'
import { type Attributes, readBox, readLength, within } from '../values/lengths.ts'
import type { Reading } from './reading.ts'

/** What is behind a box: color and image. */
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
      `The background ${JSON.stringify(url.slice(0, 100))} is no address and is left out.`,
      element,
    )
    return style
  }
  if (!isHero && !isSize(attributes['background-size'])) {
    reading.warn(
      'MJML_VALUE',
      `A background size of ${attributes['background-size']} is drawn as the nearest.`,
      element,
    )
  }
  style.backgroundImage = readImage(attributes, src, isHero)
  return style
}

/** The border of an element. */
export function borderOf(
  reading: Reading,
  element: Element,
  attributes: Attributes,
  name = 'border',
): Border | undefined {
  const { border, isWhole } = readBorder(attributes, name)
  if (!isWhole) {
    reading.warn(
      'MJML_VALUE',
      `The sides of ${name} of ${element.name} differ; all are drawn like the widest.`,
      element,
    )
  }
  return border
}

const cornerNames = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const

/** The rounded corners of an element; percentages are of `whole`. All that are round are as round as the roundest. */
export function cornersOf(
  reading: Reading,
  element: Element,
  value: string | undefined,
  whole: number,
): Pick<Style, 'radius' | 'corners'> {
  if (value === undefined || value.trim() === '' || value.length > 200) return {}
  const [top = '0', right = top, bottom = top, left = right] = (value.split('/')[0] ?? '').trim().split(/\s+/)
  const corners = [top, right, bottom, left].map((one) => within(readLength(one, whole) ?? 0, 0, 1000))
  const radius = Math.max(...corners)
  if (corners.some((one) => one !== radius && one !== 0)) {
    reading.warn('MJML_VALUE', `The corners of ${element.name} differ; all are as round as the roundest.`, element)
  }
  if (radius === 0 || corners.every((one) => one > 0)) return { radius }
  return { radius, corners: cornerNames.filter((_, at) => (corners[at] ?? 0) > 0) }
}

/** The same where there is something to round. */
export function roundingOf(
  reading: Reading,
  element: Element,
  value: string | undefined,
  whole: number,
): Pick<Style, 'radius' | 'corners'> {
  const rounding = cornersOf(reading, element, value, whole)
  return (rounding.radius ?? 0) > 0 ? rounding : {}
}

/** Padding, border and radius of a section, wrapper or column, as far as there are any. */
export function frameOf(reading: Reading, element: Element, attributes: Attributes, width: number): Style {
  const style: Style = {}
  const padding = readBox(attributes, 'padding', width)
  if (padding !== undefined && padding.some((side) => side !== 0)) style.padding = padding
  const border = borderOf(reading, element, attributes)
  if (border !== undefined) style.border = border
  return { ...style, ...roundingOf(reading, element, attributes['border-radius'], width) }
}

/** The width in px that a style leaves inside. */
export function widthIn(style: Style, width: number): number {
  const { padding, border } = style
  return width - (padding?.[1] ?? 0) - (padding?.[3] ?? 0) - borderWidth(border, 'left') - borderWidth(border, 'right')
}
