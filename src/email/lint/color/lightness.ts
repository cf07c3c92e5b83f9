import { type Rgb } from './color.ts'
import { linear } from './contrast.ts'

// White of D65, to which sRGB refers (CSS Color 4, 9.3 and 10.1).
const whiteX = 0.95047
const whiteZ = 1.08883
const edge = 216 / 24389
const slope = 24389 / 27

/** CIE L*, 0 for black to 100 for white. */
export function lightnessOf(color: Rgb): number {
  return 116 * root(0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b)) - 16
}

/** The same hue in CIE Lab at another L*, brought back into sRGB by clipping, as browsers and Outlook on the web do. */
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
