import { fromLab, fromOklab, fromRgbSpace } from './color-spaces.ts'

/** sRGB: integer channels from 0 to 255, as browsers compute them, and alpha from 0 to 1. */
export interface Color {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly a: number
}

/** `unit` is '' for a number. `none` is 0 in every unit (CSS Color 4, 4.4). */
interface Argument {
  value: number
  unit: string
  isNone?: true
}

interface Arguments {
  channels: Argument[]
  alpha: Argument | undefined
  /** The comma syntax, which has stricter rules (CSS Color 4, 5.1 and 7). */
  isLegacy: boolean
}

const functionName = /^(rgb|hsl)a?\(|^(hwb|(?:ok)?(?:lab|lch))\(|^color\(\s*([a-z][a-z\d-]*)/
// Numbers need no separator if they cannot be read as one (CSS Syntax 3, 4.3.3).
const token =
  /\s*(?:([+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?)(%|[a-z]+(?![\w-])|(?![a-z_]|-[a-z_-]))|(none)(?![\w-])|([,/)]))/y
const turns: Readonly<Record<string, number>> = { '': 1, deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 }

/**
 * Parses the color functions of CSS Color 4, sections 5 and 7 to 10, in lower case: `rgb(…)`, `rgba(…)`, `hsl(…)`, `hsla(…)`,
 * `hwb(…)`, `lab(…)`, `lch(…)`, `oklab(…)`, `oklch(…)` and `color(…)`. Channels outside of sRGB are clipped, as browsers
 * do on an sRGB screen.
 */
export function parseColorFunction(value: string): Color | undefined {
  const match = functionName.exec(value)
  const args = match === null ? undefined : parseArguments(value, match[0].length)
  if (match === null || args === undefined) return undefined
  const { alpha } = args
  if (alpha !== undefined && alpha.unit !== '' && alpha.unit !== '%') return undefined
  const [, legacyName, name, space] = match
  const rgb = legacyName === undefined ? modernOf(name, space, args) : legacyName === 'rgb' ? rgbOf(args) : hslOf(args)
  if (rgb === undefined) return undefined
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => Math.round(clamp(channel, 255)))
  return { r, g, b, a: alpha === undefined ? 1 : clamp(alpha.unit === '%' ? alpha.value / 100 : alpha.value, 1) }
}

function parseArguments(value: string, from: number): Arguments | undefined {
  const channels: Argument[] = []
  let separators = ''
  token.lastIndex = from
  for (;;) {
    const match = token.exec(value)
    if (match === null) return undefined
    const [, number, unit = '', none, mark] = match
    if (mark === ')') break
    if (mark !== undefined) separators += mark
    else {
      channels.push(none === undefined ? { value: Number(number), unit } : { value: 0, unit: '', isNone: true })
      separators += '_'
    }
    if (separators.length > 8) return undefined
  }
  if (token.lastIndex !== value.length) return undefined
  const isLegacy = separators === '_,_,_' || separators === '_,_,_,_'
  if (!isLegacy && separators !== '___' && separators !== '___/_') return undefined
  if (isLegacy && channels.some((one) => one.isNone)) return undefined
  return { channels: channels.slice(0, 3), alpha: channels[3], isLegacy }
}

// The functions without a comma syntax.
function modernOf(name: string | undefined, space: string | undefined, args: Arguments): number[] | undefined {
  if (args.isLegacy) return undefined
  if (name === 'hwb') return hwbOf(args)
  const rgb = name === undefined ? predefinedOf(space ?? '', args) : labOf(name, args)
  return rgb?.map((channel) => channel * 255)
}

function predefinedOf(space: string, { channels }: Arguments): readonly number[] | undefined {
  const [x, y, z] = channels.map((channel) => scaled(channel, 1))
  return x === undefined || y === undefined || z === undefined ? undefined : fromRgbSpace(space, [x, y, z])
}

// CSS Color 4, section 9: 100 % of an axis is 125, of a chroma 150, of either in OKLab 0.4.
function labOf(name: string, { channels }: Arguments): readonly number[] | undefined {
  const isOk = name.startsWith('ok')
  const [first, second, third] = channels
  const isPolar = name.endsWith('lch')
  const lightness = scaled(first, isOk ? 1 : 100)
  const across = scaled(second, isOk ? 0.4 : isPolar ? 150 : 125)
  const down = isPolar ? degreesOf(third) : scaled(third, isOk ? 0.4 : 125)
  if (lightness === undefined || across === undefined || down === undefined) return undefined
  const [chroma, hue] = [Math.max(0, across), (down * Math.PI) / 180]
  const [a, b] = isPolar ? [chroma * Math.cos(hue), chroma * Math.sin(hue)] : [across, down]
  return isOk ? fromOklab([clamp(lightness, 1), a, b]) : fromLab([clamp(lightness, 100), a, b])
}

function scaled(channel: Argument | undefined, whole: number): number | undefined {
  if (channel?.unit === '%') return (channel.value * whole) / 100
  return channel?.unit === '' ? channel.value : undefined
}

function rgbOf({ channels, isLegacy }: Arguments): number[] | undefined {
  if (channels.some(({ unit }) => unit !== '' && unit !== '%')) return undefined
  if (isLegacy && channels.some(({ unit }) => unit !== channels[0]?.unit)) return undefined
  return channels.map(({ value, unit }) => (unit === '%' ? (value * 255) / 100 : value))
}

function hslOf(args: Arguments): number[] | undefined {
  const [hue, saturation, lightness] = polarOf(args) ?? []
  if (hue === undefined || saturation === undefined || lightness === undefined) return undefined
  // Only the comma syntax clamps at 100 %; the space syntax extrapolates.
  const max = args.isLegacy ? 1 : Number.POSITIVE_INFINITY
  return hslChannels(hue, clamp(saturation, max), clamp(lightness, max))
}

// CSS Color 4, 7.1.
function hslChannels(hue: number, saturation: number, lightness: number): number[] {
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const at = (offset + hue / 30) % 12
    return (lightness - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1))) * 255
  })
}

// CSS Color 4, 8.1.
function hwbOf(args: Arguments): number[] | undefined {
  const [hue, ofWhite, ofBlack] = polarOf(args) ?? []
  if (hue === undefined || ofWhite === undefined || ofBlack === undefined) return undefined
  const [white, black] = [Math.max(0, ofWhite), Math.max(0, ofBlack)]
  if (white + black >= 1) return Array.from({ length: 3 }, () => (white / (white + black)) * 255)
  return hslChannels(hue, 1, 0.5).map((channel) => channel * (1 - white - black) + white * 255)
}

// Hue in degrees from 0 to 360, and two fractions; the space syntax allows numbers for percentages.
function polarOf({ channels, isLegacy }: Arguments): number[] | undefined {
  const [hue, ...shares] = channels
  const degrees = degreesOf(hue)
  if (degrees === undefined) return undefined
  if (shares.some(({ unit }) => unit !== '%' && (isLegacy || unit !== ''))) return undefined
  return [degrees, ...shares.map(({ value }) => value / 100)]
}

function degreesOf(hue: Argument | undefined): number | undefined {
  const turn = hue === undefined || !Object.hasOwn(turns, hue.unit) ? undefined : turns[hue.unit]
  if (hue === undefined || turn === undefined) return undefined
  const degrees = (hue.value * turn) % 360
  return degrees < 0 ? degrees + 360 : degrees
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value))
}
