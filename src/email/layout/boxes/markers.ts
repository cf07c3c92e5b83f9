import type { Element } from '../read/element.ts'
import type { ComputedStyle } from '../style/computed-style.ts'

const bullets: Readonly<Record<string, string>> = { disc: '•', circle: '◦', square: '▪' }

/** For example `•` or `3.`; undefined for list-style none. */
export function markerOf(element: Element, { marker }: ComputedStyle): string | undefined {
  if (marker === 'none') return undefined
  const bullet = bullets[marker]
  if (bullet !== undefined) return bullet
  if (/^["']/.test(marker)) return marker.slice(1, -1)
  return `${inLetters(numberOf(element), marker)}.`
}

function numberOf(element: Element): number {
  const siblings = element.parent?.children.filter((one): one is Element => typeof one !== 'string') ?? []
  const items = siblings.filter(({ name }) => name === 'li')
  const start = Number.parseInt(element.parent?.attributes['start'] ?? '1', 10)
  let number = (Number.isFinite(start) ? start : 1) - 1
  for (const item of items) {
    const value = Number.parseInt(item.attributes['value'] ?? '', 10)
    number = Number.isFinite(value) ? value : number + 1
    if (item === element) return number
  }
  return number
}

function inLetters(number: number, kind: string): string {
  if (kind.endsWith('alpha') || kind.endsWith('latin')) return cased(letters(number), kind)
  if (kind.endsWith('roman')) return cased(roman(number), kind)
  return String(number)
}

function cased(text: string, kind: string): string {
  return kind.startsWith('upper') ? text.toUpperCase() : text
}

function letters(number: number): string {
  let text = ''
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26)) {
    text = String.fromCharCode(97 + ((left - 1) % 26)) + text
  }
  return text || String(number)
}

const numerals: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
  ] as const),
  ...([
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
]

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number)
  let left = number
  let text = ''
  for (const [value, numeral] of numerals) {
    while (left >= value) {
      text += numeral
      left -= value
    }
  }
  return text
}
