/**
 * The job queue: jobs are enqueued in the caller's transaction, run at least once by any replica, and end exactly once.
 * Contains no kind of job. Start at kind.ts for kinds of jobs, runner.ts for the runner, claim-store.ts and job-store.ts for
 * the SQL, admin.ts for the admin API. thread-pool.ts runs CPU-bound tasks in worker threads.
 */
export type { Clock } from './clock.ts'
export {
  type JobProgress,
  type JobSnapshot,
  cancelJob,
  cancelPartition,
  findJob,
  listJobs,
  redriveDead,
  retryJob,
  setPartition,
  watchJob,
} from './admin.ts'
export { listPartitions } from './claim-store.ts'
export { enqueue, enqueueMany, recordDone } from './enqueue.ts'
export { countJobs } from './job-store.ts'
export { type Jobs, type JobsDeps, createJobs } from './runner.ts'
export {
  type AnyHandler,
  type Ended,
  type Job,
  type JobHandler,
  type JobKind,
  type NewJob,
  type Outcome,
  LeaseLost,
  type RunContext,
  defineJob,
} from './kind.ts'
export { type Schedule, nextTick } from './schedules.ts'
export { type Task, serveTasks, spoilThread } from './thread-tasks.ts'
export { TaskTimeout, ThreadEnded, type WorkerPool, type Workers, createWorkers, movable } from './thread-pool.ts'
