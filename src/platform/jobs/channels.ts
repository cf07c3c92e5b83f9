/** Signaled when jobs of any kind may be ready or scheduled, or a partition has changed. */
export const jobsChannel = 'jobs'

/** Signaled when jobs of the kind may be ready. */
export function kindChannel(kind: string): string {
  return `jobs_of_${kind}`
}

/** Signaled when jobs that may be running were canceled. */
export const cancelledChannel = 'jobs_cancelled'

/** Signaled when a job that can be watched has changed. */
export const changedChannel = 'jobs_changed'
