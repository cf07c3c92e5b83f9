import { type Table, decodeTable, findEmailColumn, openTable } from '../../../deliverability/csv/index.ts'

/** A file with email addresses as the service will parse it. */
export interface ReadList {
  file: File
  /** Names of the columns; undefined if the first row has none. */
  columns: readonly string[] | undefined
  /** The detected column. */
  column: number | undefined
  /** The first rows below the names. */
  rows: readonly (readonly string[])[]
}

const shownRows = 5

/** Returns a problem if the file is not text. */
export async function readList(file: File): Promise<ReadList | { problem: string }> {
  const decoded = decodeTable(await readBytes(file))
  if ('problem' in decoded) return decoded
  const table = openTable(decoded.text)
  const detected = findEmailColumn(table)
  const [first = [], ...rest] = firstRows(table, shownRows + 1)
  const hasHeader = detected?.hasHeader ?? true
  return {
    file,
    columns: hasHeader ? first : undefined,
    column: detected?.index,
    rows: hasHeader ? rest : [first, ...rest].slice(0, shownRows),
  }
}

async function readBytes(file: File): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  const unpacked = file.stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(unpacked).arrayBuffer())
}

function firstRows(table: Table, count: number): (readonly string[])[] {
  const rows: (readonly string[])[] = []
  for (const row of table.rows()) {
    rows.push(row)
    if (rows.length === count) break
  }
  return rows
}
