import { type JobKind, defineJob } from '../../../platform/jobs/index.ts'

/** Clears the delivery log of a webhook that was deleted, and cancels what was still to be sent to it. */
export const clearDeliveries: JobKind<{ webhookId: string }> = defineJob<{ webhookId: string }>({
  name: 'webhooks.clear',
  maxAttempts: 10,
  retryDelaysMs: [1000, 60_000],
  jitter: 0.2,
  // Nobody waits for this, so whatever someone waits for goes first.
  priority: 100,
  keepMs: 0,
})
