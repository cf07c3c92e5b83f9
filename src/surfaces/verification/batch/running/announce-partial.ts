import { emit } from '../../../../platform/events/index.ts'
import { type Store, underLocks } from '../../../../platform/storage/index.ts'
import { downloadUrl } from '../present.ts'
import * as rows from '../store.ts'

/**
 * Emits once per batch that all rows have a verdict but those that were postponed. Not before the first verdict: nothing can
 * be downloaded then.
 */
export async function announcePartial(store: Store, id: string, baseUrl: string): Promise<void> {
  await store.tx(async (db) => {
    const batch = await rows.lockBatch(db, id)
    if (batch === undefined || batch.completedAt !== null || batch.partialAt !== null || batch.processed === 0) return
    const waits = await rows.selectWaits(db, id)
    if (waits === undefined) return
    await rows.updateBatch(db, id, { partialAt: db.nowMs() })
    const { creditsUsed, invalid, processed, projectId, risky, safe, total, unknown } = batch
    await emit(db, 'verification.batch.partial', {
      projectId,
      data: {
        job_id: id,
        total,
        processed,
        waiting: total - processed,
        next_retry_at: new Date(waits.first).toISOString(),
        waiting_until: new Date(waits.last).toISOString(),
        summary: { safe, risky, invalid, unknown },
        credits_used: creditsUsed,
        download_url: `${downloadUrl(baseUrl, id)}?partial=true`,
      },
    })
  }, underLocks)
}
