import { writeCell } from '../../deliverability/csv/index.ts'

type Cell = string | number | boolean | null | undefined

/**
 * CSV of resources of the API. Columns are the members that any of them has, those of objects as `actor.name`; lists of values
 * are one cell. Values that spreadsheets would run as formulas start with an apostrophe.
 */
export function writeCsv(rows: readonly object[], omitted: readonly string[] = []): string {
  const columns = new Set<string>()
  const cells = rows.map((row) => {
    const found = new Map<string, Cell>()
    collectCells(found, '', row)
    for (const column of found.keys()) if (!omitted.includes(column)) columns.add(column)
    return found
  })
  const lines = [
    [...columns].map((name) => writeCell(name)),
    ...cells.map((found) => [...columns].map((column) => writeCell(found.get(column)))),
  ]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

function collectCells(found: Map<string, Cell>, path: string, value: unknown): void {
  if (Array.isArray(value)) {
    const isPlain = value.every((each) => typeof each !== 'object' || each === null)
    found.set(path, isPlain ? value.join('; ') : JSON.stringify(value))
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      collectCells(found, path === '' ? name : `${path}.${name}`, member)
  } else found.set(path, value as Cell)
}
