import { createClearing } from './deliveries/index.ts'
import { createRecovering, recoverDeliveries } from './recovery/recovery.ts'
import { type SendingDeps, createSending, deliverWebhook } from './sending/index.ts'
import { clearDeliveries } from './subscriptions/index.ts'

/** The kinds of this surface's jobs. */
export const webhookKinds = [deliverWebhook, recoverDeliveries, clearDeliveries] as const

/** The handlers of this surface's jobs: sending, recovering what was missed, and clearing the logs of what was deleted. */
export function webhookJobs(parts: SendingDeps) {
  return [createSending(parts), createRecovering(parts.store), createClearing(parts.store)] as const
}
