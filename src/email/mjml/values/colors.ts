import { readColor } from '../../document/index.ts'
import type { Attributes } from './lengths.ts'

// Longer ones are not read as borders either.
const maxBorderLength = 200
const border = /^(?:inner-)?border(?:-(?:top|right|bottom|left))?$/
/** The words of a border that are not its color: line style, width. */
const borderWord =
  /^(?:solid|dashed|dotted|double|groove|ridge|inset|outset|none|hidden|thin|medium|thick|[+-]?[\d.]+[a-z%]*)$/i

/** The attributes with a color that no reader of MJML here understands, by name and as written. */
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
