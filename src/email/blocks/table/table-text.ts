import { columnsOf } from '../../render/index.ts'

interface TextTable {
  head: readonly string[]
  /** Each row as a JSON array of texts; anything else is a separate line, such as a Liquid loop. */
  body: readonly string[]
  aligns: readonly ('left' | 'center' | 'right' | undefined)[]
}

interface Page {
  /** Columns per line. */
  width: number
  wrap(text: string, indent: string): string
}

/** An aligned text table; if it exceeds the line, `Head: value` lines per row. */
export function tableToText({ head, body, aligns }: TextTable, { width, wrap }: Page): string {
  const rows = body.map(readRow)
  const cells = [head, ...rows.filter((row) => typeof row !== 'string')]
  const count = Math.max(0, ...cells.map((row) => row.length))
  const widths = Array.from({ length: count }, (_, at) => Math.max(0, ...cells.map((row) => columnsOf(row[at] ?? ''))))
  const total = widths.reduce((sum, one) => sum + one, 0) + 2 * Math.max(0, count - 1)
  if (total > width) return rows.map((row) => (typeof row === 'string' ? row : labeled(row, head, wrap))).join('\n\n')
  const line = (row: readonly string[]) => row.map((text, at) => fit(text, widths[at] ?? 0, aligns[at])).join('  ')
  const top = head.length === 0 ? [] : [line(head), widths.map((one) => '='.repeat(one)).join('  ')]
  return [...top, ...rows.map((row) => (typeof row === 'string' ? row : line(row)))].join('\n')
}

function readRow(line: string): readonly string[] | string {
  if (!line.startsWith('[')) return line
  const row: unknown = JSON.parse(line)
  return Array.isArray(row) ? row.map(String) : line
}

function fit(text: string, width: number, align: 'left' | 'center' | 'right' | undefined): string {
  const padding = width - columnsOf(text)
  if (align === 'right') return ' '.repeat(padding) + text
  const before = align === 'center' ? Math.floor(padding / 2) : 0
  return ' '.repeat(before) + text + ' '.repeat(padding - before)
}

function labeled(row: readonly string[], head: readonly string[], wrap: Page['wrap']): string {
  return row
    .map((text, at) => (head[at] === undefined || head[at] === '' ? text : `${head[at]}: ${text}`))
    .filter((line) => line !== '')
    .map((line) => wrap(line, '  '))
    .join('\n')
}
