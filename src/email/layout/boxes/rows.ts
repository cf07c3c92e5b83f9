import type { Element } from '../read/element.ts'
import { anonymousStyle } from './anonymous.ts'
import type { Cell, Row, Rows } from './box.ts'
import { collapseBorders } from './collapse.ts'
import type { CellBuilder, StyledElement } from './styled-element.ts'

const maxSpanned = 100

/** The rows of a table: heads first, feet last, what is no row or cell in cells of its own (CSS 2.1, section 17.2.1). */
export function buildRows(builder: CellBuilder, table: StyledElement): Rows {
  const heads: Row[] = []
  const bodies: Row[] = []
  const feet: Row[] = []
  const addTo = (rows: Row[], dressed: StyledElement) => {
    for (const child of elementsOf(dressed)) {
      const inner = builder.dress(child, dressed.computed, dressed.meaning)
      if (inner.computed.display === 'none' || child.name === 'caption') continue
      if (inner.computed.display === 'table-row') rows.push(buildRow(builder, inner))
      else if (inner.computed.display === 'table-row-group') {
        const { name } = inner.element
        addTo(name === 'thead' ? heads : name === 'tfoot' ? feet : rows, inner)
      } else {
        const row = { ...inner, computed: anonymousStyle(dressed.computed, 'table-row') }
        rows.push({ computed: row.computed, cells: [buildCell(builder, inner)] })
      }
    }
  }
  addTo(bodies, table)
  const captions = elementsOf(table).filter(({ name }) => name === 'caption')
  const all = [...captions.map((element) => captionRow(builder, table, element)), ...heads, ...bodies, ...feet]
  const { collapses, border, direction } = table.computed
  const rows = collapses ? collapseBorders(all, border, direction) : all
  return { kind: 'rows', rows: rows.map((row, index) => (index < captions.length ? fit(row, rows) : row)) }
}

function fit(caption: Row, rows: readonly Row[]): Row {
  const widths = rows
    .filter((row) => row !== caption && row.cells[0]?.across !== maxSpanned)
    .map(({ cells }) => cells.reduce((sum, { across }) => sum + across, 0))
  return { ...caption, cells: caption.cells.map((cell) => ({ ...cell, across: Math.max(1, ...widths) })) }
}

// A caption stands above its table, as wide as it; a cell over all columns is the same.
function captionRow(builder: CellBuilder, table: StyledElement, element: Element): Row {
  const { computed, meaning } = builder.dress(element, table.computed, table.meaning)
  const cell = { ...computed, display: 'table-cell' } as const
  const box = builder.box({ element, computed: cell, meaning })
  return { computed: anonymousStyle(table.computed, 'table-row'), cells: [{ box, across: maxSpanned, down: 1 }] }
}

function buildRow(builder: CellBuilder, row: StyledElement): Row {
  const cells: Cell[] = []
  for (const child of elementsOf(row)) {
    const inner = builder.dress(child, row.computed, row.meaning)
    if (inner.computed.display !== 'none') cells.push(buildCell(builder, inner))
  }
  return { computed: row.computed, cells }
}

function buildCell(builder: CellBuilder, dressed: StyledElement): Cell {
  const { element, computed, meaning } = dressed
  if (computed.display !== 'table-cell') {
    const around = { ...element, children: [element] }
    const anonymous = anonymousStyle(computed, 'table-cell')
    const content = builder.content({ element: around, computed: anonymous, meaning })
    return { box: { kind: 'block', computed: anonymous, meaning, content }, across: 1, down: 1 }
  }
  const box = builder.box(dressed)
  return { box, across: spanOf(element, 'colspan'), down: spanOf(element, 'rowspan') }
}

function elementsOf({ element }: StyledElement): Element[] {
  return element.children.filter((child): child is Element => typeof child !== 'string')
}

function spanOf({ attributes }: Element, name: string): number {
  const span = Number.parseInt(attributes[name] ?? '1', 10)
  return Number.isFinite(span) ? Math.max(1, Math.min(maxSpanned, span)) : 1
}
