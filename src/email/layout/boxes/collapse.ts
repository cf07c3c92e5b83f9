import type { Edge, Four } from '../style/computed-style.ts'
import type { Cell, Row } from './box.ts'

/**
 * The rows of a table whose borders collapse: of two lines that meet one is kept, the wider one, and on the outside the
 * table's own where it has one (CSS 2.1, section 17.6.2, without the halves on either side).
 */
export function collapseBorders(rows: readonly Row[], table: Four<Edge>, direction: 'ltr' | 'rtl'): Row[] {
  const [start, end] = direction === 'ltr' ? ([3, 1] as const) : ([1, 3] as const)
  let above: readonly Cell[] = []
  return rows.map((row, index) => {
    const cells: Cell[] = []
    for (const [at, cell] of row.cells.entries()) {
      const own = cell.box.computed.border
      const over = index === 0 ? table[0] : (above[at]?.box.computed.border[2] ?? none)
      const before = at === 0 ? table[start] : (cells[at - 1]?.box.computed.border[end] ?? none)
      const under = index === rows.length - 1 ? table[2] : none
      const after = at === row.cells.length - 1 ? table[end] : none
      const [first, last] = [beside(own[start], before), beside(own[end], after)]
      const [right, left] = direction === 'ltr' ? [last, first] : [first, last]
      const border: Four<Edge> = [beside(own[0], over), right, beside(own[2], under), left]
      cells.push({ ...cell, box: { ...cell.box, computed: { ...cell.box.computed, border } } })
    }
    above = cells
    return { ...row, cells }
  })
}

const none: Edge = { width: 0, style: 'none', color: '#00000000' }

function beside(own: Edge, neighbour: Edge): Edge {
  return neighbour.width > 0 && neighbour.width >= own.width ? none : own
}
