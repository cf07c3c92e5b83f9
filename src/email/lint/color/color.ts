import { type Color, formatColor, parseColor } from '../../web/index.ts'

/** A color in sRGB: channels 0 to 255, alpha 0 to 1. */
export type Rgb = Color

export const white: Rgb = { r: 255, g: 255, b: 255, a: 1 }
export const black: Rgb = { r: 0, g: 0, b: 0, a: 1 }

/** Parses a CSS color, or a bgcolor attribute, whose hash may be missing; undefined if invalid. */
export function readColor(text: string): Rgb | undefined {
  return parseColor(text) ?? (/^\s*[0-9a-f]{3,8}\s*$/i.test(text) ? parseColor(`#${text.trim()}`) : undefined)
}

/** As `#rrggbb`, without the alpha. */
export function hexOf({ r, g, b }: Rgb): string {
  return formatColor({ r: Math.round(r), g: Math.round(g), b: Math.round(b), a: 1 })
}

/** Blends a color over an opaque one. */
export function over(top: Rgb, below: Rgb): Rgb {
  if (top.a >= 1) return top
  const mix = (front: number, back: number) => front * top.a + back * (1 - top.a)
  return { r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b), a: 1 }
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** Contrast ratio of two opaque colors, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Minimum contrast ratio of text: 3 from 24 px, or from 18.66 px in bold; 4.5 for smaller text (WCAG 2.2, 1.4.3). */
export function minContrast(size: number, weight: number): number {
  return size >= 24 || (size >= 18.66 && weight >= 700) ? 3 : 4.5
}

// Email colors are integers, and exponentiation dominates the cost of color calculations.
const wholeChannels = Array.from({ length: 256 }, (_, channel) => toLight(channel))

/** Converts one sRGB channel, 0 to 255, to linear light, 0 to 1. */
function linear(channel: number): number {
  return wholeChannels[channel] ?? toLight(channel)
}

function toLight(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

// D65 white point of sRGB (CSS Color 4, 9.3 and 10.1).
const whiteX = 0.95047
const whiteZ = 1.08883
const edge = 216 / 24389
const slope = 24389 / 27

/** CIE L*, 0 for black to 100 for white. */
export function lightnessOf(color: Rgb): number {
  return 116 * root(0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b)) - 16
}

/** Changes L* of a color in CIE Lab and clips the result to sRGB, as browsers and Outlook on the web do. */
export function withLightness(color: Rgb, lightness: number): Rgb {
  const [r, g, b] = [linear(color.r), linear(color.g), linear(color.b)]
  const fx = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / whiteX)
  const fy = root(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const fz = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / whiteZ)
  const y = (lightness + 16) / 116
  const x = unroot(y + (fx - fy)) * whiteX
  const z = unroot(y - (fy - fz)) * whiteZ
  const light = unroot(y)
  return {
    r: encode(3.2406 * x - 1.5372 * light - 0.4986 * z),
    g: encode(-0.9689 * x + 1.8758 * light + 0.0415 * z),
    b: encode(0.0557 * x - 0.204 * light + 1.057 * z),
    a: color.a,
  }
}

function root(value: number): number {
  return value > edge ? Math.cbrt(value) : (slope * value + 16) / 116
}

function unroot(value: number): number {
  const cube = value ** 3
  return cube > edge ? cube : (116 * value - 16) / slope
}

function encode(light: number): number {
  const part = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, part)) * 255)
}

/** The color of the same hue with the closest lightness that passes; undefined if none does. */
export function nearestPassing(color: Rgb, passes: (color: Rgb) => boolean): string | undefined {
  const from = Math.round(lightnessOf(color))
  for (let step = 0; step <= 100; step += 2) {
    for (const lightness of step === 0 ? [from] : [from - step, from + step]) {
      if (lightness < 0 || lightness > 100) continue
      const candidate = withLightness(color, lightness)
      if (passes(candidate)) return hexOf(candidate)
    }
  }
  return undefined
}
