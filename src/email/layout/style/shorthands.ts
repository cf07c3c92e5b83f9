import { splitGradients } from '../../web/index.ts'

type Pair = readonly [property: string, value: string]

const sides = ['top', 'right', 'bottom', 'left'] as const
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const
const lines = /^(none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset)$/i
const widths = /^([+-]?[\d.]+[a-z]*|thin|medium|thick)$/i

/** Longhands of a shorthand; other properties unchanged. */
export function expandShorthand(property: string, value: string): readonly Pair[] {
  if (property === 'padding' || property === 'margin') return four(value, (side) => `${property}-${side}`)
  if (property === 'border-width' || property === 'border-style' || property === 'border-color') {
    return four(value, (side) => `border-${side}${property.slice(6)}`)
  }
  if (property === 'border') return sides.flatMap((side) => border(side, value))
  const [, side] = /^border-(top|right|bottom|left)$/.exec(property) ?? []
  if (side !== undefined) return border(side, value)
  if (property === 'border-radius') return radius(value)
  if (property === 'background') return background(value)
  if (property === 'background-image') return backgroundImage(value)
  if (property === 'font') return font(value)
  if (property === 'text-decoration') return [['text-decoration-line', decoration(value)]]
  if (property === 'list-style') return [['list-style-type', pieces(value).find(isMarker) ?? 'disc']]
  if (property === 'word-wrap') return [['overflow-wrap', value]]
  if (property === 'overflow-x' || property === 'overflow-y') return [['overflow', value]]
  return [[property, value]]
}

/** Splits at white space outside quotes and parentheses. */
function pieces(value: string): string[] {
  return value.match(/(?:[^\s"'()]|"[^"]*"|'[^']*'|\([^)]*(?:\)|$))+/g) ?? []
}

function four(value: string, nameOf: (side: string) => string): Pair[] {
  const [top = '', right = top, bottom = top, left = right] = pieces(value)
  return [top, right, bottom, left].map((each, index) => [nameOf(sides[index] ?? 'top'), each] as const)
}

function radius(value: string): Pair[] {
  const [first = '', second = first, third = first, fourth = second] = pieces(value.split('/')[0] ?? '')
  return [first, second, third, fourth].map((each, index) => [`border-${corners[index] ?? ''}-radius`, each] as const)
}

function border(side: string, value: string): Pair[] {
  const parts = pieces(value)
  const line = parts.find((part) => lines.test(part)) ?? 'none'
  const width = parts.find((part) => widths.test(part)) ?? 'medium'
  const color = parts.find((part) => !lines.test(part) && !widths.test(part)) ?? 'currentcolor'
  return [
    [`border-${side}-width`, width],
    [`border-${side}-style`, line],
    [`border-${side}-color`, color],
  ]
}

/** Of several layers, the first image and all gradients. */
function backgroundImage(value: string): Pair[] {
  const { gradients, above, rest } = splitGradients(value)
  const image = gradients.length === 0 ? value : (/url\([^)]*(?:\)|$)/i.exec(rest)?.[0] ?? 'none')
  return [
    ['background-image', image],
    ['background-gradient', joined(gradients, above)],
  ]
}

/** Value of the property of our own for gradients: how many are above the image, then one per line. */
function joined(gradients: readonly string[], above: number): string {
  return gradients.length === 0 ? 'none' : [above, ...gradients].join('\n')
}

function background(given: string): Pair[] {
  const { gradients, above, rest: value } = splitGradients(given)
  const [position = '', size = ''] = pieces(value.replace(/url\([^)]*(?:\)|$)/gi, '').replaceAll('/', ' / '))
    .join(' ')
    .split(' / ')
  const image = /url\([^)]*(?:\)|$)/i.exec(value)?.[0] ?? 'none'
  const rest = position.split(' ').filter((part) => part !== '')
  const places = rest.filter((part) => /^(center|top|bottom|left|right|-?[\d.]+(px|%)?)$/i.test(part))
  const repeat = [...rest, ...size.split(' ')].find((part) => /^(no-)?repeat(-[xy])?$/i.test(part))
  const color = [...rest, ...size.split(' ')].find(
    (part) => /^(#|rgb|hsl|hwb|(?:ok)?(?:lab|lch)\(|color\(|[a-z]+$)/i.test(part) && !isPosition(part),
  )
  const sized = size.split(' ').filter((part) => /^(cover|contain|auto|[\d.]+(px|%)?)$/i.test(part))
  return [
    ['background-color', color ?? 'transparent'],
    ['background-image', image],
    ['background-gradient', joined(gradients, above)],
    ['background-position', places.length === 0 ? '0% 0%' : places.join(' ')],
    ['background-size', sized.length === 0 ? 'auto' : sized.join(' ')],
    ['background-repeat', repeat ?? 'repeat'],
  ]
}

function isPosition(part: string): boolean {
  return /^(center|top|bottom|left|right|cover|contain|auto|none|scroll|fixed|local|(no-)?repeat(-[xy])?)$/i.test(part)
}

function font(value: string): Pair[] {
  const match =
    /(?<![\d.])([\d.]+(?:px|pt|em|rem|%))(?:\s*\/\s*([\d.]+(?:px|pt|em|rem|%)?|normal))?\s+(\S[\s\S]*)$/i.exec(value)
  if (match === null) return []
  const [, size = '', height = 'normal', family = ''] = match
  const before = value.slice(0, match.index)
  return [
    ['font-style', /italic|oblique/i.test(before) ? 'italic' : 'normal'],
    ['font-weight', /\b(bold|bolder|lighter|[1-9]00)\b/i.exec(before)?.[0] ?? 'normal'],
    ['font-size', size],
    ['line-height', height],
    ['font-family', family],
  ]
}

function decoration(value: string): string {
  const found = value.match(/\b(underline|line-through|overline)\b/gi)
  return found === null ? 'none' : found.join(' ')
}

function isMarker(part: string): boolean {
  return !/^(inside|outside|url\(.*)$/i.test(part)
}
