import { writeCell } from '../../deliverability/csv/index.ts'

/** Max rows of a CSV download of a list. */
export const csvRows = 10_000

/** What an operation returns for `format=csv`. */
export const csvInstead = { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } }

/** A CSV download. Values that spreadsheets would run as formulas start with an apostrophe. */
export function csvResponse(
  fileName: string,
  columns: readonly string[],
  rows: Iterable<readonly (string | number | boolean | null)[]>,
): Response {
  let text = `${columns.map((name) => writeCell(name)).join(',')}\r\n`
  for (const row of rows) text += `${row.map(writeCell).join(',')}\r\n`
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Like `csvResponse`, of objects whose members are the columns. */
export function csvOfRows<Column extends string>(
  fileName: string,
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | number | boolean | null>>[],
): Response {
  return csvResponse(
    fileName,
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  )
}
