import { Type } from '@sinclair/typebox'
import { closed, literals } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { Cursor, NextCursor, nextCursorOf, pick, recordsIn } from '../pieces.ts'
import { batchMembers } from './batch-status.ts'

export const listJobs = defineTool({
  name: 'list_jobs',
  title: 'List batch jobs',
  description: 'Batch verification jobs, newest first. Free.',
  toolset: 'verification',
  scope: 'verification',
  input: closed({
    status: Type.Optional(literals(['pending', 'processing', 'completed', 'failed', 'cancelled'])),
    cursor: Cursor,
  }),
  output: Type.Object({ jobs: Type.Array(Type.Object({ job_id: Type.String() })), next_cursor: NextCursor }),
  async run({ status, cursor }, { api, signal }) {
    const page = await api.json('GET', '/verify/jobs', { query: { status, cursor, limit: pageLength }, signal })
    const jobs = recordsIn(page['data']).map((batch) => pick(batch, batchMembers))
    return { summary: `${jobs.length} jobs.`, data: { jobs, ...nextCursorOf(page) } }
  },
})

/** So many jobs fit into one result. */
const pageLength = 10
