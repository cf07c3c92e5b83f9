import { type Rgb, printHex, readHex } from '../theme/index.ts'

/** Hue in degrees, saturation and brightness from 0 to 1. */
export interface Hsv {
  h: number
  s: number
  v: number
}

/** Gray has no hue; it gets `greyHue`. */
export function toHsv(hex: string, grayHue = 0): Hsv {
  const [red, green, blue] = (readHex(hex) ?? [0, 0, 0]).map((part) => part / 255) as [number, number, number]
  const max = Math.max(red, green, blue)
  const spread = max - Math.min(red, green, blue)
  const s = max === 0 ? 0 : spread / max
  if (spread === 0) return { h: grayHue, s, v: max }
  const sixth =
    max === red ? (green - blue) / spread : max === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  return { h: (sixth * 60 + 360) % 360, s, v: max }
}

/** As `#rrggbb`. */
export function fromHsv({ h, s, v }: Hsv): string {
  const part = (offset: number) => {
    const at = (offset + h / 60) % 6
    return 255 * (v - v * s * Math.max(0, Math.min(at, 4 - at, 1)))
  }
  return printHex([part(5), part(3), part(1)] as Rgb)
}

/** A typed color as `#rrggbb`; undefined if invalid. */
export function readTypedColor(text: string): string | undefined {
  const typed = text.trim()
  const rgb = /^#?[0-9a-f]{3}$|^#?[0-9a-f]{6}$/i.test(typed) ? readHex(typed) : readFunction(typed)
  return rgb === undefined ? undefined : printHex(rgb)
}

/** Recently chosen colors, newest first, without duplicates. */
export function cacheColor(recent: readonly string[], color: string, max = 8): string[] {
  return [color, ...recent.filter((other) => other !== color)].slice(0, max)
}

function readFunction(text: string): Rgb | undefined {
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/i.exec(text)?.slice(1).map(Number)
  if (parts === undefined || parts.some((part) => part > 255)) return undefined
  return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0]
}
