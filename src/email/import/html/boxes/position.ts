import type { InheritedStyle } from '../inherited-style.ts'
import type { Box } from './box.ts'
import type { Metrics } from './metrics.ts'

/** Turns what is left beside a box into margins, by its alignment. */
export function place(
  box: Box,
  { pushed }: Pick<Metrics, 'pushed'>,
  { width, inherited }: { width: number; inherited: InheritedStyle },
): void {
  const left = width - box.width - box.margin.wide[1] - box.margin.wide[3]
  if (left <= 0) return
  const { name, attributes } = box.element
  const attribute = name === 'table' || name === 'hr' ? attributes['align']?.toLowerCase() : undefined
  const align = attribute ?? pushed ?? inherited.blockAlign ?? 'left'
  const before = align === 'center' ? left / 2 : align === 'right' ? left : 0
  const [top, right, bottom, start] = box.margin.wide
  box.margin = { wide: [top, right + left - before, bottom, start + before], narrow: box.margin.narrow }
}
