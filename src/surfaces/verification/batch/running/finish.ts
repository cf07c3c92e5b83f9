import { limits } from '../../../../kernel/limits.ts'
import { emit } from '../../../../platform/events/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { callBack } from '../../../webhooks/index.ts'
import { settle } from '../../credits/index.ts'
import { downloadUrl } from '../present.ts'
import * as rows from '../store.ts'

/**
 * Ends a batch once: releases the credits of rows without a verdict and emits the webhook events. Without a base URL the
 * event has no download URL.
 */
export async function finishBatch(
  db: Db,
  id: string,
  { baseUrl, status }: { status: 'completed' | 'failed' | 'cancelled'; baseUrl?: string },
): Promise<void> {
  const batch = await rows.lockBatch(db, id)
  if (batch === undefined || batch.completedAt !== null) return
  const completedAt = db.nowMs()
  const expiresAt = completedAt + limits.batchDays * 86_400_000
  // The rest of the hold belongs to rows without a verdict.
  if (batch.holdId !== null) await settle(db, batch.holdId, { charged: 0, calls: 0 })
  await rows.updateBatch(db, id, { status, completedAt, expiresAt, holdId: null })
  const { callbackId, creditsUsed, invalid, processed, projectId, risky, safe, total, unknown } = batch
  const type = 'verification.batch.completed'
  const eventId = await emit(db, type, {
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
  if (callbackId !== null && eventId !== undefined) await callBack(db, { id: eventId, type, projectId }, callbackId)
}
