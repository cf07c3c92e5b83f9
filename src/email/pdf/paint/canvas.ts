import { type Content, num } from './content.ts'
import type { Resources } from './resources.ts'

/** From px of the display list to units of the page or form that is painted: moved, scaled, and turned where y grows upwards. */
interface Base {
  x: number
  y: number
  scale: number
  flip: 1 | -1
}

/** What is painted on: a page, or a form that is shown as a whole. */
export interface Canvas {
  readonly content: Content
  readonly resources: Resources
  readonly base: Base
}

/** A color of a display list, `#rrggbbaa`, as operators want it: three shares, and how much it covers. */
interface Ink {
  shares: string
  alpha: number
}

/** Reads a color of a display list. */
export function inkOf(color: string): Ink {
  const channel = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255
  return { shares: [1, 3, 5].map((at) => num(channel(at))).join(' '), alpha: channel(7) }
}

/** Fills a path with a color, by the operator `f`, or `f*` where it has holes. */
export function fill({ content, resources }: Canvas, path: string, color: string, operator = 'f'): void {
  const { shares, alpha } = inkOf(color)
  if (alpha === 0) return
  if (alpha === 1) return content.put(`${shares} rg`, path, operator)
  content.inside(() => content.put(`/${resources.alpha(alpha)} gs`, `${shares} rg`, path, operator))
}
