import type { DisplayBox, Rect } from '../../layout/index.ts'
import { nums, rectangle } from './content.ts'

type Radii = DisplayBox['radius']

// Control point distance of a cubic curve that approximates a quarter circle, in radii.
const handle = 0.5523

/** Radii are reduced to fit (CSS Backgrounds 3, section 4.5). */
export function roundedRectangle(rect: Rect, radius: Radii): string {
  const [topLeft, topRight, bottomRight, bottomLeft] = fitting(rect, radius)
  if (topLeft + topRight + bottomRight + bottomLeft === 0) return rectangle(rect)
  const { x, y, width, height } = rect
  const [right, bottom] = [x + width, y + height]
  const rest = 1 - handle
  return [
    `${nums(x + topLeft, y)} m`,
    `${nums(right - topRight, y)} l`,
    curve([right - topRight * rest, y], [right, y + topRight * rest], [right, y + topRight]),
    `${nums(right, bottom - bottomRight)} l`,
    curve([right, bottom - bottomRight * rest], [right - bottomRight * rest, bottom], [right - bottomRight, bottom]),
    `${nums(x + bottomLeft, bottom)} l`,
    curve([x + bottomLeft * rest, bottom], [x, bottom - bottomLeft * rest], [x, bottom - bottomLeft]),
    `${nums(x, y + topLeft)} l`,
    curve([x, y + topLeft * rest], [x + topLeft * rest, y], [x + topLeft, y]),
    'h',
  ].join('\n')
}

/** Insets in the order top, right, bottom, left; the size is never negative. */
export function inset({ x, y, width, height }: Rect, [top, right, bottom, left]: Radii): Rect {
  return {
    x: x + left,
    y: y + top,
    width: Math.max(0, width - left - right),
    height: Math.max(0, height - top - bottom),
  }
}

/** Radii of the inner border edge. */
export function innerRadii(
  [topLeft, topRight, bottomRight, bottomLeft]: Radii,
  [top, right, bottom, left]: Radii,
): Radii {
  const less = (radius: number, one: number, other: number) => Math.max(0, radius - Math.max(one, other))
  return [
    less(topLeft, top, left),
    less(topRight, top, right),
    less(bottomRight, bottom, right),
    less(bottomLeft, bottom, left),
  ]
}

function fitting({ width, height }: Rect, radius: Radii): Radii {
  const [topLeft, topRight, bottomRight, bottomLeft] = radius
  const share = (available: number, wanted: number) => (wanted > available ? available / wanted : 1)
  const scale = Math.min(
    share(width, topLeft + topRight),
    share(width, bottomLeft + bottomRight),
    share(height, topLeft + bottomLeft),
    share(height, topRight + bottomRight),
  )
  return [topLeft * scale, topRight * scale, bottomRight * scale, bottomLeft * scale]
}

function curve(...points: readonly (readonly [number, number])[]): string {
  return `${points.map(([x, y]) => nums(x, y)).join(' ')} c`
}
