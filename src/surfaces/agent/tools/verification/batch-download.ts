import { Type } from '@sinclair/typebox'
import { closed, literals } from '../../../../kernel/schema/index.ts'
import { ApiFailure, problemIn } from '../../api/failure.ts'
import { offsetOf } from '../../result/fit.ts'
import { defineTool } from '../../tool.ts'
import { Cursor, NextCursor, pick } from '../pieces.ts'

export const batchDownload = defineTool({
  name: 'batch_download',
  title: 'Batch results',
  description: 'Results of a completed batch job, in the order of the list, page by page. Free.',
  toolset: 'verification',
  scope: 'verification',
  input: closed({
    job_id: Type.String(),
    category: Type.Optional(literals(['safe', 'risky', 'invalid', 'unknown'])),
    cursor: Cursor,
  }),
  output: Type.Object({
    results: Type.Array(Type.Object({ email: Type.String(), reachable: Type.String(), score: Type.Integer() })),
    next_cursor: NextCursor,
  }),
  async run({ job_id, category, cursor }, { api, signal }) {
    const start = cursor === undefined ? 0 : offsetOf(cursor)
    const path = `/verify/batch/${encodeURIComponent(job_id)}/download`
    const response = await api.send('GET', path, { query: { format: 'ndjson', category }, signal })
    if (!response.ok) throw new ApiFailure(await problemIn(response))
    const { rows, isMore } = await readRows(response, start)
    return {
      summary: `${rows.length} results from row ${start + 1}.`,
      data: {
        results: rows.map((row) => pick(row, ['email', 'reachable', 'score', 'sub_status', 'suggestion'])),
        ...(isMore ? { next_cursor: String(start + rows.length) } : {}),
      },
      list: { member: 'results', start },
    }
  },
})

/** Max rows of one page; a result contains as many as fit. */
const pageLength = 100

/** Reads lines until the page is full, then leaves the rest of the file to the service. */
async function readRows(
  response: Response,
  start: number,
): Promise<{ rows: Record<string, unknown>[]; isMore: boolean }> {
  const rows: Record<string, unknown>[] = []
  let line = 0
  for await (const text of linesOf(response)) {
    if (line++ < start) continue
    if (rows.length === pageLength) return { rows, isMore: true }
    rows.push(JSON.parse(text) as Record<string, unknown>)
  }
  return { rows, isMore: false }
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const pieces = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n')
    rest = pieces.pop() ?? ''
    yield* pieces.filter((piece) => piece !== '')
  }
  if (rest !== '') yield rest
}
