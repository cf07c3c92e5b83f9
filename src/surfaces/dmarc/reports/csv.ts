import { writeCell } from '../../../deliverability/csv/index.ts'

/** A CSV download. Values that spreadsheets would run as formulas start with an apostrophe. */
export function csvResponse(
  fileName: string,
  columns: readonly string[],
  rows: Iterable<readonly (string | number | boolean | null)[]>,
): Response {
  let text = `${columns.join(',')}\r\n`
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
