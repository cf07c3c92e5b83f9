/** In px of the viewport. */
export interface Rect {
  left: number
  top: number
  width: number
  height: number
}

export interface Size {
  width: number
  height: number
}

export type Side = 'below' | 'above' | 'start' | 'end'

export interface Placing {
  anchor: Rect
  size: Size
  viewport: Size
  side: Side
  /** Alignment with the anchor along the side. */
  align?: 'start' | 'center' | 'end'
  isRtl?: boolean
  gap?: number
}

const margin = 8

/**
 * Positions a floating panel: on the preferred side, on the opposite one if there is no space, always inside the
 * viewport.
 */
export function placeFloating({ anchor, size, viewport, side, align = 'start', isRtl = false, gap = 4 }: Placing) {
  const physical = physicalSide(side, isRtl)
  const flipped = flipIfNeeded(physical, anchor, size, viewport, gap)
  const isBeside = flipped === 'left' || flipped === 'right'
  const left = isBeside
    ? flipped === 'left'
      ? anchor.left - size.width - gap
      : anchor.left + anchor.width + gap
    : alignAlong(anchor.left, anchor.width, size.width, isRtl ? mirrored[align] : align)
  const top = isBeside
    ? alignAlong(anchor.top, anchor.height, size.height, align)
    : flipped === 'above'
      ? anchor.top - size.height - gap
      : anchor.top + anchor.height + gap
  return {
    left: clamp(left, margin, viewport.width - size.width - margin),
    top: clamp(top, margin, viewport.height - size.height - margin),
  }
}

const mirrored = { start: 'end', center: 'center', end: 'start' } as const

type PhysicalSide = 'below' | 'above' | 'left' | 'right'
const opposite: Record<PhysicalSide, PhysicalSide> = { below: 'above', above: 'below', left: 'right', right: 'left' }

function physicalSide(side: Side, isRtl: boolean): PhysicalSide {
  if (side === 'below' || side === 'above') return side
  return (side === 'start') === isRtl ? 'right' : 'left'
}

function flipIfNeeded(side: PhysicalSide, anchor: Rect, size: Size, viewport: Size, gap: number): PhysicalSide {
  const room: Record<PhysicalSide, number> = {
    above: anchor.top - size.height,
    below: viewport.height - anchor.top - anchor.height - size.height,
    left: anchor.left - size.width,
    right: viewport.width - anchor.left - anchor.width - size.width,
  }
  const needed = gap + margin
  return room[side] < needed && room[opposite[side]] > room[side] ? opposite[side] : side
}

function alignAlong(start: number, length: number, size: number, align: 'start' | 'center' | 'end'): number {
  if (align === 'center') return start + (length - size) / 2
  return align === 'start' ? start : start + length - size
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}
