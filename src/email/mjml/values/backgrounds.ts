import { type BackgroundImage, readColor } from '../../document/index.ts'
import type { Attributes } from './lengths.ts'

/** A color as a document writes it; `none` is transparent. */
export function readPaint(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined
  return value.trim().toLowerCase() === 'none' ? 'transparent' : readColor(value)
}

/** The background image of a section, wrapper or hero; `src` is its address as a document takes it. */
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

/** Whether a document can say the size of a background. */
export function isSize(value: string | undefined): boolean {
  return value === undefined || /^\s*(?:cover|contain|auto)\s*$/.test(value)
}

function repeatOf(value: string | undefined): NonNullable<BackgroundImage['repeat']> {
  return value === 'no-repeat' || value === 'repeat-x' || value === 'repeat-y' ? value : 'repeat'
}

const slot = /^(?:left|center|right|top|bottom|\d{1,3}%|-?\d{1,4}px)$/

// A single word is of the axis it names; more than two are mjml's default.
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
