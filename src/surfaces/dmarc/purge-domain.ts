import { defineJob } from '../../platform/jobs/index.ts'

/** Deletes the data of a removed domain in batches. */
export const purgeDomain = defineJob<{ domainNo: number }>({
  name: 'dmarc.purge_domain',
  maxAttempts: 10,
  retryDelaysMs: [10_000, 60_000, 600_000],
  jitter: 0.2,
  priority: 50,
})
