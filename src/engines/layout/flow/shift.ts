import type { Span } from '../boxes/box.ts'
import type { Look } from '../style/look.ts'

/** How far above the base line the stretches around lift what is in them, px. */
export function spanShift(spans: readonly Span[]): number {
  return spans.reduce((sum, { look }) => sum + shiftOf(look.valign, look.size), 0)
}

/** How far above the base line something stands, px, by its own alignment. */
export function shiftOf(valign: Look['valign'], size: number): number {
  if (typeof valign === 'number') return valign
  // As browsers have it: a third of the size around up, a fifth down; what is raised is smaller by a sixth.
  if (valign === 'super') return size * 1.2 * (1 / 3)
  return valign === 'sub' ? -size * 1.2 * 0.2 : 0
}
