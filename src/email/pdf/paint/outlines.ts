import type { Contour, OutlinePoint } from '../fonts/outline.ts'
import { nums } from './content.ts'

/** PDF path operators, in units of the font. */
export function pathOf(contours: readonly Contour[]): string {
  return contours.map(contourPath).join('\n')
}

function contourPath(contour: Contour): string {
  const first = contour.findIndex(({ isOn }) => isOn)
  const [head, last] = [contour[0], contour.at(-1)]
  if (head === undefined || last === undefined) return ''
  // A contour without on-curve points starts between two control points.
  const start = first < 0 ? between(last, head) : (contour[first] ?? head)
  const rest = first < 0 ? contour : [...contour.slice(first + 1), ...contour.slice(0, first)]
  let pen = start
  let handle: OutlinePoint | undefined
  const lines = [`${nums(start.x, start.y)} m`]
  const curveTo = (to: OutlinePoint, toward: OutlinePoint) => {
    // A quadratic curve as a cubic one: the control points are two thirds along each leg.
    const third = ({ x, y }: OutlinePoint) => nums(x + ((toward.x - x) * 2) / 3, y + ((toward.y - y) * 2) / 3)
    lines.push(`${third(pen)} ${third(to)} ${nums(to.x, to.y)} c`)
    pen = to
  }
  for (const point of [...rest, start]) {
    if (handle === undefined) {
      if (point.isOn) {
        lines.push(`${nums(point.x, point.y)} l`)
        pen = point
      } else handle = point
    } else if (point.isOn) {
      curveTo(point, handle)
      handle = undefined
    } else {
      curveTo(between(handle, point), handle)
      handle = point
    }
  }
  return [...lines, 'h'].join('\n')
}

function between(a: OutlinePoint, b: OutlinePoint): OutlinePoint {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOn: true }
}
