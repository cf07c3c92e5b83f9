import type { Column, ColumnWidth } from '../../document/index.ts'

export interface ColumnSize {
  /** Whole px for Outlook; all together never more than the row. */
  px: number
  /** Share of the row in percent for everybody else, such as `33.3333`. */
  percent: string
}

/** Widths of columns in a row of `width` px: px and pct first, then fr share what is left. Too much is scaled down. */
export function columnSizes(columns: readonly Column[], width: number): ColumnSize[] {
  const exact = exactWidths(
    columns.map((column) => column.width),
    width,
  )
  let edge = 0
  let drawn = 0
  return exact.map((size) => {
    edge += size
    const px = Math.round(edge) - drawn
    drawn += px
    // Rounded down: a hair too much and the last column falls into the next line.
    return { px, percent: String(Math.floor((size / width) * 1e6 + 1e-6) / 1e4) }
  })
}

/** Whole px that the same columns fill together: the sum of their sizes. */
export function filledWidth(columns: readonly Column[], width: number): number {
  let filled = 0
  for (const size of exactWidths(
    columns.map((column) => column.width),
    width,
  )) {
    filled += size
  }
  return Math.round(filled)
}

function exactWidths(widths: readonly ColumnWidth[], width: number): number[] {
  const shares = widths.reduce((sum, one) => sum + ('fr' in one ? one.fr : 0), 0)
  const fixed = widths.map((one) => ('px' in one ? one.px : 'pct' in one ? (one.pct * width) / 100 : 0))
  const taken = fixed.reduce((sum, one) => sum + one, 0)
  const left = width - taken
  if (shares > 0 && left > 0) {
    return widths.map((one, index) => ('fr' in one ? (left * one.fr) / shares : (fixed[index] ?? 0)))
  }
  if (shares === 0 && left >= 0) return fixed
  // Nothing is left for the shares, or there is too much: everything gives way in proportion.
  const asked = widths.map((one, index) => ('fr' in one ? (width * one.fr) / Math.max(shares, 1) : (fixed[index] ?? 0)))
  const total = asked.reduce((sum, one) => sum + one, 0)
  return asked.map((one) => (one * width) / total)
}
