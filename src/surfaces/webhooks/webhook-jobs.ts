import { setPartition } from '../../platform/jobs/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { createClearing } from './deliveries/index.ts'
import { createRecovering, recoverDeliveries } from './recovery/recovery.ts'
import { type SendingDeps, createSending, deliverWebhook } from './sending/index.ts'
import { clearDeliveries } from './subscriptions/index.ts'

export const webhookKinds = [deliverWebhook, recoverDeliveries, clearDeliveries] as const

/**
 * Until then only processes whose sending `ignoresPauses` send for these webhooks; null ends the pause. It ends by itself
 * should the process end first.
 */
export async function pauseWebhooks(db: Db, ids: readonly string[], pausedUntil: number | null): Promise<void> {
  for (const id of ids) await setPartition(db, deliverWebhook, id, { pausedUntil })
}

/** Handlers for sending, recovery, and deleting the logs of deleted webhooks. */
export function webhookJobs(parts: SendingDeps) {
  return [createSending(parts), createRecovering(parts.store), createClearing(parts.store)] as const
}
