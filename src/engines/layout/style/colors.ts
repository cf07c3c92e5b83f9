import { readColor as readPlainColor } from '../../document/index.ts'

/** A colour as `#rrggbbaa`. */
export type Color = string

const functional = /^(rgb|hsl)a?\(\s*([^)]+)\)$/

/** Reads a colour; undefined when it is none. */
export function readColor(text: string): Color | undefined {
  const value = text.trim().toLowerCase()
  if (value === 'transparent') return '#00000000'
  const plain = /^[a-z]+$/.test(value) ? readPlainColor(value) : value
  if (plain === undefined) return undefined
  if (plain.startsWith('#')) return fromDigits(plain.slice(1))
  const [, kind, inside = ''] = functional.exec(value) ?? []
  if (kind === undefined) return undefined
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== '')
  if (parts.length < 3 || parts.length > 4) return undefined
  const [first = 0, second = 0, third = 0] = kind === 'rgb' ? parts.slice(0, 3).map(channelOf) : fromHsl(parts)
  const alpha = parts[3] === undefined ? 1 : shareOf(parts[3])
  const color = [first, second, third, alpha * 255].map((channel) => hex(channel)).join('')
  return color.includes('N') ? undefined : `#${color}`
}

/** Whether nothing of the colour can be seen. */
export function isClear(color: Color): boolean {
  return color.endsWith('00') && color.length === 9
}

function fromDigits(digits: string): Color | undefined {
  if (!/^[0-9a-f]+$/.test(digits)) return undefined
  if (digits.length === 6) return `#${digits}ff`
  if (digits.length === 8) return `#${digits}`
  if (digits.length !== 3 && digits.length !== 4) return undefined
  const doubled = [...digits].map((digit) => digit + digit).join('')
  return digits.length === 3 ? `#${doubled}ff` : `#${doubled}`
}

function channelOf(text: string): number {
  return text.endsWith('%') ? Number.parseFloat(text) * 2.55 : Number.parseFloat(text)
}

function shareOf(text: string): number {
  return text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text)
}

function fromHsl([hue = '', saturation = '', lightness = '']: readonly string[]): number[] {
  const [turn, full, light] = [Number.parseFloat(hue) / 30, shareOf(saturation), shareOf(lightness)]
  const reach = full * Math.min(light, 1 - light)
  // CSS Color 4, section 7.1.
  return [0, 8, 4].map((offset) => {
    const at = (((offset + turn) % 12) + 12) % 12
    return (light - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))) * 255
  })
}

function hex(channel: number): string {
  if (!Number.isFinite(channel)) return 'N'
  return Math.round(Math.max(0, Math.min(255, channel)))
    .toString(16)
    .padStart(2, '0')
}
