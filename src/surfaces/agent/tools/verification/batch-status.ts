import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { defineTool } from '../../tool.ts'
import { CreditsUsed, pick } from '../pieces.ts'

/** Members of a batch that agents read. */
export const batchMembers = [
  'job_id',
  'status',
  'progress',
  'summary',
  'unique_emails',
  'credits_used',
  'created_at',
  'completed_at',
  'expires_at',
]

export const batchStatus = defineTool({
  name: 'batch_status',
  title: 'Batch status',
  description: 'Progress and counts of a batch job. Free.',
  toolset: 'verification',
  scope: 'verification',
  input: closed({ job_id: Type.String() }),
  output: Type.Object({
    status: Type.String(),
    progress: Type.Object({ percentage: Type.Integer() }),
    summary: Type.Object({}),
    credits_used: CreditsUsed,
  }),
  async run({ job_id }, { api, signal }) {
    const batch = await api.json('GET', `/verify/batch/${encodeURIComponent(job_id)}`, { signal })
    const { percentage } = { ...(batch['progress'] as object) } as { percentage?: number }
    return {
      summary: `The batch is ${String(batch['status'])}, ${String(percentage)} % done.${nextStep(batch['status'])}`,
      data: pick(batch, batchMembers),
    }
  },
})

function nextStep(status: unknown): string {
  if (status === 'completed') return ' Read the results with batch_download.'
  return status === 'pending' || status === 'processing' ? ' Poll again in a few seconds.' : ''
}
