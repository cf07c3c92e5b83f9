import { emit } from '../../../platform/events/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { settle } from '../credits/index.ts'
import { downloadUrl } from './present.ts'
import * as rows from './store.ts'

/**
 * Ends a batch once: what its verdicts were worth is spent, the rest goes back, and whoever subscribed is told. Without a
 * base address the event names no download.
 */
export async function finishBatch(
  db: Db,
  id: string,
  { baseUrl, status }: { status: 'completed' | 'failed' | 'cancelled'; baseUrl?: string },
): Promise<void> {
  const batch = await rows.lockBatch(db, id)
  if (batch === undefined || batch.completedAt !== null) return
  const completedAt = Date.now()
  const creditsUsed = Math.min(batch.creditsUsed, batch.uniqueCount)
  if (batch.holdId !== null) await settle(db, batch.holdId, { charged: creditsUsed, calls: batch.processed })
  await rows.updateBatch(db, id, { status, completedAt, creditsUsed, holdId: null })
  const { expiresAt, invalid, processed, projectId, risky, safe, total, unknown } = batch
  await emit(db, 'verification.batch.completed', {
    projectId,
    data: {
      job_id: id,
      status,
      total,
      processed,
      summary: { safe, risky, invalid, unknown },
      credits_used: creditsUsed,
      ...(baseUrl === undefined ? {} : { download_url: downloadUrl(baseUrl, id) }),
      expires_at: new Date(expiresAt).toISOString(),
    },
  })
}
