import { Type } from '@sinclair/typebox'
import { closed } from '../../../../kernel/schema/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { defineTool } from '../../tool.ts'
import { Count, CreditsUsed, pick } from '../pieces.ts'

export const batchVerify = defineTool({
  name: 'batch_verify',
  title: 'Verify many emails',
  description:
    'Start a job that verifies many email addresses; poll it with batch_status. Reserves 1 credit per distinct email address ' +
    'and returns unused ones. The same list within 24 hours is the same job.',
  toolset: 'verification',
  scope: 'verification',
  isReadOnly: false,
  isOpenWorld: true,
  credits: { max: 1, per: 'email' },
  input: closed({
    emails: Type.Array(Type.String(), { minItems: 1, maxItems: limits.batchAddresses }),
    include_intelligence: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({
    job_id: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    unique_emails: Type.Optional(Count),
    estimated_time_seconds: Type.Optional(Count),
    credits_used: CreditsUsed,
  }),
  async estimate({ emails, include_intelligence }, { api, signal }) {
    const body = { emails, include_intelligence, dry_run: true }
    const { credits_required, credits_remaining } = await api.json('POST', '/verify/batch', { body, signal })
    return {
      required: Number(credits_required),
      remaining: typeof credits_remaining === 'number' ? credits_remaining : null,
    }
  },
  async run({ emails, include_intelligence }, { api, signal }) {
    const body = { emails, include_intelligence }
    const headers = { 'idempotency-key': await keyOf(body) }
    const batch = await api.json('POST', '/verify/batch', { body, headers, signal })
    return {
      summary: `Job ${String(batch['job_id'])} verifies ${String(batch['unique_emails'])} email addresses. Poll batch_status.`,
      data: {
        ...pick(batch, ['job_id', 'status', 'total_emails', 'unique_emails', 'estimated_time_seconds', 'expires_at']),
        credits_used: 0,
        credits_reserved: batch['unique_emails'],
      },
    }
  },
})

/** The same list has the same Idempotency-Key, so that a repeated call returns the first job. */
async function keyOf(body: object): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `agent-${digest.toHex()}`
}
