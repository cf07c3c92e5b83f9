import type { Span } from '../boxes/box.ts'
import type { ComputedStyle } from '../style/computed-style.ts'

/** How far above the base line the stretches around lift what is in them, px. */
export function spanShift(spans: readonly Span[]): number {
  return spans.reduce((sum, { computed }) => sum + shiftOf(computed.valign, computed.size), 0)
}

/** How far above the base line something stands, px, by its own alignment. */
export function shiftOf(valign: ComputedStyle['valign'], size: number): number {
  if (typeof valign === 'number') return valign
  // As browsers have it: a third of the size around and a pixel up, a fifth down; what is moved is smaller by a sixth.
  if (valign === 'super') return Math.floor((size * 1.2) / 3 + 1)
  return valign === 'sub' ? -Math.floor((size * 1.2) / 5 + 1) : 0
}
