import { createId } from '../../kernel/ids/index.ts'
import type { Db } from '../storage/index.ts'
import type { JobKind, NewJob } from './kind.ts'
import { jobsChannel, kindChannel } from './channels.ts'
import { type JobRow, findLive, insertJobs } from './job-store.ts'

/** Rows per statement; SQLite blocks the process while a statement runs. */
const batchSize = 500
/** Limit of retries when the job that holds a key finishes between the insert and the lookup. */
const maxAttempts = 5

/** Writes a job in the caller's transaction; returns its id, or that of the live job with the same dedupe key. */
export async function enqueue<P>(db: Db, kind: JobKind<P>, job: NewJob<P>): Promise<string> {
  const [id = ''] = await enqueueMany(db, kind, [job])
  return id
}

/**
 * Writes a job whose work was done during the request, so that its caller can follow it like any other; returns its id.
 * `total` is the amount of work; times are epoch milliseconds.
 */
export async function recordDone<P>(
  db: Db,
  kind: JobKind<P>,
  {
    payload,
    projectId,
    total,
    startedAt,
    keepUntil,
  }: { payload: P; projectId: string; total: number; startedAt: number; keepUntil: number },
): Promise<string> {
  const nowMs = db.nowMs()
  const id = createId('job')
  await db.insert(db.tables.jobs).values({
    id,
    kind: kind.name,
    projectId,
    partition: projectId,
    payload: JSON.stringify(payload),
    state: 'done',
    priority: kind.priority ?? 0,
    runAt: startedAt,
    attempts: 1,
    crashes: 0,
    fence: 0,
    startedAt,
    progress: JSON.stringify({ done: total, total, at: nowMs }),
    createdAt: startedAt,
    finishedAt: nowMs,
    keepUntil,
  })
  return id
}

/** Writes jobs in the caller's transaction, many per statement; returns their ids in the same order. */
export async function enqueueMany<P>(db: Db, kind: JobKind<P>, jobs: readonly NewJob<P>[]): Promise<string[]> {
  if (jobs.length === 0) return []
  const nowMs = db.nowMs()
  const rows = jobs.map((job) => rowOf(kind, job, nowMs))
  const keyed = rows.filter((row) => row.dedupe_key !== null)
  const free = keyed.length === 0 ? rows : rows.filter((row) => row.dedupe_key === null)
  for (let at = 0; at < free.length; at += batchSize) await insertJobs(db, free.slice(at, at + batchSize))
  if (keyed.length > 0) await insertKeyed(db, kind.name, keyed)
  if (rows.some((row) => row.state === 'ready')) db.signal(kindChannel(kind.name))
  // Scheduled jobs of all kinds share one query.
  if (rows.some((row) => row.state === 'scheduled')) db.signal(jobsChannel)
  return rows.map((row) => row.id)
}

function rowOf<P>(kind: JobKind<P>, job: NewJob<P>, nowMs: number): JobRow {
  const runAt = job.runAt ?? nowMs
  return {
    id: createId('job'),
    kind: kind.name,
    project_id: job.projectId ?? null,
    // Never empty: readPartitions starts after ''.
    partition: job.partition || job.projectId || kind.name,
    dedupe_key: job.dedupeKey ?? null,
    payload: JSON.stringify(job.payload ?? null),
    // Without a requested time the job is ready at once: the clock of this host may be ahead of the runner's.
    state: runAt > nowMs ? 'scheduled' : 'ready',
    priority: job.priority ?? kind.priority ?? 0,
    run_at: runAt,
    created_at: nowMs,
  }
}

/** Inserts rows with dedupe keys and sets the id of each to that of the live job with the key. */
async function insertKeyed(db: Db, kind: string, rows: JobRow[]): Promise<void> {
  // In one order everywhere, so that two transactions never deadlock on keys.
  const ordered = rows.toSorted((a, b) => ((a.dedupe_key ?? '') < (b.dedupe_key ?? '') ? -1 : 1))
  for (let at = 0; at < ordered.length; at += batchSize) await insertBatch(db, kind, ordered.slice(at, at + batchSize))
}

async function insertBatch(db: Db, kind: string, rows: JobRow[]): Promise<void> {
  let missing = rows
  for (let tries = 0; missing.length > 0; tries++) {
    if (tries === maxAttempts)
      throw new Error(
        `Cannot enqueue a job of ${kind}: jobs with its dedupe key finished during each of ${maxAttempts} attempts.`,
      )
    const inserted = await insertJobs(db, missing)
    // The snapshot of the transaction may still show the job that held the key before.
    const own = new Map(missing.filter(({ id }) => inserted.has(id)).map(({ id, dedupe_key }) => [dedupe_key, id]))
    const held = missing.filter(({ id }) => !inserted.has(id))
    const keys = held.map(({ dedupe_key }) => dedupe_key ?? '')
    const live = held.length === 0 ? new Map<string, string>() : await findLive(db, kind, keys)
    for (const row of held) row.id = own.get(row.dedupe_key) ?? live.get(row.dedupe_key ?? '') ?? row.id
    // The job that held the key may have finished since.
    missing = held.filter(({ dedupe_key }) => !own.has(dedupe_key) && !live.has(dedupe_key ?? ''))
  }
}
