import { defineJob } from '../../platform/jobs/index.ts'

/** Applies a shorter retention to the stored reports of a domain. */
export const applyRetention = defineJob<{ projectId: string; domainId: string }>({
  name: 'dmarc.apply_retention',
  maxAttempts: 10,
  retryDelaysMs: [10_000, 60_000, 600_000],
  jitter: 0.2,
  priority: 50,
})
