import type { Batch, BatchTaken } from './contract.ts'
import type { BatchRow } from './store.ts'

/** Where the results of a batch are. */
export function downloadUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/v1/verify/batch/${id}/download`
}

/** The batch in the shape of the contract. */
export function presentBatch(row: BatchRow, baseUrl: string): Batch {
  const { completedAt, createdAt, creditsUsed, expiresAt, id, processed, status, total, uniqueCount } = row
  return {
    job_id: id,
    status,
    progress: { processed, total, percentage: total === 0 ? 100 : Math.floor((processed / total) * 100) },
    summary: { safe: row.safe, risky: row.risky, invalid: row.invalid, unknown: row.unknown },
    unique_emails: uniqueCount,
    credits_used: creditsUsed,
    ...(completedAt === null
      ? {}
      : { download_url: downloadUrl(baseUrl, id), completed_at: new Date(completedAt).toISOString() }),
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
  }
}

/** Addresses a second where nothing holds us back, and addresses a minute that one provider puts up with. */
const fastest = 200

/** The answer to a batch that was taken in. The domain with the most addresses, at the rate of one provider, decides how long. */
export function presentTaken(
  row: BatchRow,
  { baseUrl, byDomain, perMinute }: { baseUrl: string; byDomain: ReadonlyMap<string, number>; perMinute: number },
): BatchTaken {
  const slowest = row.skipsSmtp ? 0 : (Math.max(0, ...byDomain.values()) / perMinute) * 60
  return {
    job_id: row.id,
    status: row.status,
    total_emails: row.total,
    unique_emails: row.uniqueCount,
    estimated_time_seconds: Math.ceil(Math.max(row.uniqueCount / fastest, slowest)),
    status_url: `${baseUrl}/v1/verify/batch/${row.id}`,
  }
}
