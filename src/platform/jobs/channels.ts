/** Signalled when there may be jobs to run. */
export const jobsChannel = 'jobs'

/** Signalled when jobs that may be running were taken from whoever runs them. */
export const cancelledChannel = 'jobs_cancelled'

/** Signalled when a job that can be watched has changed. */
export const changedChannel = 'jobs_changed'
