import type { Static } from '@sinclair/typebox'
import {
  type EmailColumn,
  type Table,
  decodeTable,
  findEmailColumn,
  openTable,
} from '../../../../deliverability/csv/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { isGzip, readForm, unpackGzip, workContext } from '../../../../platform/http/index.ts'
import type { WorkContext } from '../../../../platform/scheduling/index.ts'
import type { Sweep } from '../../../../platform/memory/index.ts'
import { UploadBatch } from '../contract.ts'
import { type BatchOptions, readMaxWait } from '../options.ts'
import { type Entry, type Prepared, prepareBatch } from './prepare.ts'

export interface Upload {
  readonly prepared: Prepared
  readonly options: BatchOptions
  /** True for a dry run: no batch is created. */
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
 * Reads a form with a file of email addresses, decompressed if it is gzip. PAYLOAD_TOO_LARGE if it is too long;
 * VALIDATION_FAILED if it is not text, has no email addresses, or more than `limits.batchFileRows` rows.
 */
export async function readUpload(request: Request, sweep: Sweep): Promise<Upload> {
  const { fields, file } = await readForm(request, UploadBatch, {
    take: ({ bytes }) =>
      collect(unpacked(bytes, workContext(request)), Number(request.headers.get('content-length') ?? 0)),
    undo: async () => undefined,
  })
  const rows = file.length / bytesOfRow
  // The received chunks are garbage from here on.
  sweep(rows)
  try {
    return await readFile(file, fields)
  } finally {
    sweep(rows)
  }
}

/** This many bytes of a file leave as much garbage as one batch row, also if the file is refused. */
const bytesOfRow = 100

async function readFile(
  file: Uint8Array<ArrayBuffer>,
  fields: Omit<Static<typeof UploadBatch>, 'file'>,
): Promise<Upload> {
  const decoded = decodeTable(file)
  if ('problem' in decoded) return refuse(decoded.problem)
  const table = openTable(decoded.text)
  const column = fields.column === undefined ? findEmailColumn(table) : namedColumn(table, fields.column)
  if (column === undefined) return refuse('no column contains email addresses')
  const header = headerOf(table, column)
  await checkCount(table, column)
  const entries = { [Symbol.iterator]: () => readEntries(table, column, header.length) }
  const prepared = await prepareBatch(entries, header.length > 1 ? beside(header, column, header.length) : undefined)
  const { invalidCount, total, uniqueCount } = prepared
  if (total === 0) return refuse('the file contains no email addresses')
  const options = {
    skipsSmtp: fields.skip_smtp === 'true',
    includesDomain: fields.include_intelligence === 'true',
    includesGravatar: fields.check_gravatar === 'true',
    maxWaitMs: readMaxWait(
      readSeconds(fields.max_wait),
      fields.retries === undefined ? undefined : fields.retries === 'true',
    ),
    callbackUrl: fields.callback_url,
  }
  return {
    prepared,
    options,
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

function readSeconds(text: string | undefined): number | undefined {
  const seconds = text === undefined ? undefined : Number(text)
  if (seconds !== undefined && seconds > limits.batchMaxWaitSeconds)
    fail('VALIDATION_FAILED', {
      issues: [{ path: '/max_wait', message: `Must be at most ${limits.batchMaxWaitSeconds} seconds.` }],
    })
  return seconds
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

/** Rejects a file with too many rows before any row is parsed as an address. */
async function checkCount(table: Table, column: EmailColumn): Promise<void> {
  let count = 0
  for (const _ of readEntries(table, column, 1)) {
    if (++count > limits.batchFileRows) refuse(`the file has more than ${limits.batchFileRows} rows; split it`)
    if (count % countedAtOnce === 0) await new Promise((resolve) => setTimeout(resolve, 0))
  }
}

/** Rows counted between two yields to the event loop. */
const countedAtOnce = 5000

function* readEntries(table: Table, column: EmailColumn, width: number): Generator<Entry, void, void> {
  let isFirst = true
  for (const cells of table.rows()) {
    const isHeader = isFirst && column.hasHeader
    isFirst = false
    if (isHeader) continue
    // An email column has one address per cell. Text longer than the limit is cut, which makes it an invalid address.
    const email = (cells[column.index] ?? '').trim().slice(0, limits.addressTextLength)
    if (email === '') continue
    yield width > 1 ? { email, extra: beside(cells, column, width) } : { email }
  }
}

function namedColumn(table: Table, name: string): EmailColumn {
  const index = firstOf(table).findIndex((cell) => cell.trim().toLowerCase() === name.trim().toLowerCase())
  if (index === -1)
    fail('VALIDATION_FAILED', {
      issues: [{ path: '/column', message: 'the first row of the file has no column with this name' }],
    })
  return { index, hasHeader: true, name }
}

/** Concatenates the chunks into one buffer, allocated with the announced length. */
async function collect(bytes: AsyncIterable<Uint8Array>, announced: number): Promise<Uint8Array<ArrayBuffer>> {
  let whole = new Uint8Array(Math.min(Math.max(announced, minCapacity), limits.batchFileBytes))
  let length = 0
  for await (const part of bytes) {
    if (length + part.length > limits.batchFileBytes)
      fail('PAYLOAD_TOO_LARGE', `Uncompressed files are limited to ${limits.batchFileBytes} bytes.`)
    if (length + part.length > whole.length) {
      const larger = new Uint8Array(Math.min(2 * (length + part.length), limits.batchFileBytes))
      larger.set(whole.subarray(0, length))
      whole = larger
    }
    whole.set(part, length)
    length += part.length
  }
  return whole.subarray(0, length)
}

const minCapacity = 64 * 1024

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

// The two magic bytes of gzip may arrive in separate chunks.
async function* unpacked(bytes: AsyncIterable<Uint8Array>, work: WorkContext): AsyncGenerator<Uint8Array, void, void> {
  const chunks = bytes[Symbol.asyncIterator]()
  let first: Uint8Array<ArrayBuffer> = new Uint8Array()
  while (first.length < 2) {
    const { done, value } = await chunks.next()
    if (done === true) break
    first = joined([first, value], first.length + value.length)
  }
  const whole = resume(first, chunks)
  yield* isGzip(first) ? unpackGzip(whole, work) : whole
}

async function* resume(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

// Hashes the file separately, so that it is not copied next to the fields.
async function hashOf(bytes: Uint8Array<ArrayBuffer>, fields: string): Promise<string> {
  const [head, body] = [new TextEncoder().encode(`${fields}\n`), await sha256(bytes)]
  return (await sha256(joined([head, body], head.length + body.length))).toHex()
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function refuse(problem: string): never {
  fail('VALIDATION_FAILED', { detail: 'The file cannot be accepted.', issues: [{ path: '/file', message: problem }] })
}
