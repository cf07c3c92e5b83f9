import { writeCell } from '../../../deliverability/csv/index.ts'
import type { Sweep } from '../../../platform/memory/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import type { VerificationResult } from '../verifier/index.ts'
import type { DownloadBatch } from './contract.ts'
import * as rows from './store.ts'

type Format = NonNullable<DownloadBatch['format']>
type Result = VerificationResult

export interface DownloadDeps {
  readonly store: Store
  readonly sweep: Sweep
}

interface Written {
  readonly mime: string
  head(extras: readonly string[]): string
  readonly between: string
  readonly tail: string
  /** `text` is the result as JSON. */
  row(text: string, extra: readonly string[]): string
}

/** CSV columns in output order. */
const columns: readonly [name: string, value: (result: Result) => string | number | boolean | null | undefined][] = [
  ['email', (each) => each.email],
  ['reachable', (each) => each.reachable],
  ['score', (each) => each.score],
  ['sub_status', (each) => each.sub_status],
  ['suggestion', (each) => each.suggestion],
  ['disposable', (each) => each.misc.disposable],
  ['role', (each) => each.misc.role],
  ['free', (each) => each.misc.free],
  ['relay', (each) => each.misc.relay],
  ['catch_all', (each) => each.smtp.is_catch_all],
  ['full_inbox', (each) => each.smtp.full_inbox],
  ['mx_provider', (each) => each.mx.provider],
  ['verified_at', (each) => each.verified_at],
]

const formats: Readonly<Record<Format, Written>> = {
  csv: {
    mime: 'text/csv; charset=utf-8',
    head: (extras) => `${[...columns.map(([name]) => name), ...extras.map(writeCell)].join(',')}\r\n`,
    between: '',
    tail: '',
    row: (text, extra) => {
      // Only `record` and `createBatch` write this column.
      const result = JSON.parse(text) as Result
      return `${[...columns.map(([, value]) => value(result)), ...extra].map(writeCell).join(',')}\r\n`
    },
  },
  ndjson: {
    mime: 'application/x-ndjson; charset=utf-8',
    head: () => '',
    between: '',
    tail: '',
    row: (text) => `${text}\n`,
  },
  json: {
    mime: 'application/json; charset=utf-8',
    head: () => '{"results":[',
    between: ',',
    tail: ']}\n',
    row: (text) => text,
  },
}

/**
 * Streams the results from the database, one row for each submitted email address. Compressed for `Accept-Encoding: gzip`,
 * or as a .gz file on request.
 */
export function downloadResults(
  { store, sweep }: DownloadDeps,
  batch: rows.BatchRow,
  { category, format = 'csv', gzip: isFile = false, takesGzip }: DownloadBatch & { takesGzip: boolean },
): Response {
  const written = formats[format]
  const texts = write({ store, sweep }, batch, written, category)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    // Stops reading from the database when the client disconnects.
    async cancel() {
      await texts.return(undefined)
    },
  })
  const isPacked = isFile || takesGzip
  return new Response(isPacked ? body.pipeThrough(new CompressionStream('gzip')) : body, {
    headers: {
      'content-type': isFile ? 'application/gzip' : written.mime,
      'content-disposition': `attachment; filename="${batch.id}.${format}${isFile ? '.gz' : ''}"`,
      ...(isPacked && !isFile ? { 'content-encoding': 'gzip' } : {}),
      vary: 'Accept-Encoding',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

async function* write(
  { store, sweep }: DownloadDeps,
  { columns: extras, id: batchId }: rows.BatchRow,
  written: Written,
  category: string | undefined,
): AsyncGenerator<string> {
  yield written.head(extras ?? [])
  let isFirst = true
  for (let after = -1; ;) {
    const page = await rows.selectRows(store.read, batchId, after)
    const last = page.at(-1)
    if (last === undefined) break
    after = last.position
    const elsewhere = page.flatMap(({ sameAs }) => (sameAs === null ? [] : [sameAs]))
    const shared = new Map((await rows.selectResults(store.read, batchId, elsewhere)).map((row) => [row.position, row]))
    let text = ''
    for (const row of page) {
      const { reachable, result } = row.sameAs === null ? row : (shared.get(row.sameAs) ?? row)
      if (result === null || (category !== undefined && reachable !== category)) continue
      const own = row.sameAs === null ? result : copyFor(row.email, result)
      text += `${isFirst ? '' : written.between}${written.row(own, row.extra ?? [])}`
      isFirst = false
    }
    sweep(page.length / 2)
    if (text !== '') yield text
  }
  yield written.tail
}

/** The result of a mailbox, copied to another spelling of its address. Costs no credit. */
function copyFor(email: string, text: string): string {
  return JSON.stringify({ ...(JSON.parse(text) as Result), email, credits_used: 0 })
}
