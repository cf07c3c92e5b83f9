/** Height of the zone at either edge in which the stage scrolls, in px. */
const zone = 56
/** Px a frame at the very edge. */
const fastest = 18

/** How far the stage scrolls in this frame for a pointer near its upper or lower edge; the deeper, the faster. */
export function edgeSpeed(
  view: { left: number; right: number; top: number; bottom: number },
  x: number,
  y: number,
): number {
  if (x < view.left || x > view.right) return 0
  const [above, below] = [view.top + zone - y, y - (view.bottom - zone)]
  if (above > 0) return -Math.ceil((Math.min(above, zone) / zone) ** 1.5 * fastest)
  return below > 0 ? Math.ceil((Math.min(below, zone) / zone) ** 1.5 * fastest) : 0
}
