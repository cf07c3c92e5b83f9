import { ownText } from '../own-text.ts'

/** A colour in sRGB: channels 0 to 255, alpha 0 to 1. */
export interface Rgb {
  r: number
  g: number
  b: number
  a: number
}

export const white: Rgb = { r: 255, g: 255, b: 255, a: 1 }
export const black: Rgb = { r: 0, g: 0, b: 0, a: 1 }

const names: Record<string, string> = {
  black: '#000000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  white: '#ffffff',
  maroon: '#800000',
  red: '#ff0000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  yellow: '#ffff00',
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  aqua: '#00ffff',
  orange: '#ffa500',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  darkgray: '#a9a9a9',
  darkgrey: '#a9a9a9',
}

const remembered = new Map<string, Rgb | undefined>()
const mostRemembered = 1000

/** A colour as CSS or a bgcolor attribute writes it; undefined for what is none, or none of the forms mail clients share. */
export function readColor(text: string): Rgb | undefined {
  if (text.length > 64) return undefined
  if (remembered.has(text)) return remembered.get(text)
  if (remembered.size >= mostRemembered) remembered.clear()
  const color = parse(text.trim().toLowerCase())
  remembered.set(ownText(text), color)
  return color
}

/** As `#rrggbb`, without the alpha. */
export function hexOf({ r, g, b }: Rgb): string {
  const packed = (Math.round(r) << 16) | (Math.round(g) << 8) | Math.round(b)
  return `#${packed.toString(16).padStart(6, '0')}`
}

/** A colour over an opaque one. */
export function over(top: Rgb, below: Rgb): Rgb {
  if (top.a >= 1) return top
  const mix = (front: number, back: number) => front * top.a + back * (1 - top.a)
  return { r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b), a: 1 }
}

function parse(text: string): Rgb | undefined {
  if (text === 'transparent') return { r: 0, g: 0, b: 0, a: 0 }
  const hex = /^#?([0-9a-f]{3,8})$/.exec(names[text] ?? text)?.[1]
  if (hex !== undefined) return fromHex(hex)
  const parts = /^rgba?\(([^()]*)\)$/
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== '')
  if (parts === undefined || parts.length < 3 || parts.length > 4) return undefined
  const [r, g, b, a] = parts.map((part, index) => channel(part, index === 3 ? 1 : 255))
  if (r === undefined || g === undefined || b === undefined) return undefined
  return { r, g, b, a: a ?? 1 }
}

function channel(part: string, full: number): number | undefined {
  const number = part.endsWith('%') ? (Number(part.slice(0, -1)) / 100) * full : Number(part)
  return Number.isFinite(number) ? Math.min(full, Math.max(0, number)) : undefined
}

function fromHex(hex: string): Rgb | undefined {
  const { length } = hex
  if (length !== 3 && length !== 4 && length !== 6 && length !== 8) return undefined
  const wide = length <= 4 ? hex.replace(/./g, '$&$&') : hex
  const part = (at: number) => Number.parseInt(wide.slice(at, at + 2), 16)
  return { r: part(0), g: part(2), b: part(4), a: wide.length === 8 ? part(6) / 255 : 1 }
}
