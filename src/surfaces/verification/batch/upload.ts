import { decodeTable, findEmailColumn, readTable } from '../../../engines/csv/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { readForm } from '../../../platform/http/index.ts'
import { UploadBatch } from './contract.ts'
import { type Prepared, prepareBatch } from './prepare.ts'

/** What was read of an uploaded file. */
export interface Upload {
  readonly prepared: Prepared
  readonly skipsSmtp: boolean
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
 * Reads a form with a file of addresses. PAYLOAD_TOO_LARGE for one that is too long, VALIDATION_FAILED for one that is no
 * text, has no addresses, or more than `limits.batchFileRows`.
 */
export async function readUpload(request: Request): Promise<Upload> {
  const form = await readForm(request, UploadBatch, {
    take: ({ bytes }) => collect(bytes),
    undo: async () => undefined,
  })
  const decoded = decodeTable(form.file)
  if ('problem' in decoded) return refuse(decoded.problem)
  const table = readTable(decoded.text, limits.batchFileRows + 1)
  if (table === undefined) return refuse(`it has more than ${limits.batchFileRows} rows; send it in parts`)
  const { column, skip_smtp: skip } = form.fields
  const { delimiter, rows } = table
  const found = column === undefined ? findEmailColumn(table) : namedColumn(rows[0] ?? [], column)
  if (found === undefined) return refuse('no column of it holds email addresses')
  const body = found.hasHeader ? rows.slice(1) : rows
  const header = found.hasHeader ? (rows[0] ?? []) : (rows[0] ?? []).map((_, index) => `column ${index + 1}`)
  const beside = (cells: readonly string[]) =>
    header.map((_, index) => cells[index] ?? '').filter((_, index) => index !== found.index)
  // A cell with an address alone is one address; what is longer than any text that is taken is cut, and is none then.
  const entries = body.map((cells) => ({
    email: (cells[found.index] ?? '').trim().slice(0, limits.addressTextLength),
    ...(header.length > 1 ? { extra: beside(cells) } : {}),
  }))
  const given = entries.filter(({ email }) => email !== '')
  if (given.length === 0) return refuse('it holds no addresses')
  const prepared = await prepareBatch(given, header.length > 1 ? beside(header) : undefined)
  return {
    prepared,
    skipsSmtp: skip === 'true',
    bodyHash: await hashOf(form.file, `${column ?? ''} ${skip ?? ''}`),
    parseInfo: {
      total_rows: given.length,
      duplicates_removed: given.length - prepared.uniqueCount - prepared.invalidCount,
      invalid_skipped: prepared.invalidCount,
      detected_column: found.name,
      delimiter,
    },
  }
}

function namedColumn(header: readonly string[], name: string) {
  const index = header.findIndex((cell) => cell.trim().toLowerCase() === name.trim().toLowerCase())
  if (index === -1)
    fail('VALIDATION_FAILED', { issues: [{ path: '/column', message: 'the first row of the file has no such name' }] })
  return { index, hasHeader: true, name }
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > limits.batchFileBytes)
      fail('PAYLOAD_TOO_LARGE', `A file of addresses may have ${limits.batchFileBytes} bytes.`)
    parts.push(part.slice())
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

async function hashOf(bytes: Uint8Array, fields: string): Promise<string> {
  const head = new TextEncoder().encode(`${fields}\n`)
  const whole = new Uint8Array(head.length + bytes.length)
  whole.set(head)
  whole.set(bytes, head.length)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function refuse(problem: string): never {
  fail('VALIDATION_FAILED', { detail: 'The file cannot be taken.', issues: [{ path: '/file', message: problem }] })
}
