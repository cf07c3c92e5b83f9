import { namedColors } from './named-colors.ts'
import type { Color } from './color.ts'
import { parseColorFunction } from './color-function.ts'

const maxLength = 100
const maxCached = 1000
const cache = new Map<string, Color | undefined>()
const transparent: Color = { r: 0, g: 0, b: 0, a: 0 }

/**
 * Parses a CSS color (CSS Color 4): hex with 3, 4, 6 or 8 digits, the 148 names, `transparent`, and rgb(), rgba(), hsl(),
 * hsla() and hwb() in comma and space syntax. Undefined for everything else, `currentcolor` too: what that is depends on
 * where it is used. The same spelling gives the same object.
 */
export function parseColor(text: string): Color | undefined {
  if (text.length > maxLength) return undefined
  const known = cache.get(text)
  if (known !== undefined) return known
  const color = parse(text.trim().toLowerCase())
  if (color === undefined) return undefined
  if (cache.size >= maxCached) cache.clear()
  cache.set(copyOf(text), color)
  return color
}

/** `#rrggbb`, or `#rrggbbaa` for a color that is not opaque. */
export function formatColor({ r, g, b, a }: Color): string {
  const alpha = a < 1 ? byte(Math.round(a * 255)) : ''
  return `#${byte(r)}${byte(g)}${byte(b)}${alpha}`
}

function parse(value: string): Color | undefined {
  if (value.startsWith('#')) return parseHex(value.slice(1))
  if (value === 'transparent') return transparent
  if (value.includes('(')) return parseColorFunction(value)
  return Object.hasOwn(namedColors, value) ? parseHex(namedColors[value] ?? '') : undefined
}

function parseHex(digits: string): Color | undefined {
  const { length } = digits
  if ((length !== 3 && length !== 4 && length !== 6 && length !== 8) || !/^[0-9a-f]+$/.test(digits)) return undefined
  const long = length <= 4 ? digits.replace(/./g, '$&$&') : digits
  const at = (index: number) => Number.parseInt(long.slice(index, index + 2), 16)
  return { r: at(0), g: at(2), b: at(4), a: long.length === 8 ? at(6) / 255 : 1 }
}

function byte(channel: number): string {
  return channel.toString(16).padStart(2, '0')
}

// A piece cut out of a page keeps the whole page in memory for as long as it is cached.
function copyOf(text: string): string {
  const longer = `${text}\0`
  return longer.slice(0, longer.indexOf('\0', text.length))
}
