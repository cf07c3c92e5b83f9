import type { Column, ColumnWidth } from '../../document/index.ts'

export interface ColumnSize {
  /** Integer px for Outlook; their sum is at most the width of the row. */
  px: number
  /** Share of the row in percent for other clients, such as `33.3333`. */
  percent: string
}

/**
 * Widths of columns in a row of `width` px: px and pct first, then fr shares the rest. Columns that exceed the row
 * are scaled down.
 */
export function columnSizes(columns: readonly Column[], width: number): ColumnSize[] {
  const row = measure(columns, width)
  const sizes: ColumnSize[] = []
  let edge = 0
  let rendered = 0
  for (const column of columns) {
    const size = exactWidth(column.width, row)
    edge += size
    const px = Math.round(edge) - rendered
    rendered += px
    // Rounded down: a sum above 100 percent would wrap the last column.
    sizes.push({ px, percent: String(Math.floor((size / width) * 1e6 + 1e-6) / 1e4) })
  }
  return sizes
}

/** Sum of the integer px sizes. */
export function filledWidth(columns: readonly Column[], width: number): number {
  const row = measure(columns, width)
  let filled = 0
  for (const column of columns) filled += exactWidth(column.width, row)
  return Math.round(filled)
}

interface Row {
  width: number
  /** Sum of all fr. */
  shares: number
  /** Px left for fr columns. */
  left: number
  /**
   * Px that the columns request, if they are scaled to fit: they exceed the row, or leave nothing for the fr columns.
   */
  requested: number | undefined
}

function measure(columns: readonly Column[], width: number): Row {
  const row: Row = { width, shares: 0, left: 0, requested: undefined }
  let taken = 0
  for (const column of columns) {
    if ('fr' in column.width) row.shares += column.width.fr
    taken += fixedWidth(column.width, width)
  }
  row.left = width - taken
  if (row.shares > 0 ? row.left > 0 : row.left >= 0) return row
  let requested = 0
  for (const column of columns) requested += requestedWidth(column.width, row)
  row.requested = requested
  return row
}

function exactWidth(one: ColumnWidth, row: Row): number {
  if (row.requested !== undefined) return (requestedWidth(one, row) * row.width) / row.requested
  return 'fr' in one ? (row.left * one.fr) / row.shares : fixedWidth(one, row.width)
}

function fixedWidth(one: ColumnWidth, width: number): number {
  return 'px' in one ? one.px : 'pct' in one ? (one.pct * width) / 100 : 0
}

function requestedWidth(one: ColumnWidth, { width, shares }: Row): number {
  return 'fr' in one ? (width * one.fr) / Math.max(shares, 1) : fixedWidth(one, width)
}
