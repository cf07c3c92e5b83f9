/**
 * Work that takes time or must happen: enqueued in the caller's transaction, run at least once by any replica, ended
 * exactly once. Uses storage for its tables; knows no kind of job by name.
 * Start at kind.ts for what a job is, jobs.ts for what runs them, desk/ for looking at them.
 */
export type { Clock } from './clock.ts'
export { cancelJob, cancelPartition } from './admin/cancel.ts'
export {
  type JobProgress,
  type JobSnapshot,
  countJobs,
  findJob,
  listJobs,
  listPartitions,
  redriveDead,
  retryJob,
  setPartition,
} from './admin/admin.ts'
export { watchJob } from './admin/watch.ts'
export { enqueue, enqueueMany } from './intake/enqueue.ts'
export { type Jobs, type JobsDeps, createJobs } from './jobs.ts'
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
export { type Schedule, defineSchedule } from './schedules/schedule.ts'
export { type Task, serveTasks, spoilThread } from './workers/serve.ts'
export { TaskTimeout, ThreadEnded, type WorkerPool, type Workers, createWorkers, movable } from './workers/workers.ts'
