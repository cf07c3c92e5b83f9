import type { JobKind, JobProgress, JobSnapshot } from '../../platform/jobs/index.ts'
import type { Job } from './contract.ts'

/** A job as the API shows it. Payload, partition and priority are the service's own affair. */
export function presentJob(job: JobSnapshot, kind?: JobKind<never>): Job {
  return {
    id: job.id,
    kind: job.kind,
    status: job.state === 'dead' ? 'failed' : job.state,
    progress: job.progress === null ? null : presentProgress(job.progress),
    result: job.state === 'done' && kind?.showResult ? kind.showResult(job.payload as never) : (job.result ?? null),
    error: job.state === 'done' ? null : (job.errors.at(-1)?.error ?? null),
    attempts: job.attempts,
    created_at: instant(job.createdAt),
    started_at: job.startedAt === null ? null : instant(job.startedAt),
    finished_at: job.finishedAt === null ? null : instant(job.finishedAt),
  }
}

function presentProgress({ done, total, note }: JobProgress): NonNullable<Job['progress']> {
  // Nothing to do is done; and what a handler counts wrongly is still a share.
  const share = total > 0 ? Math.min(1, Math.max(0, done / total)) : 1
  return { done, total, percentage: Math.floor(share * 100), ...(note === undefined ? {} : { note }) }
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
