import type { DisplayList, Rect } from '../layout/index.ts'
import { flatten } from './flatten.ts'

/** Px of the page per cell, in both directions: half the height of a line's letters. */
export const cell = 4

/** Mean colors of the cells of a page on white: three numbers from 0 to 255 per cell, row by row. */
export interface Grid {
  columns: number
  rows: number
  colors: Float32Array
}

// A gray that few emails have; which image it is, the content tells.
const imageColor: RGB = [200, 204, 210]
// Share of its box, from the baseline to the top of an x, that text inks.
const ink = 0.4
const xHeight = 0.55

type RGB = readonly [number, number, number]

/** At most `maxRows` rows of cells; of longer pages the top. */
export function readGrid(page: DisplayList, maxRows: number): Grid {
  const columns = Math.ceil(page.width / cell)
  const rows = Math.min(maxRows, Math.max(1, Math.ceil(page.height / cell)))
  const grid = { columns, rows, colors: new Float32Array(columns * rows * 3).fill(255) }
  for (const { item, opacity } of flatten(page.items)) {
    if (item.kind === 'picture') fill(grid, item, imageColor, opacity)
    else if (item.kind === 'text') {
      const height = item.size * xHeight
      const { color, alpha } = readColor(item.color)
      fill(grid, { ...item, y: item.baseline - height, height }, color, alpha * opacity * ink)
    } else if (item.kind === 'box') {
      if (item.background !== undefined) {
        const { color, alpha } = readColor(item.background)
        fill(grid, item, color, alpha * opacity)
      }
      for (const { mean } of item.gradients) {
        const { color, alpha } = readColor(mean)
        fill(grid, item, color, alpha * opacity)
      }
      if (item.image !== undefined) fill(grid, item, imageColor, opacity)
      const [top, right, bottom, left] = item.border
      const { x, y, width, height } = item
      const edges: [typeof top, Rect][] = [
        [top, { x, y, width, height: top.width }],
        [right, { x: x + width - right.width, y, width: right.width, height }],
        [bottom, { x, y: y + height - bottom.width, width, height: bottom.width }],
        [left, { x, y, width: left.width, height }],
      ]
      for (const [edge, rect] of edges) {
        if (edge.width === 0 || edge.style === 'none') continue
        const { color, alpha } = readColor(edge.color)
        fill(grid, rect, color, alpha * opacity)
      }
    }
  }
  return grid
}

/** Of `#rrggbb` with or without alpha. */
function readColor(hex: string): { color: RGB; alpha: number } {
  const at = (index: number) => Number.parseInt(hex.slice(index, index + 2), 16)
  return { color: [at(1), at(3), at(5)], alpha: hex.length > 7 ? at(7) / 255 : 1 }
}

/** Mixes a color into the cells of an area, by the share of each that it covers. */
function fill({ columns, rows, colors }: Grid, { x, y, width, height }: Rect, [red, green, blue]: RGB, alpha: number) {
  if (!(alpha > 0 && width > 0 && height > 0)) return
  const [left, right] = [Math.max(0, x / cell), Math.min(columns, (x + width) / cell)]
  const [top, bottom] = [Math.max(0, y / cell), Math.min(rows, (y + height) / cell)]
  for (let row = Math.floor(top); row < bottom; row++) {
    const high = Math.min(bottom, row + 1) - Math.max(top, row)
    for (let column = Math.floor(left); column < right; column++) {
      const share = alpha * high * (Math.min(right, column + 1) - Math.max(left, column))
      const at = (row * columns + column) * 3
      colors[at] = (colors[at] ?? 0) * (1 - share) + red * share
      colors[at + 1] = (colors[at + 1] ?? 0) * (1 - share) + green * share
      colors[at + 2] = (colors[at + 2] ?? 0) * (1 - share) + blue * share
    }
  }
}
