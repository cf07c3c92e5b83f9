import { type EmailColumn, type Table, decodeTable, findEmailColumn, openTable } from '../../../../engines/csv/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { isGzip, readForm, unpackGzip } from '../../../../platform/http/index.ts'
import { UploadBatch } from '../contract.ts'
import type { BatchWish } from '../wish.ts'
import { type Entry, type Prepared, prepareBatch } from './prepare.ts'

/** What was read of an uploaded file. */
export interface Upload {
  readonly prepared: Prepared
  readonly wish: BatchWish
  /** Nothing is begun. */
  readonly isDry: boolean
  readonly bodyHash: string
  readonly parseInfo: {
    total_rows: number
    duplicates_removed: number
    invalid_skipped: number
    detected_column: string
    delimiter: string
  }
}

/**
 * Reads a form with a file of addresses, unpacked where it is a gzip. PAYLOAD_TOO_LARGE for one that is too long,
 * VALIDATION_FAILED for one that is no text, has no addresses, or more than `limits.batchFileRows`.
 */
export async function readUpload(request: Request): Promise<Upload> {
  const { fields, file } = await readForm(request, UploadBatch, {
    take: ({ bytes }) => collect(bytes),
    undo: async () => undefined,
  })
  const decoded = decodeTable(file)
  if ('problem' in decoded) return refuse(decoded.problem)
  const table = openTable(decoded.text)
  const column = fields.column === undefined ? findEmailColumn(table) : namedColumn(table, fields.column)
  if (column === undefined) return refuse('no column of it holds email addresses')
  const header = headerOf(table, column)
  const entries = { [Symbol.iterator]: () => readEntries(table, column, header.length) }
  const prepared = await prepareBatch(entries, header.length > 1 ? beside(header, column, header.length) : undefined)
  const { invalidCount, total, uniqueCount } = prepared
  if (total === 0) return refuse('it holds no addresses')
  const wish = {
    skipsSmtp: fields.skip_smtp === 'true',
    asksDomain: fields.include_intelligence === 'true',
    asksGravatar: fields.check_gravatar === 'true',
    callbackUrl: fields.callback_url,
  }
  return {
    prepared,
    wish,
    isDry: fields.dry_run === 'true',
    bodyHash: await hashOf(file, JSON.stringify(fields)),
    parseInfo: {
      total_rows: total,
      duplicates_removed: total - uniqueCount - invalidCount,
      invalid_skipped: invalidCount,
      detected_column: column.name,
      delimiter: table.delimiter,
    },
  }
}

function firstOf(table: Table): readonly string[] {
  for (const row of table.rows()) return row
  return []
}

function headerOf(table: Table, { hasHeader }: EmailColumn): readonly string[] {
  const first = firstOf(table)
  return hasHeader ? first : first.map((_, index) => `column ${index + 1}`)
}

function beside(cells: readonly string[], { index: own }: EmailColumn, width: number): string[] {
  return Array.from({ length: width }, (_, index) => cells[index] ?? '').filter((_, index) => index !== own)
}

/** The rows with an address, or what stands in its place. Gives up when there are too many, before they are held anywhere. */
function* readEntries(table: Table, column: EmailColumn, width: number): Generator<Entry, void, void> {
  let [isFirst, count] = [true, 0]
  for (const cells of table.rows()) {
    const isHeader = isFirst && column.hasHeader
    isFirst = false
    if (isHeader) continue
    // A cell with an address alone is one address; what is longer than any text that is taken is cut, and is none then.
    const email = (cells[column.index] ?? '').trim().slice(0, limits.addressTextLength)
    if (email === '') continue
    if (++count > limits.batchFileRows) refuse(`it has more than ${limits.batchFileRows} rows; send it in parts`)
    yield width > 1 ? { email, extra: beside(cells, column, width) } : { email }
  }
}

function namedColumn(table: Table, name: string): EmailColumn {
  const index = firstOf(table).findIndex((cell) => cell.trim().toLowerCase() === name.trim().toLowerCase())
  if (index === -1)
    fail('VALIDATION_FAILED', { issues: [{ path: '/column', message: 'the first row of the file has no such name' }] })
  return { index, hasHeader: true, name }
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of unpacked(bytes)) {
    length += part.length
    if (length > limits.batchFileBytes)
      fail('PAYLOAD_TOO_LARGE', `A file of addresses may have ${limits.batchFileBytes} bytes, unpacked.`)
    parts.push(part.slice())
  }
  return joined(parts, length)
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

// How it begins may come in pieces.
async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const chunks = bytes[Symbol.asyncIterator]()
  let first: Uint8Array<ArrayBuffer> = new Uint8Array()
  while (first.length < 2) {
    const { done, value } = await chunks.next()
    if (done === true) break
    first = joined([first, value], first.length + value.length)
  }
  const whole = resume(first, chunks)
  yield* isGzip(first) ? unpackGzip(whole) : whole
}

async function* resume(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

async function hashOf(bytes: Uint8Array, fields: string): Promise<string> {
  const head = new TextEncoder().encode(`${fields}\n`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', joined([head, bytes], head.length + bytes.length)))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function refuse(problem: string): never {
  fail('VALIDATION_FAILED', { detail: 'The file cannot be taken.', issues: [{ path: '/file', message: problem }] })
}
