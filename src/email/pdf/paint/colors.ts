import { num } from './content.ts'

/** A color of a display list, `#rrggbbaa`, as operators want it: three shares, and how much it covers. */
export interface Ink {
  shares: string
  alpha: number
}

/** Reads a color of a display list. */
export function inkOf(color: string): Ink {
  const channel = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255
  return { shares: [1, 3, 5].map((at) => num(channel(at))).join(' '), alpha: channel(7) }
}
