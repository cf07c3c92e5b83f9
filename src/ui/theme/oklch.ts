/** Lightness 0 to 1, chroma from 0, hue in degrees. */
export interface Oklch {
  l: number
  c: number
  h: number
}

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Reads `#rgb` or `#rrggbb`, ignoring an alpha part; undefined for anything else. */
export function readHex(text: string): Rgb | undefined {
  const digits = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text.trim())?.[1]
  if (digits === undefined) return undefined
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [red, green, blue] = pairs.map((pair) => Number.parseInt(pair, 16))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

/** `#rrggbb`, lower case. */
export function printHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** From 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(first: Rgb, second: Rgb): number {
  const [light, dark] = [luminanceOf(first), luminanceOf(second)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** From sRGB, by the matrices of CSS Color 4. */
export function toOklch(rgb: Rgb): Oklch {
  const [r, g, b] = rgb.map(toLinear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const tint = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, tint),
    h: ((Math.atan2(tint, a) * 180) / Math.PI + 360) % 360,
  }
}

/** To sRGB; out of gamut, the chroma is reduced until it fits. */
export function fromOklch({ l, c, h }: Oklch): Rgb {
  for (let chroma = c; chroma > 0.001; chroma -= 0.004) {
    const linear = linearOf({ l, c: chroma, h })
    if (linear.every((part) => part >= -0.0005 && part <= 1.0005)) return linear.map(toByte) as [number, number, number]
  }
  return linearOf({ l, c: 0, h }).map(toByte) as [number, number, number]
}

function linearOf({ l, c, h }: Oklch): [number, number, number] {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function luminanceOf(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(toLinear)
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function toLinear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function toByte(linear: number): number {
  const share = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, share)) * 255)
}
