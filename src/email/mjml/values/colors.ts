import { readColor, type BackgroundImage } from '../../document/index.ts'
import type { Attributes } from './lengths.ts'

// Border parsing has the same limit.
const maxBorderLength = 200
const border = /^(?:inner-)?border(?:-(?:top|right|bottom|left))?$/
/** Keywords of a border that are not its color: line style, width. */
const borderWord =
  /^(?:solid|dashed|dotted|double|groove|ridge|inset|outset|none|hidden|thin|medium|thick|[+-]?[\d.]+[a-z%]*)$/i

/** Attributes with a color that cannot be parsed, by name, with the value as written. */
export function unreadableColors(attributes: Attributes): [name: string, value: string][] {
  const found: [string, string][] = []
  for (const [name, value] of Object.entries(attributes)) {
    const isColor = name === 'color' || name.endsWith('-color')
    if (!isColor && !border.test(name)) continue
    if (!isColor && value.length > maxBorderLength) continue
    const words = isColor ? [value.trim()] : value.trim().split(/\s+(?![^(]*\))/)
    if (words.some((word) => word !== '' && !isReadable(word, isColor))) found.push([name, value])
  }
  return found
}

function isReadable(word: string, isColor: boolean): boolean {
  return (isColor ? word.toLowerCase() === 'none' : borderWord.test(word)) || readColor(word) !== undefined
}

/** A color in document form; `none` is transparent. */
export function readPaint(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  return value.trim().toLowerCase() === 'none' ? 'transparent' : readColor(value)
}

/** The background image of a section, wrapper or hero; `src` is its URL in document form. */
export function readImage(attributes: Attributes, src: string, isHero: boolean): BackgroundImage {
  const position = positionOf(attributes, isHero)
  if (isHero) return { src, size: 'cover', position, repeat: 'no-repeat' }
  const size = (attributes['background-size'] ?? 'auto').trim()
  return {
    src,
    size: size === 'cover' || size === 'contain' || size === 'auto' ? size : size.startsWith('100%') ? 'cover' : 'auto',
    position,
    repeat: repeatOf(attributes['background-repeat']),
  }
}

/** True if documents support the background size. */
export function isSize(value: string | undefined): boolean {
  return value === undefined || /^\s*(?:cover|contain|auto)\s*$/.test(value)
}

function repeatOf(value: string | undefined): NonNullable<BackgroundImage['repeat']> {
  return value === 'no-repeat' || value === 'repeat-x' || value === 'repeat-y' ? value : 'repeat'
}

const slot = /^(?:left|center|right|top|bottom|\d{1,3}%|-?\d{1,4}px)$/

// A single keyword sets the axis it belongs to; more than two are replaced with mjml's default.
function positionOf(attributes: Attributes, isHero: boolean): string {
  const words = (attributes['background-position'] ?? '').trim().split(/\s+/)
  const [first = 'center', second] = words
  const [x, y] =
    words.length > 2
      ? ['center', 'top']
      : second === undefined
        ? /^(?:top|bottom)$/.test(first)
          ? ['center', first]
          : [first, 'center']
        : /^(?:top|bottom)$/.test(first) || (first === 'center' && /^(?:left|right)$/.test(second))
          ? [second, first]
          : [first, second]
  const across = attributes['background-position-x'] ?? x ?? 'center'
  const down = attributes['background-position-y'] ?? y ?? 'top'
  const usual = isHero ? 'center' : 'top'
  return `${slot.test(across) ? across : 'center'} ${slot.test(down) ? down : usual}`
}
