import { createClearing } from './deliveries/index.ts'
import { createRecovering, recoverDeliveries } from './recovery/recovery.ts'
import { type SendingDeps, createSending, deliverWebhook } from './sending/index.ts'
import { clearDeliveries } from './subscriptions/index.ts'

export const webhookKinds = [deliverWebhook, recoverDeliveries, clearDeliveries] as const

/** Handlers for sending, recovery, and deleting the logs of deleted webhooks. */
export function webhookJobs(parts: SendingDeps) {
  return [createSending(parts), createRecovering(parts.store), createClearing(parts.store)] as const
}
