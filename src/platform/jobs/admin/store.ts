import { type SQL, and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { JobColumns } from '../claims/job.ts'
import type { Db, JobState, Store, Tables } from '../../storage/index.ts'

export type JobRecord = Tables['jobs']['$inferSelect']

export interface KindCount {
  kind: string
  state: JobState
  count: number
  /** When the oldest of them was to run; epoch milliseconds. */
  oldestRunAt: number | null
}

export interface JobFilter {
  /** Of these kinds only. */
  kinds?: readonly string[]
  state?: JobState
  projectId?: string
}

/** One row. */
export async function selectJob(db: Db, id: string): Promise<JobRecord | undefined> {
  const { jobs } = db.tables
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id))
  return row
}

/** Rows by the filter, the newest first, those with a smaller id than `beforeId`. */
export async function selectJobs(
  db: Db,
  filter: JobFilter,
  { limit, beforeId }: { limit: number; beforeId?: string | undefined },
): Promise<JobRecord[]> {
  const { jobs } = db.tables
  return db
    .select()
    .from(jobs)
    .where(
      and(
        filter.kinds && inArray(jobs.kind, [...filter.kinds]),
        // Written out, so that the partial indexes are found.
        filter.state && sql`${jobs.state} = ${sql.raw(`'${filter.state}'`)}`,
        filter.projectId === undefined ? undefined : eq(jobs.projectId, filter.projectId),
        beforeId === undefined ? undefined : lt(jobs.id, beforeId),
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(limit)
}

/** What waits, runs or has failed for good, by kind and state. Finished jobs are not counted: there are too many. */
export async function countLive(db: Db): Promise<KindCount[]> {
  const states: JobState[] = ['scheduled', 'ready', 'running', 'dead']
  // State by state, each from its own index.
  const each = states.map(
    (state) => sql`select kind, ${sql.raw(`'${state}'`)} as state, count(*) as count, min(run_at) as "oldestRunAt"
      from jobs where state = ${sql.raw(`'${state}'`)} group by kind`,
  )
  return db.rows<KindCount>(sql.join(each, sql` union all `))
}

// As an expression: by the statistics of a quiet moment SQLite would read every live job for each id.
const live = sql`state || '' in ('scheduled', 'ready', 'running')`

/** A job that was just canceled. */
export type CancelledRow = JobColumns

const columns = sql`id, kind, project_id, lane as partition, payload, run_at, attempts, created_at`

/** Cancels those of the jobs that are live, and answers them. */
export async function setCancelled(
  db: Db,
  ids: readonly string[],
  { nowMs, keepUntil }: { nowMs: number; keepUntil: number },
): Promise<CancelledRow[]> {
  return db.rows<CancelledRow>(sql`update jobs set state = 'cancelled', fence = fence + 1, lease_until = null,
    finished_at = ${nowMs}, keep_until = ${keepUntil} where id in ${listOf(db, ids)} and ${live} returning ${columns}`)
}

/** Removes those of the jobs that are live, and answers them. */
export async function removeLive(db: Db, ids: readonly string[]): Promise<CancelledRow[]> {
  return db.rows<CancelledRow>(sql`delete from jobs where id in ${listOf(db, ids)} and ${live} returning ${columns}`)
}

/**
 * The ids of jobs of a partition in a state, at most so many, locked. What waits and is just being claimed is passed over, for
 * it runs next; what runs is waited for, in the order in which its end is written.
 */
export async function lockPartition(
  db: Db,
  { kind, partition, state, limit }: { kind: string; partition: string; state: JobState; limit: number },
): Promise<string[]> {
  const lock =
    db.dialect === 'sqlite' ? sql`` : state === 'running' ? sql.raw('for update') : sql.raw('for update skip locked')
  const order = state === 'running' ? sql`order by id` : sql``
  const rows = await db.rows<{ id: string }>(sql`select id from jobs where state = ${sql.raw(`'${state}'`)}
    and kind = ${kind} and lane = ${partition} ${order} limit ${limit} ${lock}`)
  return rows.map(({ id }) => id)
}

function listOf({ dialect }: Db, ids: readonly string[]): SQL {
  const list = JSON.stringify(ids)
  return dialect === 'sqlite'
    ? sql`(select value from json_each(${list}))`
    : sql`(select value from jsonb_array_elements_text(${list}::text::jsonb))`
}

// Only a dead job has used its attempts up; one that waits goes on in its schedule.
const anew = sql`state = 'ready', attempts = case when state = 'dead' then 0 else attempts end, crashes = 0,
  finished_at = null, keep_until = null`
const hasNoTwin = sql`(dedupe_key is null or not exists (select 1 from jobs twin where twin.kind = jobs.kind
  and twin.dedupe_key = jobs.dedupe_key and twin.dedupe_key is not null
  and twin.state in ('scheduled', 'ready', 'running') and twin.id <> jobs.id))`

/** Makes a dead, canceled or scheduled job ready, a dead one with all its attempts before it; whether there was one. */
export async function setReady(db: Db, id: string, nowMs: number): Promise<boolean> {
  const rows = await db.rows(sql`update jobs set ${anew}, run_at = ${nowMs}
    where id = ${id} and state in ('dead', 'cancelled', 'scheduled') and ${hasNoTwin} returning id`)
  return rows.length > 0
}

/** Which dead jobs are meant: those of a kind, also of one project, with ids between two. */
export interface DeadJobs {
  kind: string
  projectId?: string | undefined
  afterId: string
  untilId?: string | undefined
}

/** Makes dead jobs ready, at most so many; answers how many, and the last id inspected. */
export async function setDeadReady(
  db: Db,
  { kind, projectId, nowMs, afterId, untilId, limit }: DeadJobs & { nowMs: number; limit: number },
): Promise<{ revived: number; lastId: string | undefined }> {
  const found = await db.rows<{ id: string }>(sql`select id from jobs
    where state = 'dead' and kind = ${kind} and id > ${afterId}
      ${untilId === undefined ? sql`` : sql`and id < ${untilId}`}
      ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`} order by id limit ${limit}`)
  const revived = []
  // One by one: of two with the same dedupe key only the first may live.
  for (const { id } of found) {
    revived.push(
      ...(await db.rows(sql`update jobs set ${anew}, run_at = ${nowMs}
        where id = ${id} and state = 'dead' and ${hasNoTwin} returning id`)),
    )
  }
  return { revived: revived.length, lastId: found.at(-1)?.id }
}

/** Removes jobs that have been kept long enough, at most so many; answers how many. */
export async function pruneFinished(store: Store, nowMs: number, limit: number): Promise<number> {
  const rows = await store.statement(sql`delete from jobs where id in (select id from jobs
    where keep_until is not null and keep_until <= ${nowMs} order by keep_until limit ${limit}) returning 1 as gone`)
  return rows.length
}

/**
 * Has Postgres clear away what is dead of the table now: until it does, every look for work walks over the entries of what
 * has been done, and its own turn comes once a minute.
 */
export async function clearDead(store: Store): Promise<void> {
  if (store.dialect === 'postgres')
    await store.statementWithoutDeadlines(sql`vacuum (skip_locked, truncate false) jobs`)
}
