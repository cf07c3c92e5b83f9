import { fail } from '../../kernel/errors/index.ts'
import { recordAct } from '../../platform/audit/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import {
  type JobKind,
  type JobSnapshot,
  cancelJob,
  type countJobs,
  findJob,
  retryJob,
} from '../../platform/jobs/index.ts'
import type { Db, JobState, Store } from '../../platform/storage/index.ts'
import { instant, instantOrNull } from './instant.ts'
import type { OperationsJob } from './contract.ts'

/** Fails with JOB_NOT_FOUND. */
export async function readJob(db: Db, id: string): Promise<JobSnapshot> {
  return (await findJob(db, id)) ?? fail('JOB_NOT_FOUND', `There is no job ${id}. It may have been removed.`)
}

/** How many jobs of a kind are in each state that is not final, and when the one that waits longest was to run. */
export interface KindCount {
  kind: string
  scheduled: number
  ready: number
  running: number
  dead: number
  /** Epoch milliseconds; null if none waits. */
  oldestDueAt: number | null
}

/** By kind, in alphabetical order. */
export function countByKind(counts: Awaited<ReturnType<typeof countJobs>>): KindCount[] {
  const kinds = [...Map.groupBy(counts, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1))
  return kinds.map(([kind, states]) => {
    const of = (state: JobState) => states.find((each) => each.state === state)
    const count = (state: JobState) => of(state)?.count ?? 0
    return {
      kind,
      scheduled: count('scheduled'),
      ready: count('ready'),
      running: count('running'),
      dead: count('dead'),
      oldestDueAt: of('ready')?.oldestRunAt ?? of('scheduled')?.oldestRunAt ?? null,
    }
  })
}

/** Runs a dead, canceled or scheduled job now; JOB_FINISHED with the reason for any other. `by` is recorded. */
export function retryNow(store: Store, id: string, by?: Caller): Promise<JobSnapshot> {
  return steer(store, id, {
    change: retryJob,
    action: 'job.retried',
    by,
    reason: ({ state }) =>
      ['dead', 'cancelled', 'scheduled'].includes(state)
        ? `Another job with the dedupe key of ${id} waits or runs; this one would do its work twice.`
        : `Job ${id} is ${state}; there is nothing to retry.`,
  })
}

/** Cancels a job that has not finished; JOB_FINISHED for any other. `by` is recorded. */
export function cancelNow(
  store: Store,
  id: string,
  { kinds, by }: { kinds: readonly JobKind<never>[]; by?: Caller },
): Promise<JobSnapshot> {
  return steer(store, id, {
    change: (db) => cancelJob(db, id, kinds),
    action: 'job.cancelled',
    by,
    reason: ({ state }) => `Job ${id} is ${state}; it has finished.`,
  })
}

interface Steering {
  change(db: Db, id: string): Promise<boolean>
  action: string
  by: Caller | undefined
  /** Why the change was impossible. */
  reason(job: JobSnapshot): string
}

/** Applies the change; fails with JOB_NOT_FOUND, or with the reason why it is impossible. */
function steer(store: Store, id: string, { change, action, by, reason }: Steering): Promise<JobSnapshot> {
  return store.tx(async (db) => {
    const isDone = await change(db, id)
    const job = await readJob(db, id)
    if (!isDone) fail('JOB_FINISHED', reason(job))
    if (by !== undefined) await recordAct(db, by, [action, id], { kind: job.kind, project_id: job.projectId })
    return job
  })
}

/** Without payload and result, which are data of the project. */
export function presentJob(job: JobSnapshot): OperationsJob {
  const { attempts, errors, id, kind, partition, progress, projectId, state } = job
  return {
    id,
    kind,
    state,
    project_id: projectId,
    partition,
    attempts,
    progress: progress && { done: progress.done, total: progress.total, note: progress.note ?? null },
    errors: errors.map(({ at, attempt, error }) => ({ at: instant(at), attempt, error })),
    created_at: instant(job.createdAt),
    run_at: instant(job.runAt),
    started_at: instantOrNull(job.startedAt),
    finished_at: instantOrNull(job.finishedAt),
  }
}
