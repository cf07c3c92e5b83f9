import { findEmailColumn, openTable } from '../../../deliverability/csv/index.ts'

/** A row of a table with email addresses or domains. */
export interface ReadRow {
  /** Empty where the row has none, as in a download of the lists, which hold no email addresses. */
  value: string
  /** The text of another column, by its name in lower case; empty without one. */
  cell(name: string): string
}

const valueColumns = ['value', 'email', 'e-mail', 'email address', 'address', 'domain']

/** One value per line, or CSV with or without names of columns. */
export function readRows(text: string): ReadRow[] {
  const table = openTable(text)
  const [first = [], ...rest] = table.rows()
  const names = first.map((name) => name.trim().toLowerCase())
  if (names.some((name) => valueColumns.includes(name))) return rest.map((row) => namedRow(names, row))
  // A first row of other names is refused as a value, and shown; a guess could drop a domain.
  const column = findEmailColumn(table)?.index ?? 0
  return [first, ...rest].flatMap((row) => {
    const value = (row[column] ?? '').trim()
    return value === '' ? [] : [{ value, cell: () => '' }]
  })
}

function namedRow(names: readonly string[], row: readonly string[]): ReadRow {
  const cell = (name: string) => textOf(row[names.indexOf(name)] ?? '')
  // A download names the domain of an email address without the address.
  const columns = cell('kind') === 'address' ? valueColumns.filter((name) => name !== 'domain') : valueColumns
  return { value: columns.map(cell).find((value) => value !== '') ?? '', cell }
}

// Downloads protect text that starts like a formula by an apostrophe.
function textOf(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, '')
}
