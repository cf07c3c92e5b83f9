import { type Content, num } from './content.ts'
import type { Resources } from './resources.ts'

/**
 * Transformation from px of the display list to units of the page or form: offset, scale, and a flip if y grows
 * upwards.
 */
interface Base {
  x: number
  y: number
  scale: number
  flip: 1 | -1
}

/** The target of painting: a page, or a form for transparency groups. */
export interface Canvas {
  readonly content: Content
  readonly resources: Resources
  readonly base: Base
}

/** A `#rrggbbaa` color as three components and an opacity, 0 to 1. */
interface PdfColor {
  components: string
  alpha: number
}

export function colorOf(color: string): PdfColor {
  const channel = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255
  return { components: [1, 3, 5].map((at) => num(channel(at))).join(' '), alpha: channel(7) }
}

/** `operator` is `f`, or `f*` for a path with holes. */
export function fill({ content, resources }: Canvas, path: string, color: string, operator = 'f'): void {
  const { components, alpha } = colorOf(color)
  if (alpha === 0) return
  if (alpha === 1) return content.put(`${components} rg`, path, operator)
  content.inside(() => content.put(`/${resources.alpha(alpha)} gs`, `${components} rg`, path, operator))
}
