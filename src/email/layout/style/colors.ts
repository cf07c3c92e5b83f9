import { formatColor, parseColor } from '../../web/index.ts'

/** A color as `#rrggbbaa`. */
export type Color = string

/** Reads a color; undefined when it is none. */
export function readColor(text: string): Color | undefined {
  const color = parseColor(text)
  if (color === undefined) return undefined
  const hex = formatColor(color)
  return hex.length === 7 ? `${hex}ff` : hex
}

/** True if nothing of the color can be seen. */
export function isClear(color: Color): boolean {
  return color.endsWith('00') && color.length === 9
}
