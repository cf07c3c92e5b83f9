import { type ColumnContribution, addContribution, createContributions, distributeWidth } from '../../../web/index.ts'
import { readBox, readLength, readPercent } from '../../css/values.ts'
import type { Element } from '../../tree/dom.ts'
import { type InheritedStyle, styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { minimalWidth, naturalWidth } from './content-width.ts'

export function spanOf(cell: Element): number {
  const span = Number.parseInt(cell.attributes['colspan'] ?? '1', 10)
  return span > 1 ? Math.min(span, 24) : 1
}

/** Widths of the columns of a table in px, as browsers distribute `width`. Empty for fewer than two columns. */
export function columnWidths(
  page: Page,
  rows: readonly Element[][],
  { width, inherited }: { width: number; inherited: InheritedStyle },
): number[] {
  const count = Math.min(24, Math.max(0, ...rows.map((cells) => cells.reduce((sum, cell) => sum + spanOf(cell), 0))))
  if (count < 2 || rows.every((cells) => cells.length < 2)) return []
  const columns = createContributions(count)
  for (const cells of rows) {
    let at = 0
    for (const cell of cells) {
      const span = spanOf(cell)
      const column = columns[at]
      if (span === 1 && column !== undefined) addContribution(column, demandOf(page, cell, { width, inherited }))
      at += span
    }
  }
  const widths = distributeWidth(columns, width)
  const total = widths.reduce((sum, one) => sum + one, 0)
  // Documents have no columns that are wider than their section.
  return total <= 0 ? widths.map(() => width / count) : widths.map((one) => (one * width) / total)
}

function demandOf(
  page: Page,
  cell: Element,
  { width, inherited }: { width: number; inherited: InheritedStyle },
): ColumnContribution {
  const css = cssOf(page, cell).base
  const padding = readBox('padding', (name) => css[name], width, inherited.size)
  const extra = css['box-sizing'] === 'border-box' ? 0 : padding[1] + padding[3]
  const stated = readLength(css['width'], inherited.size)
  const px = stated === undefined ? undefined : stated + extra
  const inside = styleInside(cell, css, inherited, page.isQuirky)
  const min = minimalWidth(page, cell, inside)
  return { min, max: Math.max(min, px ?? naturalWidth(page, cell, inside)), px, pct: readPercent(css['width']) }
}
