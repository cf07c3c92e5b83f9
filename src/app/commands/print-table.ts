/** Formats rows as text columns with a header and two spaces in between; no trailing spaces. */
export function printTable(rows: readonly Record<string, string>[], empty: string): string {
  const [first] = rows
  if (first === undefined) return empty
  const columns = Object.keys(first)
  const lines = [Object.fromEntries(columns.map((name) => [name, name])), ...rows]
  const widths = columns.map((name) => Math.max(...lines.map((line) => (line[name] ?? '').length)))
  return lines
    .map((line) =>
      columns
        .map((name, index) => (line[name] ?? '').padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `none` is printed for null. */
export function printTime(timeMs: number | null, none: string): string {
  return timeMs === null ? none : new Date(timeMs).toISOString()
}
