import { formatColor, parseColor } from './parse-color.ts'

/** `#rrggbbaa`; colors of a cascade are compared and mixed in this form. */
export type HexColor = string

/** Undefined if the text is not a color. */
export function readHexColor(text: string): HexColor | undefined {
  const color = parseColor(text)
  if (color === undefined) return undefined
  const hex = formatColor(color)
  return hex.length === 7 ? `${hex}ff` : hex
}

/** True if fully transparent. */
export function isClear(color: HexColor): boolean {
  return color.endsWith('00') && color.length === 9
}

const gradient =
  /(?:-(?:webkit|moz|o)-)?(?:repeating-)?(?:linear|radial|conic)-gradient\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/gi

/** The gradients in a value, topmost first, those above the first image of the value, and the rest of the value. */
export function splitGradients(value: string): { gradients: readonly string[]; above: number; rest: string } {
  if (!/gradient\(/i.test(value)) return { gradients: [], above: 0, rest: value }
  const gradients = value.match(gradient) ?? []
  const image = value.search(/url\(/i)
  const above = image === -1 ? 0 : (value.slice(0, image).match(gradient) ?? []).length
  return { gradients, above, rest: value.replace(gradient, ' ') }
}

/** Interpolates with premultiplied alpha (CSS Color 4, section 12.3); `share` is that of the second color. */
export function blendColors(one: HexColor, other: HexColor, share: number): HexColor {
  const [from, to] = [channelsOf(one), channelsOf(other)]
  const alpha = (from[3] ?? 0) * (1 - share) + (to[3] ?? 0) * share
  if (alpha === 0) return '#00000000'
  const channel = (at: number) =>
    ((from[at] ?? 0) * (from[3] ?? 0) * (1 - share) + (to[at] ?? 0) * (to[3] ?? 0) * share) / alpha
  return colorFrom([channel(0), channel(1), channel(2), alpha])
}

/** Mean of a gradient's colors, weighted by their opacity; undefined for other values. */
export function meanColor(value: string): HexColor | undefined {
  const [, inside] = /^[a-z-]+gradient\(([^]*)\)$/i.exec(value.trim()) ?? []
  const colors = (inside ?? '').match(/(?:[^\s,()]|\((?:[^()]|\([^()]*\))*\))+/g)?.flatMap((part) => {
    const color = readHexColor(part)
    return color === undefined ? [] : [color]
  })
  return colors === undefined || colors.length === 0 ? undefined : mixColors(colors)
}

/** Mean of colors, weighted by their opacity. */
export function mixColors(all: readonly HexColor[]): HexColor {
  const colors = all.map(channelsOf)
  const weight = colors.reduce((sum, [, , , alpha = 0]) => sum + alpha, 0)
  const mean = [0, 1, 2].map((at) =>
    weight === 0 ? 0 : colors.reduce((sum, color) => sum + (color[at] ?? 0) * (color[3] ?? 0), 0) / weight,
  )
  return colorFrom([...mean, weight / colors.length])
}

/** Source-over compositing (CSS Compositing 1, section 5.1). */
export function compositeColor(upper: HexColor, lower: HexColor | undefined): HexColor {
  const [above, below] = [channelsOf(upper), channelsOf(lower ?? '#00000000')]
  const [top, bottom] = [(above[3] ?? 0) / 255, (below[3] ?? 0) / 255]
  const alpha = top + bottom * (1 - top)
  if (alpha === 0) return '#00000000'
  const mixed = [0, 1, 2].map((at) => ((above[at] ?? 0) * top + (below[at] ?? 0) * bottom * (1 - top)) / alpha)
  return colorFrom([...mixed, alpha * 255])
}

function channelsOf(color: HexColor): number[] {
  return [1, 3, 5, 7].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

function colorFrom(channels: readonly number[]): HexColor {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
