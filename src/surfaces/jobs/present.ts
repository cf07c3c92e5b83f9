import type { JobKind, JobProgress, JobSnapshot } from '../../platform/jobs/index.ts'
import type { JobState } from '../../platform/storage/index.ts'
import type { Job } from './contract.ts'

const statuses: Record<JobState, Job['status']> = {
  scheduled: 'queued',
  ready: 'queued',
  running: 'running',
  done: 'completed',
  dead: 'failed',
  cancelled: 'cancelled',
}

/** A job for the API. Payload, partition and priority are internal. */
export function presentJob(job: JobSnapshot, kind?: JobKind<never>): Job {
  return {
    id: job.id,
    kind: job.kind,
    status: statuses[job.state],
    progress: job.progress === null ? null : presentProgress(job.progress),
    result: job.state === 'done' && kind?.showResult ? kind.showResult(job.payload as never) : (job.result ?? null),
    error: job.state === 'done' ? null : (job.errors.at(-1)?.error ?? null),
    attempts: job.attempts,
    created_at: instant(job.createdAt),
    next_attempt_at: job.state === 'scheduled' ? instant(job.runAt) : null,
    started_at: job.startedAt === null ? null : instant(job.startedAt),
    finished_at: job.finishedAt === null ? null : instant(job.finishedAt),
  }
}

function presentProgress({ done, total, note }: JobProgress): NonNullable<Job['progress']> {
  // A total of 0 counts as complete; clamped, because handlers may report inconsistent counts.
  const share = total > 0 ? Math.min(1, Math.max(0, done / total)) : 1
  return { done, total, percentage: Math.floor(share * 100), ...(note === undefined ? {} : { note }) }
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
