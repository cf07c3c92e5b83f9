/** Parses CSS values into document values. Each function returns undefined for a value that documents cannot express. */
import type { BackgroundImage, Border, Box } from '../../document/index.ts'
import { evaluateMath, formatColor, parseColor } from '../../web/index.ts'

/** Units of length in px. */
const units: Record<string, number> = { px: 1, pt: 4 / 3, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pc: 16, rem: 16 }
const length = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))([a-z%]*)$/i

/** Px; smaller text is invisible, such as words between the letters of others. */
export const minVisibleSize = 0.5

/** A length in px; `em` is the font size in px. Undefined for percentages. */
export function readLength(text: string | undefined, em = 16): number | undefined {
  if (text === undefined) return undefined
  const match = length.exec(text.trim())
  if (match === null) return evaluateMath(text, (value, unit) => inPixels(value, unit, em))
  const value = Number(match[1])
  const unit = (match[2] ?? '').toLowerCase()
  return unit === '' ? value : inPixels(value, unit, em)
}

function inPixels(value: number, unit: string, em: number): number | undefined {
  if (unit === 'em') return value * em
  if (unit === 'ex' || unit === 'ch') return (value * em) / 2
  return units[unit] === undefined ? undefined : value * units[unit]
}

export function readPercent(text: string | undefined): number | undefined {
  const match = text === undefined ? null : /^\s*([+-]?[\d.]+)%\s*$/.exec(text)
  return match === null ? undefined : Number(match[1])
}

/** A length in px; percentages refer to `percentBase`. */
export function readSize(text: string | undefined, percentBase: number, em = 16): number | undefined {
  if (text === undefined) return undefined
  const percent = readPercent(text)
  if (percent !== undefined) return (percent * percentBase) / 100
  const computed = evaluateMath(text, (value, unit) =>
    unit === '%' ? (value * percentBase) / 100 : inPixels(value, unit, em),
  )
  return computed ?? readLength(text, em)
}

/** Normalizes a color to `#rrggbb`, `#rrggbbaa` or `transparent`. */
export function readColor(text: string | undefined): string | undefined {
  const color = text === undefined ? undefined : parseColor(text)
  if (color === undefined) return undefined
  return color.a === 0 ? 'transparent' : formatColor(color)
}

/** Parses a color of an HTML attribute, whose hash may be missing (HTML 2.3.6, common cases only). */
export function readLegacyColor(text: string | undefined): string | undefined {
  const color = readColor(text)
  if (color !== undefined || text === undefined) return color
  return /^[0-9a-f]{6}$|^[0-9a-f]{3}$/i.test(text.trim()) ? readColor(`#${text.trim()}`) : undefined
}

/** Splits a value at white space outside brackets and quotes. */
export function splitWords(value: string): string[] {
  return value.match(/(?:[^\s()"']+|\((?:[^()"']|"[^"]*"|'[^']*')*\)|"[^"]*"|'[^']*')+/g) ?? []
}

const sides = ['top', 'right', 'bottom', 'left'] as const

type Declared = (name: string) => string | undefined

/** Padding or margin in px; a margin of `auto` is 0. */
export function readBox(name: 'padding' | 'margin', declared: Declared, percentBase: number, em: number): Box {
  const at = (side: string) => readSize(declared(`${name}-${side}`), percentBase, em) ?? 0
  return [at('top'), at('right'), at('bottom'), at('left')]
}

/** The border of an element as one width, style and color, taken from its widest side. */
export function readBorder(declared: Declared, em: number, color: string): Border | undefined {
  const rendered: { side: (typeof sides)[number]; width: number; style: string; color: string }[] = []
  for (const side of sides) {
    const style = declared(`border-${side}-style`) ?? 'none'
    if (style === 'none' || style === 'hidden') continue
    const width = borderWidth(declared(`border-${side}-width`), em)
    const borderColor = readColor(declared(`border-${side}-color`)) ?? color
    if (width > 0 && borderColor !== 'transparent') rendered.push({ side, width, style, color: borderColor })
  }
  const [first] = rendered.toSorted((one, other) => other.width - one.width)
  if (first === undefined) return undefined
  const alike = rendered.filter((one) => one.width === first.width || one.color === first.color)
  const style = first.style === 'dashed' || first.style === 'dotted' ? first.style : 'solid'
  const border: Border = { width: Math.min(first.width, 100), style, color: first.color }
  if (alike.length < 4) border.sides = sides.filter((side) => alike.some((one) => one.side === side))
  return border
}

/** Border widths in px; undefined without a border. */
export function borderWidths(css: Record<string, string>, em: number): Box | undefined {
  const at = (side: string) =>
    /^(?:none|hidden)$/.test(css[`border-${side}-style`] ?? 'none') ? 0 : borderWidth(css[`border-${side}-width`], em)
  const widths: Box = [at('top'), at('right'), at('bottom'), at('left')]
  return widths.every((width) => width === 0) ? undefined : widths
}

function borderWidth(text: string | undefined, em: number): number {
  if (text === 'thin') return 1
  if (text === 'thick') return 5
  return readLength(text, em) ?? 3
}

/** The URL inside `url(…)`. */
export function readAddress(text: string | undefined): string | undefined {
  const match = text === undefined ? null : /url\(\s*(?:"([^"]*)"\s*|'([^']*)'\s*|([^()\s]+)\s*)?\)/i.exec(text)
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3] ?? '').trim()
}

export function readImage(declared: Declared): BackgroundImage | undefined {
  const src = readAddress(declared('background-image'))
  if (src === undefined || src === '') return undefined
  const size = declared('background-size')
  const repeat = declared('background-repeat') ?? 'repeat'
  const position = /^(?:(?:left|center|right|top|bottom|\d{1,3}%|-?\d{1,4}px) ?){1,2}$/.exec(
    declared('background-position') ?? '',
  )?.[0]
  return {
    src,
    // An image as wide or as high as its box covers most of it.
    size: size === 'contain' ? 'contain' : size === 'cover' || /\b100%/.test(size ?? '') ? 'cover' : 'auto',
    position: position?.trim() ?? 'left top',
    repeat: /^(?:no-repeat|repeat|repeat-x|repeat-y)$/.test(repeat)
      ? (repeat as 'no-repeat')
      : repeat.includes('no-repeat')
        ? 'no-repeat'
        : 'repeat',
  }
}

/** A font stack with single quotes; undefined for a value that documents do not accept. */
export function readFont(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const names: string[] = []
  for (const part of text.replace(/!important/i, '').split(',')) {
    const name = part
      .trim()
      .replace(/^["']+/, '')
      .replace(/(?<!["'])["']+$/, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (name === '' || /^(?:inherit|initial|unset)$/i.test(name)) continue
    if (
      !/^[A-Za-z0-9_\u00c0-\u024f\u0370-\u1fff\u2c00-\ud7ff-]+(?: [A-Za-z0-9_\u00c0-\u024f\u0370-\u1fff\u2c00-\ud7ff-]+)*$/.test(
        name,
      )
    )
      continue
    names.push(/^[a-z-]+$/i.test(name) ? name : `'${name}'`)
  }
  while (names.join(', ').length > 300) names.pop()
  return names.length === 0 ? undefined : names.join(', ')
}

export function mapBox([top, right, bottom, left]: Box, change: (length: number) => number): Box {
  return [change(top), change(right), change(bottom), change(left)]
}
