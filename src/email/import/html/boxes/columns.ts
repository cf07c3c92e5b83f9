import { readBox, readLength, readPercent } from '../../css/values.ts'
import type { Element } from '../../tree/dom.ts'
import { type InheritedStyle, styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { naturalWidth } from './metrics.ts'

export function spanOf(cell: Element): number {
  const span = Number.parseInt(cell.attributes['colspan'] ?? '1', 10)
  return span > 1 ? Math.min(span, 24) : 1
}

/**
 * Distributes the width of a table to its columns, in px: requested widths first, the rest in proportion to the natural
 * width of the contents (CSS 2.1, 17.5.2.2). Empty for fewer than two columns.
 */
export function columnWidths(
  page: Page,
  rows: readonly Element[][],
  { width, inherited }: { width: number; inherited: InheritedStyle },
): number[] {
  const count = Math.min(24, Math.max(0, ...rows.map((cells) => cells.reduce((sum, cell) => sum + spanOf(cell), 0))))
  if (count < 2 || rows.every((cells) => cells.length < 2)) return []
  const declared: (number | undefined)[] = Array.from({ length: count })
  const desired: number[] = Array.from({ length: count }, () => 0)
  for (const cells of rows) {
    let column = 0
    for (const cell of cells) {
      const span = spanOf(cell)
      if (span === 1 && column < count) {
        const css = cssOf(page, cell).base
        const percent = readPercent(css['width'])
        const padding = readBox('padding', (name) => css[name], width, inherited.size)
        const extra = css['box-sizing'] === 'border-box' ? 0 : padding[1] + padding[3]
        const px = readLength(css['width'], inherited.size)
        const own = percent !== undefined ? (percent * width) / 100 : px === undefined ? undefined : px + extra
        if (own !== undefined) declared[column] = Math.max(declared[column] ?? 0, own)
        const inside = styleInside(cell, css, inherited, page.isQuirky)
        desired[column] = Math.max(desired[column] ?? 0, naturalWidth(page, cell, inside))
      }
      column += span
    }
  }
  return resolveWidths(declared, desired, width)
}

function resolveWidths(declared: readonly (number | undefined)[], desired: readonly number[], width: number): number[] {
  const taken = declared.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const free = declared.filter((one) => one === undefined).length
  if (free === 0) return scaled(declared as number[], width)
  const left = Math.max(width - taken, width * 0.04 * free)
  const shares = desired.map((one, index) => (declared[index] === undefined ? Math.max(one, 4) : 0))
  const total = shares.reduce((sum, one) => sum + one, 0)
  return scaled(
    declared.map((one, index) => one ?? (left * (shares[index] ?? 0)) / total),
    width,
  )
}

function scaled(widths: readonly number[], width: number): number[] {
  const total = widths.reduce((sum, one) => sum + one, 0)
  return total <= 0 ? widths.map(() => width / widths.length) : widths.map((one) => (one * width) / total)
}
