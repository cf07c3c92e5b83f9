import { changedChannel, jobsChannel } from '../channels.ts'
import type { JobKind } from '../kind.ts'
import type { RunError } from '../endings/end.ts'
import { type Db, type JobState, type Store, statementwise } from '../../storage/index.ts'
import {
  type DeadJobs,
  type JobFilter,
  type JobRecord,
  type KindCount,
  countLive,
  selectJob,
  selectJobs,
  setDeadReady,
  setReady,
} from './store.ts'
import { type NarrowedPartition, type PartitionState, selectPartitions, upsertPartition } from './partition-store.ts'

const redriveBatchSize = 200
const maxPartitions = 1000

/** How far a run says it is. */
export interface JobProgress {
  done: number
  total: number
  note?: string
  /** Epoch milliseconds. */
  at: number
}

/** A job as it stands, for anyone who inspects it. Times are epoch milliseconds. */
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
  /** The last ten, the oldest first. */
  errors: RunError[]
  /** Attempts that have ended. */
  attempts: number
  createdAt: number
  runAt: number
  startedAt: number | null
  finishedAt: number | null
}

/** The job of the id, unless it is unknown or was removed. Whose it is, the caller must see. */
export async function findJob(db: Db, id: string): Promise<JobSnapshot | undefined> {
  const row = await selectJob(db, id)
  return row && snapshotOf(row)
}

/** Jobs by kind, state and project, the newest first; those before the id `beforeId`. */
export async function listJobs(
  db: Db,
  filter: JobFilter,
  page: { limit: number; beforeId?: string | undefined },
): Promise<JobSnapshot[]> {
  return (await selectJobs(db, filter, page)).map(snapshotOf)
}

/** How many jobs wait, run, or are dead, by kind and state, and when the oldest was to run. */
export function countJobs(db: Db): Promise<KindCount[]> {
  return countLive(db)
}

/**
 * Has a job run now: a dead one with all its attempts before it, a scheduled or canceled one with those that it had left.
 * False when there is none, or another job with its dedupe key is live.
 */
export async function retryJob(db: Db, id: string): Promise<boolean> {
  if (!(await setReady(db, id, db.nowMs()))) return false
  db.signal(jobsChannel)
  db.signal(changedChannel)
  return true
}

/** Has dead jobs of a kind run again, in batches; all of them unless a project and a span of ids are given. Answers how many. */
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

/** Pauses or narrows a partition, or lifts that again (null); what is not given stays. All replicas see it at their next claim. */
export async function setPartition(db: Db, kind: JobKind, partition: string, state: PartitionState): Promise<void> {
  await upsertPartition(db, kind.name, partition, state)
  db.signal(jobsChannel)
}

/** The partitions that are paused or narrowed, a thousand at most. */
export function listPartitions(db: Db): Promise<NarrowedPartition[]> {
  return selectPartitions(db, maxPartitions)
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
