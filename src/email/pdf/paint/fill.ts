import type { Canvas } from './canvas.ts'
import { inkOf } from './colors.ts'

/** Fills a path with a color, by the operator `f`, or `f*` where it has holes. */
export function fill({ content, resources }: Canvas, path: string, color: string, operator = 'f'): void {
  const { shares, alpha } = inkOf(color)
  if (alpha === 0) return
  if (alpha === 1) return content.put(`${shares} rg`, path, operator)
  content.inside(() => content.put(`/${resources.alpha(alpha)} gs`, `${shares} rg`, path, operator))
}
