import { type JobKind, defineJob } from '../../../platform/jobs/index.ts'

/** Deletes the delivery log of a deleted webhook, and cancels its pending deliveries. */
export const clearDeliveries: JobKind<{ webhookId: string }> = defineJob<{ webhookId: string }>({
  name: 'webhooks.clear',
  maxAttempts: 10,
  retryDelaysMs: [1000, 60_000],
  jitter: 0.2,
  // Low priority: no user waits for it.
  priority: 100,
  keepMs: 0,
})
