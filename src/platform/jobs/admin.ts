import { changedChannel, jobsChannel, cancelledChannel } from './channels.ts'
import { type JobColumns, type JobKind, jobOf, defaults } from './kind.ts'
import type { RunError } from './finish.ts'
import { type Db, type JobState, type Store, statementwise } from '../storage/index.ts'
import {
  type DeadJobs,
  type JobFilter,
  type JobRecord,
  selectJob,
  selectJobs,
  setDeadReady,
  setReady,
  lockPartition,
  removeLive,
  setCancelled,
} from './job-store.ts'
import { type PartitionState, upsertPartition } from './claim-store.ts'

const redriveBatchSize = 200

export interface JobProgress {
  done: number
  total: number
  note?: string
  /** Epoch milliseconds. */
  at: number
}

/** A job for the admin API. Times are epoch milliseconds. */
export interface JobSnapshot {
  id: string
  kind: string
  projectId: string | null
  partition: string
  state: JobState
  priority: number
  dedupeKey: string | null
  payload: unknown
  progress: JobProgress | null
  result: unknown
  /** The last ten, oldest first. */
  errors: RunError[]
  /** Attempts that have ended. */
  attempts: number
  createdAt: number
  runAt: number
  startedAt: number | null
  finishedAt: number | null
}

/** Undefined if the id is unknown or the job was removed. The caller checks access. */
export async function findJob(db: Db, id: string): Promise<JobSnapshot | undefined> {
  const row = await selectJob(db, id)
  return row && snapshotOf(row)
}

/** Newest first; only ids before `beforeId`. */
export async function listJobs(
  db: Db,
  filter: JobFilter,
  page: { limit: number; beforeId?: string | undefined },
): Promise<JobSnapshot[]> {
  return (await selectJobs(db, filter, page)).map(snapshotOf)
}

/**
 * Makes a job ready now: a dead one with all attempts again, a scheduled or canceled one with the attempts it has left.
 * False if there is no such job, or another job with its dedupe key is live.
 */
export async function retryJob(db: Db, id: string): Promise<boolean> {
  if (!(await setReady(db, id, db.nowMs()))) return false
  db.signal(jobsChannel)
  db.signal(changedChannel)
  return true
}

/** Makes the dead jobs of a kind ready, in batches; all, or those of a project and a range of ids. Returns their number. */
export async function redriveDead(
  store: Store,
  kind: string,
  only: Partial<Pick<DeadJobs, 'projectId' | 'afterId' | 'untilId'>> = {},
): Promise<number> {
  let revived = 0
  for (let afterId: string | undefined = only.afterId ?? ''; afterId !== undefined;) {
    const since: string = afterId
    const batch = await store.tx(async (db) => {
      db.signal(jobsChannel)
      return setDeadReady(db, { ...only, kind, nowMs: db.nowMs(), afterId: since, limit: redriveBatchSize })
    }, statementwise)
    revived += batch.revived
    afterId = batch.lastId
  }
  return revived
}

/**
 * Pauses a partition or limits its concurrency; null removes the limit, undefined keeps it. Replicas apply it at their next
 * claim.
 */
export async function setPartition(db: Db, kind: JobKind, partition: string, state: PartitionState): Promise<void> {
  await upsertPartition(db, kind.name, partition, state)
  db.signal(jobsChannel)
}

function snapshotOf(row: JobRecord): JobSnapshot {
  const {
    id,
    kind,
    projectId,
    partition,
    state,
    priority,
    dedupeKey,
    attempts,
    createdAt,
    runAt,
    startedAt,
    finishedAt,
  } = row
  const plain = { id, kind, projectId, partition, state, priority, dedupeKey, attempts }
  return {
    ...plain,
    createdAt,
    runAt,
    startedAt,
    finishedAt,
    payload: JSON.parse(row.payload) as unknown,
    progress: row.progress === null ? null : (JSON.parse(row.progress) as JobProgress),
    result: row.result === null ? null : (JSON.parse(row.result) as unknown),
    errors: row.errors === null ? [] : (JSON.parse(row.errors) as RunError[]),
  }
}

/** Jobs per transaction; other writers wait for it. */
const cancelBatchSize = 500

/**
 * Cancels a job that has not finished; false if there is none. The signal of a running job aborts at once, here and in other
 * replicas, or at the next heartbeat of a process that receives no notifications; its outcome is ignored. `cancelled` of its
 * kind runs in the same transaction if the kind is among the given ones.
 */
export async function cancelJob(db: Db, id: string, kinds: readonly JobKind<never>[]): Promise<boolean> {
  const nowMs = db.nowMs()
  const cancelled = await setCancelled(db, [id], { nowMs, keepUntil: nowMs + defaults.keepMs })
  await notify(db, cancelled, kinds)
  return cancelled.length > 0
}

/**
 * Cancels at most 500 jobs of a partition, running ones last, and returns their number. Call it in new transactions until it
 * returns 0, so that other writers get their turn. If the kind removes finished jobs, these are removed too.
 */
export async function cancelPartition<P>(db: Db, kind: JobKind<P>, partition: string): Promise<number> {
  const nowMs = db.nowMs()
  const keepMs = kind.keepMs ?? defaults.keepMs
  const ids: string[] = []
  for (const state of ['ready', 'scheduled', 'running'] as const) {
    const limit = cancelBatchSize - ids.length
    if (limit > 0) ids.push(...(await lockPartition(db, { kind: kind.name, partition, state, limit })))
  }
  if (ids.length === 0) return 0
  const cancelled =
    keepMs === 0 ? await removeLive(db, ids) : await setCancelled(db, ids, { nowMs, keepUntil: nowMs + keepMs })
  await notify(db, cancelled, [kind])
  return cancelled.length
}

async function notify(db: Db, cancelled: readonly JobColumns[], kinds: readonly JobKind<never>[]): Promise<void> {
  if (cancelled.length === 0) return
  db.signal(cancelledChannel)
  db.signal(changedChannel)
  for (const kind of kinds) {
    const jobs = cancelled.filter((row) => row.kind === kind.name).map((row) => jobOf(row, kind))
    if (jobs.length > 0) await kind.cancelled?.(db, jobs as never)
  }
}

const pollMs = 1000

/**
 * Yields the job now and after each change, until it is finished, removed, or the signal aborts. Changes in quick succession
 * are yielded once.
 */
export async function* watchJob(store: Store, id: string, signal?: AbortSignal): AsyncGenerator<JobSnapshot> {
  let wake = () => undefined as void
  const stopListening = store.listen(changedChannel, () => wake())
  const onAbort = () => wake()
  signal?.addEventListener('abort', onAbort)
  try {
    for (let seen = ''; signal?.aborted !== true;) {
      // Created before the query, so that a change during the query is not missed.
      const change = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      const job = await findJob(store.read, id)
      if (job === undefined) return
      const now = JSON.stringify(job)
      if (now !== seen) yield job
      seen = now
      if (job.finishedAt !== null) return
      await change
    }
  } finally {
    wake()
    stopListening()
    signal?.removeEventListener('abort', onAbort)
  }
}
