/** Signalled when there may be jobs of any kind to run, or a partition has changed. */
export const jobsChannel = 'jobs'

/** Signalled when there may be jobs of the kind to run. */
export function kindChannel(kind: string): string {
  return `jobs_of_${kind}`
}

/** Signalled when jobs that may be running were taken from whoever runs them. */
export const cancelledChannel = 'jobs_cancelled'

/** Signalled when a job that can be watched has changed. */
export const changedChannel = 'jobs_changed'
