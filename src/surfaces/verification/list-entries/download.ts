import { writeCell } from '../../../deliverability/csv/index.ts'
import type { ListEntry, ListEntryPage } from './contract.ts'

// An import reads `list`, `kind`, `domain`, `note` and `expires_at`.
const columns = [
  'list',
  'kind',
  'domain',
  'note',
  'expires_at',
  'created_at',
  'id',
] as const satisfies (keyof ListEntry)[]
const rowsAtOnce = 1000

/** What the list returns for `format=csv`. */
export const csvInstead = { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } }

/** Every page as one CSV file, read as the client takes it. */
export function downloadEntries(read: (page: { limit: number; cursor?: string }) => Promise<ListEntryPage>): Response {
  let cursor: string | null = null
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(encoder.encode(`${columns.join(',')}\r\n`)),
    async pull(controller) {
      const { data, page }: ListEntryPage = await read({ limit: rowsAtOnce, ...(cursor === null ? {} : { cursor }) })
      controller.enqueue(encoder.encode(data.map(lineOf).join('')))
      cursor = page.next_cursor
      if (cursor === null) controller.close()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="allow-and-block.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

function lineOf(entry: ListEntry): string {
  return `${columns.map((column) => writeCell(entry[column])).join(',')}\r\n`
}
