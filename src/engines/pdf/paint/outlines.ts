import type { Contour, OutlinePoint } from '../fonts/outline.ts'
import { nums } from './content.ts'

type Point = readonly [x: number, y: number]

/** An outline as a path; `at` says where on the page a point of it lies. */
export function pathOf(contours: readonly Contour[], at: (x: number, y: number) => Point): string {
  return contours.map((contour) => contourPath(contour, at)).join('\n')
}

function contourPath(contour: Contour, at: (x: number, y: number) => Point): string {
  const first = contour.findIndex(({ isOn }) => isOn)
  const [head, last] = [contour[0], contour.at(-1)]
  if (head === undefined || last === undefined) return ''
  // A line that goes through no point begins between two.
  const start = first < 0 ? between(last, head) : (contour[first] ?? head)
  const rest = first < 0 ? contour : [...contour.slice(first + 1), ...contour.slice(0, first)]
  let pen = start
  let handle: OutlinePoint | undefined
  const lines = [`${nums(...at(start.x, start.y))} m`]
  const curveTo = (to: OutlinePoint, towards: OutlinePoint) => {
    // A quadratic curve as a cubic one: the handles lie two thirds on the way.
    const third = (from: OutlinePoint) =>
      at(from.x + ((towards.x - from.x) * 2) / 3, from.y + ((towards.y - from.y) * 2) / 3)
    lines.push(`${nums(...third(pen), ...third(to), ...at(to.x, to.y))} c`)
    pen = to
  }
  for (const point of [...rest, start]) {
    if (handle === undefined) {
      if (point.isOn) {
        lines.push(`${nums(...at(point.x, point.y))} l`)
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
