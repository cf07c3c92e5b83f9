import { type Color, formatColor, parseColor } from '../../web/index.ts'

/** A color in sRGB: channels 0 to 255, alpha 0 to 1. */
export type Rgb = Color

export const white: Rgb = { r: 255, g: 255, b: 255, a: 1 }
export const black: Rgb = { r: 0, g: 0, b: 0, a: 1 }

/** A color as CSS writes it, or as a bgcolor attribute does, where the hash may be missing; undefined for what is none. */
export function readColor(text: string): Rgb | undefined {
  return parseColor(text) ?? (/^\s*[0-9a-f]{3,8}\s*$/i.test(text) ? parseColor(`#${text.trim()}`) : undefined)
}

/** As `#rrggbb`, without the alpha. */
export function hexOf({ r, g, b }: Rgb): string {
  return formatColor({ r: Math.round(r), g: Math.round(g), b: Math.round(b), a: 1 })
}

/** A color over an opaque one. */
export function over(top: Rgb, below: Rgb): Rgb {
  if (top.a >= 1) return top
  const mix = (front: number, back: number) => front * top.a + back * (1 - top.a)
  return { r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b), a: 1 }
}
