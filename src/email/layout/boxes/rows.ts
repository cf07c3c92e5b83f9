import type { Element } from '../read/element.ts'
import type { Cell, Row, Rows } from './box.ts'
import type { CellBuilder, StyledElement } from './styled-element.ts'
import type { Display, Edge, Four, ComputedStyle, TextStyle } from '../style/computed-style.ts'
import type { Length } from '../style/lengths.ts'

const maxSpanned = 100

/**
 * Rows of a table: header groups first, footer groups last; other content is wrapped in anonymous cells (CSS 2.1,
 * section 17.2.1).
 */
export function buildRows(builder: CellBuilder, table: StyledElement): Rows {
  const heads: Row[] = []
  const bodies: Row[] = []
  const feet: Row[] = []
  const addTo = (rows: Row[], styled: StyledElement) => {
    for (const child of elementsOf(styled)) {
      const inner = builder.applyStyle(child, styled.computed, styled.meaning)
      if (inner.computed.display === 'none' || child.name === 'caption') continue
      if (inner.computed.display === 'table-row') rows.push(buildRow(builder, inner))
      else if (inner.computed.display === 'table-row-group') {
        const { name } = inner.element
        addTo(name === 'thead' ? heads : name === 'tfoot' ? feet : rows, inner)
      } else {
        const row = { ...inner, computed: anonymousStyle(styled.computed, 'table-row') }
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

// A caption is laid out as a row above the others, with one cell across all columns.
function captionRow(builder: CellBuilder, table: StyledElement, element: Element): Row {
  const { computed, meaning } = builder.applyStyle(element, table.computed, table.meaning)
  const cell = { ...computed, display: 'table-cell' } as const
  const box = builder.box({ element, computed: cell, meaning })
  return { computed: anonymousStyle(table.computed, 'table-row'), cells: [{ box, across: maxSpanned, down: 1 }] }
}

function buildRow(builder: CellBuilder, row: StyledElement): Row {
  const cells: Cell[] = []
  for (const child of elementsOf(row)) {
    const inner = builder.applyStyle(child, row.computed, row.meaning)
    if (inner.computed.display !== 'none') cells.push(buildCell(builder, inner))
  }
  return { computed: row.computed, cells }
}

function buildCell(builder: CellBuilder, styled: StyledElement): Cell {
  const { element, computed, meaning } = styled
  if (computed.display !== 'table-cell') {
    const around = { ...element, children: [element] }
    const anonymous = anonymousStyle(computed, 'table-cell')
    const content = builder.content({ element: around, computed: anonymous, meaning })
    return { box: { kind: 'block', computed: anonymous, meaning, content }, across: 1, down: 1 }
  }
  const box = builder.box(styled)
  return { box, across: spanOf(element, 'colspan'), down: spanOf(element, 'rowspan') }
}

function elementsOf({ element }: StyledElement): Element[] {
  return element.children.filter((child): child is Element => typeof child !== 'string')
}

function spanOf({ attributes }: Element, name: string): number {
  const span = Number.parseInt(attributes[name] ?? '1', 10)
  return Number.isFinite(span) ? Math.max(1, Math.min(maxSpanned, span)) : 1
}

const zero: Length = { px: 0 }
/** No margin, padding or radius on any side. */
export const noLengths: Four<Length> = [zero, zero, zero, zero]

/** Style of an anonymous box: only inherited text properties. */
export function anonymousStyle(around: TextStyle, display: Display = 'block'): ComputedStyle {
  const { color, face, size, lineHeight, letterSpacing, wider, transform, align, blockAlign, whiteSpace } = around
  const { breaksWords, direction, marker, indent, isVisible, collapses, spacing, underline, lineThrough } = around
  const letters = { color, face, size, letterSpacing, wider, transform, underline, lineThrough, isVisible }
  const lines = { lineHeight, align, blockAlign, whiteSpace, breaksWords, direction, indent }
  return {
    ...letters,
    ...lines,
    marker,
    collapses,
    spacing,
    display,
    float: 'none',
    clear: 'none',
    width: 'auto',
    height: 'auto',
    minWidth: 'auto',
    minHeight: 'auto',
    maxWidth: 'auto',
    maxHeight: 'auto',
    margin: noLengths,
    padding: noLengths,
    border: [none, none, none, none],
    radius: noLengths,
    background: undefined,
    image: undefined,
    gradients: undefined,
    valign: display === 'table-cell' ? 'middle' : 'baseline',
    isBorderBox: false,
    opacity: 1,
    hidesOverflow: false,
    isFixed: false,
  }
}

/**
 * Collapsed borders: of two adjacent edges the wider one wins; the outer edges are the table's, if it has any (CSS
 * 2.1, section 17.6.2, but borders are not split between adjacent boxes).
 */
function collapseBorders(rows: readonly Row[], table: Four<Edge>, direction: 'ltr' | 'rtl'): Row[] {
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
      const [first, last] = [collapsedBorder(own[start], before), collapsedBorder(own[end], after)]
      const [right, left] = direction === 'ltr' ? [last, first] : [first, last]
      const border: Four<Edge> = [collapsedBorder(own[0], over), right, collapsedBorder(own[2], under), left]
      cells.push({ ...cell, box: { ...cell.box, computed: { ...cell.box.computed, border } } })
    }
    above = cells
    return { ...row, cells }
  })
}

const none: Edge = { width: 0, style: 'none', color: '#00000000' }

function collapsedBorder(own: Edge, neighbor: Edge): Edge {
  return neighbor.width > 0 && neighbor.width >= own.width ? none : own
}
