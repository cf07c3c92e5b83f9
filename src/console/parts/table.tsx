import type { ComponentChildren, Ref } from 'preact'

/** The head of a column of texts, or of numbers, whose cells have the class `number`. */
export type Column = string | { number: string }

interface TableProps {
  /** Names the box that scrolls sideways on narrow screens; without it the table has no box, as in a panel. */
  label?: string
  columns: readonly Column[]
  /** A last column without a head, for buttons. */
  hasActions?: boolean
  /** Of a table whose rows are not all rendered. */
  long?: {
    table: Ref<HTMLTableElement>
    body: Ref<HTMLTableSectionElement>
    /** With the head; -1 if it is not known. */
    rows: number
  }
  /** The rows. */
  children: ComponentChildren
}

export function Table({ children, columns, hasActions = false, label, long }: TableProps) {
  const table = (
    <table class="table" ref={long?.table ?? null} aria-rowcount={long?.rows}>
      <thead>
        <tr aria-rowindex={long === undefined ? undefined : 1}>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col">
                {column}
              </th>
            ) : (
              <th key={column.number} scope="col" class="number">
                {column.number}
              </th>
            ),
          )}
          {hasActions ? <td /> : null}
        </tr>
      </thead>
      <tbody ref={long?.body ?? null}>{children}</tbody>
    </table>
  )
  if (label === undefined) return table
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={label}>
      {table}
    </div>
  )
}
