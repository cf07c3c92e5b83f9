import { type Style, readColor } from '../../document/index.ts'
import type { Fonts } from './fonts.ts'
import { type Attributes, readNumber, round, within } from './lengths.ts'

/** Text style; the line height is a multiple of the size or a fixed length. */
export interface TextStyle {
  font: string | undefined
  size: number
  weight: number
  italic: boolean
  lineHeight: { times: number } | { px: number }
  letterSpacing: number
  transform: NonNullable<Style['transform']>
  isUnderlined: boolean
  color: string
  align: Style['align']
}

/** The text style of a component's attributes. */
export function lookOf(attributes: Attributes, fonts: Fonts): TextStyle {
  const size = within(readNumber(attributes['font-size']) ?? 13, 1, 200)
  return {
    font: fonts.read(attributes['font-family']),
    size,
    weight: readWeight(attributes['font-weight']) ?? 400,
    italic: /italic|oblique/i.test(attributes['font-style'] ?? ''),
    lineHeight: readLineHeight(attributes['line-height'], size) ?? { times: 1 },
    letterSpacing: readSpacing(attributes['letter-spacing'], size) ?? 0,
    transform: readTransform(attributes['text-transform']) ?? 'none',
    isUnderlined: /underline/i.test(attributes['text-decoration'] ?? ''),
    color: readColor(attributes['color'] ?? '') ?? '#000000',
    align: readAlign(attributes['align']),
  }
}

/**
 * Converts a text style to a document style. Includes default values (weight, case, spacing), because nested ones may
 * differ.
 */
export function cssOfStyle(look: TextStyle): Style {
  const times = 'times' in look.lineHeight ? look.lineHeight.times : look.lineHeight.px / look.size
  return {
    ...(look.font === undefined ? {} : { font: look.font }),
    size: look.size,
    lineHeight: within(Math.round(times * 1e5) / 1e5, 0.5, 5),
    color: look.color,
    weight: look.weight,
    italic: look.italic,
    letterSpacing: within(look.letterSpacing, -10, 50),
    transform: look.transform,
    decoration: look.isUnderlined ? 'underline' : 'none',
    ...(look.align === undefined ? {} : { align: look.align }),
  }
}

/** A font weight as a multiple of 100. */
export function readWeight(value: string | undefined): number | undefined {
  const word = value?.trim().toLowerCase()
  if (word === 'normal' || word === 'lighter') return word === 'normal' ? 400 : 300
  if (word === 'bold' || word === 'bolder') return 700
  const number = readNumber(word)
  return number === undefined ? undefined : within(Math.round(number / 100) * 100, 100, 900)
}

/** `1.5` is a multiple of the respective text size, a length or percentage is fixed (CSS 2.1, 10.8.1). */
export function readLineHeight(value: string | undefined, size: number): TextStyle['lineHeight'] | undefined {
  const text = value?.trim().toLowerCase() ?? ''
  if (text === 'normal') return { times: 1.15 }
  const number = readNumber(text)
  if (number === undefined || number < 0) return undefined
  if (text.endsWith('%')) return { px: round((number * size) / 100) }
  if (text.endsWith('em')) return { px: round(number * size) }
  return text.endsWith('px') ? { px: number } : { times: number }
}

/** In px. */
export function readSpacing(value: string | undefined, size: number): number | undefined {
  const number = readNumber(value)
  if (number === undefined) return value?.trim().toLowerCase() === 'normal' ? 0 : undefined
  return round(/em\s*$/i.test(value ?? '') ? number * size : number)
}

export function readTransform(value: string | undefined): Style['transform'] {
  const word = value?.trim().toLowerCase()
  return word === 'uppercase' || word === 'lowercase' || word === 'capitalize' || word === 'none' ? word : undefined
}

export function readAlign(value: string | undefined): Style['align'] {
  const word = value?.trim().toLowerCase()
  return word === 'left' || word === 'center' || word === 'right' || word === 'justify' ? word : undefined
}
