import { defineJob } from '../../platform/jobs/index.ts'

/** Counts reports in quarantine about an added domain, and domains below it. */
export const countQuarantined = defineJob<{ projectId: string; domain: string }>({
  name: 'dmarc.count_quarantined',
  maxAttempts: 10,
  retryDelaysMs: [10_000, 60_000, 600_000],
  jitter: 0.2,
  priority: 50,
})
