import { type Color, formatColor, parseColor } from '../../web/index.ts'
import { readAddress, splitWords } from './values.ts'

/**
 * Replaces a gradient, which documents do not have, by the mean of its colors, over the color behind it. An image beside it
 * stays.
 */
export function flattenGradient(css: Record<string, string>): void {
  const image = css['background-image']
  if (image === undefined || !/gradient\(/i.test(image) || readAddress(image) !== undefined) return
  const stops = colorsOf(image)
  delete css['background-image']
  if (stops.length === 0) return
  const behind = parseColor(css['background-color'] ?? '')
  const opaque = stops.map((stop) => over(stop, behind))
  const mean = (part: 'r' | 'g' | 'b' | 'a') => opaque.reduce((sum, color) => sum + color[part], 0) / opaque.length
  css['background-color'] = formatColor({
    r: Math.round(mean('r')),
    g: Math.round(mean('g')),
    b: Math.round(mean('b')),
    a: mean('a'),
  })
}

function over(color: Color, behind: Color | undefined): Color {
  if (behind === undefined || behind.a < 1 || color.a === 1) return color
  const mix = (part: 'r' | 'g' | 'b') => color[part] * color.a + behind[part] * (1 - color.a)
  return { r: mix('r'), g: mix('g'), b: mix('b'), a: 1 }
}

/** The colors of the stops, each for every place it has. */
function colorsOf(image: string): Color[] {
  const from = image.indexOf('(')
  const inside = image.slice(from + 1, image.lastIndexOf(')'))
  const parts = inside.match(/(?:[^,()]+|\([^()]*\))+/g) ?? []
  return parts.flatMap((part) => {
    const color = parseColor(splitWords(part.trim())[0] ?? '')
    return color === undefined ? [] : [color]
  })
}
