import type { Callback } from '../../webhooks/index.ts'
import type { AcceptedBatch, Batch, ListBatches } from './contract.ts'
import type { BatchRow } from './store.ts'

export function downloadUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/v1/verify/batch/${id}/download`
}

/** Statuses of batches by the words of a filter: their own, and those of other long operations. */
export const statusNamed: Record<NonNullable<ListBatches['status']>[number], BatchRow['status']> = {
  queued: 'pending',
  pending: 'pending',
  running: 'processing',
  processing: 'processing',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
}

export function presentBatch(row: BatchRow, baseUrl: string, nowMs: number): Batch {
  const { completedAt, createdAt, creditsUsed, expiresAt, id, processed, status, total, uniqueCount } = row
  return {
    job_id: id,
    status,
    progress: { processed, total, percentage: total === 0 ? 100 : Math.floor((processed / total) * 100) },
    summary: { safe: row.safe, risky: row.risky, invalid: row.invalid, unknown: row.unknown },
    unique_emails: uniqueCount,
    credits_used: creditsUsed,
    ...(completedAt === null ? {} : { completed_at: instant(completedAt) }),
    ...(completedAt === null || expiresAt <= nowMs ? {} : { download_url: downloadUrl(baseUrl, id) }),
    created_at: instant(createdAt),
    expires_at: instant(expiresAt),
  }
}

/** Addresses per second if no provider limits the rate. */
const fastest = 200

export interface Load {
  readonly uniqueCount: number
  readonly skipsSmtp: boolean
  /** Number of mailboxes per domain. */
  readonly byDomain: ReadonlyMap<string, number>
  /** Addresses per minute that one provider tolerates. */
  readonly perMinute: number
}

/** Estimated duration, seconds: the domain with the most addresses decides, at the rate limit of one provider. */
export function estimateSeconds({ byDomain, perMinute, skipsSmtp, uniqueCount }: Load): number {
  let max = 0
  if (!skipsSmtp) for (const count of byDomain.values()) max = Math.max(max, count)
  return Math.ceil(Math.max(uniqueCount / fastest, (max / perMinute) * 60))
}

export function presentTaken(
  row: BatchRow,
  { baseUrl, callback, seconds }: { baseUrl: string; seconds: number; callback: Callback | undefined },
): AcceptedBatch {
  return {
    job_id: row.id,
    status: row.status,
    total_emails: row.total,
    unique_emails: row.uniqueCount,
    estimated_time_seconds: seconds,
    status_url: `${baseUrl}/v1/verify/batch/${row.id}`,
    expires_at: instant(row.expiresAt),
    ...(callback === undefined ? {} : { callback: presentCallback(callback) }),
  }
}

function presentCallback({ secret, webhookId }: Callback): NonNullable<AcceptedBatch['callback']> {
  return { webhook_id: webhookId, ...(secret === undefined ? {} : { secret }) }
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
