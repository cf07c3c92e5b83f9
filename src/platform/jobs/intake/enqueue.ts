import { createId } from '../../../kernel/ids/index.ts'
import type { Db } from '../../storage/index.ts'
import type { JobKind, NewJob } from '../kind.ts'
import { jobsChannel, kindChannel } from '../channels.ts'
import { type JobRow, findLive, insertJobs } from './store.ts'

/** Rows of one statement: SQLite blocks the process while it runs. */
const batchSize = 500
/** How often a job may finish between being found in the way and being looked up. */
const maxAttempts = 5

/** Puts one job into the caller's transaction; answers its id, or that of the live one with the same dedupe key. */
export async function enqueue<P>(db: Db, kind: JobKind<P>, job: NewJob<P>): Promise<string> {
  const [id = ''] = await enqueueMany(db, kind, [job])
  return id
}

/** Puts jobs into the caller's transaction with one statement for many; answers their ids in the same order. */
export async function enqueueMany<P>(db: Db, kind: JobKind<P>, jobs: readonly NewJob<P>[]): Promise<string[]> {
  if (jobs.length === 0) return []
  const nowMs = db.nowMs()
  const rows = jobs.map((job) => rowOf(kind, job, nowMs))
  const keyed = rows.filter((row) => row.dedupe_key !== null)
  const free = keyed.length === 0 ? rows : rows.filter((row) => row.dedupe_key === null)
  for (let at = 0; at < free.length; at += batchSize) await insertJobs(db, free.slice(at, at + batchSize))
  if (keyed.length > 0) await insertKeyed(db, kind.name, keyed)
  if (rows.some((row) => row.state === 'ready')) db.signal(kindChannel(kind.name))
  // What is due later, every runner looks for in one place.
  if (rows.some((row) => row.state === 'scheduled')) db.signal(jobsChannel)
  return rows.map((row) => row.id)
}

function rowOf<P>(kind: JobKind<P>, job: NewJob<P>, nowMs: number): JobRow {
  const runAt = job.runAt ?? nowMs
  return {
    id: createId('job'),
    kind: kind.name,
    project_id: job.projectId ?? null,
    // No empty name: looking for partitions begins after it.
    partition: job.partition || job.projectId || kind.name,
    dedupe_key: job.dedupeKey ?? null,
    payload: JSON.stringify(job.payload ?? null),
    // Only a time that was requested is waited for: this host's clock need not be the runner's.
    state: runAt > nowMs ? 'scheduled' : 'ready',
    priority: job.priority ?? kind.priority ?? 0,
    run_at: runAt,
    created_at: nowMs,
  }
}

/** Inserts rows with keys and sets the id of each to that of the job that now lives under the key. */
async function insertKeyed(db: Db, kind: string, rows: JobRow[]): Promise<void> {
  // In one order everywhere, so that two transactions never wait for each other's keys.
  const ordered = rows.toSorted((a, b) => ((a.dedupe_key ?? '') < (b.dedupe_key ?? '') ? -1 : 1))
  for (let at = 0; at < ordered.length; at += batchSize) await insertBatch(db, kind, ordered.slice(at, at + batchSize))
}

async function insertBatch(db: Db, kind: string, rows: JobRow[]): Promise<void> {
  let missing = rows
  for (let tries = 0; missing.length > 0; tries++) {
    if (tries === maxAttempts)
      throw new Error(`A job of ${kind} could not be enqueued: its key is always just being freed.`)
    await insertJobs(db, missing)
    const live = await findLive(
      db,
      kind,
      missing.map((row) => row.dedupe_key ?? ''),
    )
    for (const row of missing) row.id = live.get(row.dedupe_key ?? '') ?? row.id
    // One that was in the way may have finished since.
    missing = missing.filter((row) => !live.has(row.dedupe_key ?? ''))
  }
}
