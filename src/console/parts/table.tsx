import type { ComponentChildren } from 'preact'

/** The head of a column of texts, or of numbers, whose cells have the class `number`. */
export type Column = string | { number: string }

interface TableProps {
  /** Names the box that scrolls sideways on narrow screens; without it the table has no box, as in a panel. */
  label?: string
  columns: readonly Column[]
  /** A last column without a head, for buttons. */
  hasActions?: boolean
  /** The rows. */
  children: ComponentChildren
}

export function Table({ children, columns, hasActions = false, label }: TableProps) {
  const table = (
    <table class="table">
      <thead>
        <tr>
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
      <tbody>{children}</tbody>
    </table>
  )
  if (label === undefined) return table
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={label}>
      {table}
    </div>
  )
}
