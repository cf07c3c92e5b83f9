import type { Scope } from '../../data/index.ts'
import type { Column } from '../../document/index.ts'
import type { Page } from './page.ts'

/** A column instance after loop and condition, with its data. */
export interface InlineColumns {
  column: Column
  scope: Scope
}

/** Unrolls loops and evaluates conditions. In passthrough the ESP does both. */
export function unrollColumns(page: Page, columns: readonly Column[]): InlineColumns[] {
  return page.values.target === 'passthrough'
    ? withoutUnrolling(columns, page.values.scope)
    : evaluateColumns(page, columns)
}

function withoutUnrolling(columns: readonly Column[], scope: Scope): InlineColumns[] {
  const standing: InlineColumns[] = []
  for (const column of columns) standing.push({ column, scope })
  return standing
}

function evaluateColumns({ values }: Page, columns: readonly Column[]): InlineColumns[] {
  const outer = values.scope
  return columns.flatMap((column) => {
    if (column.parts?.html === false || (column.hide?.desktop && column.hide.mobile)) return []
    const { each, when } = column
    if (each === undefined) return when === undefined || values.holds(when) ? [{ column, scope: outer }] : []
    const standing: InlineColumns[] = []
    values.repeat(
      each,
      {
        render: () => {
          standing.push({ column, scope: values.scope })
          return ''
        },
        orElse: () => {
          standing.push({ column: { ...column, blocks: each.else ?? [] }, scope: outer })
          return ''
        },
      },
      when,
    )
    return standing
  })
}

type RenderCell<At> = (page: Page, column: Column, at: At) => string

/** Renders one column. In passthrough, the ESP's loop and condition tags surround the cell. */
export function renderStanding<At>(
  page: Page,
  { column, scope }: InlineColumns,
  renderCell: RenderCell<At>,
  at: At,
): string {
  const { values } = page
  const { nodeId, scope: outer } = values
  values.scope = scope
  const isLater = values.target === 'passthrough'
  if (isLater) values.nodeId = column.id
  const isPlain = !isLater || (column.when === undefined && column.each === undefined)
  const html = isPlain ? renderCell(page, column, at) : renderLater(page, column, renderCell, at)
  values.scope = outer
  values.nodeId = nodeId
  return html
}

function renderLater<At>(page: Page, column: Column, renderCell: RenderCell<At>, at: At): string {
  return page.values.around(column, { render: () => renderCell(page, column, at) })
}
