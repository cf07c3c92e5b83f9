import type { Cell, Rows } from '../boxes/box.ts'

/** A cell with its place in the grid of the table. */
export interface PlacedCell {
  cell: Cell
  row: number
  column: number
  across: number
  down: number
}

/** The grid of a table: where each cell stands, given that those above may reach down (HTML, section 4.9.12). */
export function gridOf({ rows }: Rows): { placed: PlacedCell[]; columns: number } {
  const placed: PlacedCell[] = []
  const taken: boolean[][] = rows.map(() => [])
  let columns = 1
  for (const [row, { cells }] of rows.entries()) {
    let column = 0
    for (const cell of cells) {
      while (taken[row]?.[column] === true) column++
      const down = Math.min(cell.down, rows.length - row)
      for (let below = row; below < row + down; below++) {
        for (let beside = column; beside < column + cell.across; beside++) (taken[below] ?? [])[beside] = true
      }
      placed.push({ cell, row, column, across: cell.across, down })
      column += cell.across
      columns = Math.max(columns, column)
    }
  }
  return { placed, columns }
}
