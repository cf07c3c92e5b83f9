import { sql, type SQL, and, desc, eq, inArray, lt } from 'drizzle-orm'
import { type Db, type JobState, type Store, statementwise, type Tables } from '../storage/index.ts'
import { jobsChannel } from './channels.ts'
import type { ClaimRef } from './claim-store.ts'
import type { JobColumns } from './kind.ts'

/** A new row, with column names. */
export interface JobRow {
  id: string
  kind: string
  project_id: string | null
  partition: string
  dedupe_key: string | null
  payload: string
  state: JobState
  priority: number
  run_at: number
  created_at: number
}

/** Skips rows whose dedupe key a live job has; returns the ids of the others. */
export async function insertJobs(db: Db, rows: readonly JobRow[]): Promise<Set<string>> {
  // One parameter for any number of rows.
  const list = JSON.stringify(rows)
  const insert = sql`insert into jobs (id, kind, project_id, lane, dedupe_key, payload, state, priority, run_at,
    created_at, attempts, crashes, fence)`
  const inserted = await db.rows<{ id: string }>(
    db.dialect === 'sqlite'
      ? sql`${insert} select value ->> '$.id', value ->> '$.kind', value ->> '$.project_id', value ->> '$.partition',
          value ->> '$.dedupe_key', value ->> '$.payload', value ->> '$.state', value ->> '$.priority',
          value ->> '$.run_at', value ->> '$.created_at', 0, 0, 0
        from json_each(${list}) where true on conflict do nothing returning id`
      : sql`${insert} select id, kind, project_id, partition, dedupe_key, payload, state, priority, run_at, created_at, 0, 0, 0
        from jsonb_to_recordset(${list}::text::jsonb) as r (id text, kind text, project_id text, partition text,
          dedupe_key text, payload text, state text, priority integer, run_at bigint, created_at bigint)
        on conflict do nothing returning id`,
  )
  return new Set(inserted.map(({ id }) => id))
}

/** Ids of live jobs by dedupe key. */
export async function findLive(db: Db, kind: string, keys: readonly string[]): Promise<Map<string, string>> {
  const list = JSON.stringify(keys)
  const wanted =
    db.dialect === 'sqlite'
      ? sql`(select value from json_each(${list}))`
      : sql`(select value from jsonb_array_elements_text(${list}::text::jsonb))`
  const rows = await db.rows<{ id: string; dedupe_key: string }>(
    sql`select id, dedupe_key from jobs where kind = ${kind} and dedupe_key in ${wanted}
      and dedupe_key is not null and state in ('scheduled', 'ready', 'running')`,
  )
  return new Map(rows.map((row) => [row.dedupe_key, row.id]))
}

/** The row after a run, with column names. */
export interface EndRow extends ClaimRef {
  state: JobState
  run_at: number
  attempts: number
  crashes: number
  errors: string | null
  result: string | null
  finished_at: number | null
  keep_until: number | null
}

/** Removes the jobs whose run still holds its lease; returns their ids. */
export async function removeEnded(db: Db, held: readonly ClaimRef[]): Promise<string[]> {
  const list = JSON.stringify(held)
  return idsOf(
    await db.rows(
      db.dialect === 'sqlite'
        ? sql`delete from jobs where rowid in (select j.rowid from ${heldIn(db, list)} join jobs j on j.id = h.id
            where j.fence = h.fence and j.state || '' = 'running') returning id`
        : sql`delete from jobs using ${heldIn(db, list)}
            where jobs.id = h.id and jobs.fence = h.fence and jobs.state || '' = 'running' returning jobs.id`,
    ),
  )
}

/** Marks the jobs done whose run still holds its lease; returns their ids. */
export async function markDone(
  db: Db,
  held: readonly ClaimRef[],
  { nowMs, keepUntil }: { nowMs: number; keepUntil: number },
): Promise<string[]> {
  return idsOf(
    await db.rows(sql`update jobs set state = 'done', attempts = attempts + 1, lease_until = null,
      finished_at = ${nowMs}, keep_until = ${keepUntil} from ${heldIn(db, JSON.stringify(held))}
      where jobs.id = h.id and jobs.fence = h.fence and jobs.state || '' = 'running' returning jobs.id`),
  )
}

/** Writes the ends of runs that still hold their lease; returns their ids. */
export async function writeEnds(db: Db, ends: readonly EndRow[]): Promise<string[]> {
  const list = JSON.stringify(ends)
  const source =
    db.dialect === 'sqlite'
      ? sql`(select value ->> '$.id' as id, value ->> '$.fence' as fence, value ->> '$.state' as state,
          value ->> '$.run_at' as run_at, value ->> '$.attempts' as attempts, value ->> '$.crashes' as crashes,
          value ->> '$.errors' as errors, value ->> '$.result' as result, value ->> '$.finished_at' as finished_at,
          value ->> '$.keep_until' as keep_until from json_each(${list})) h`
      : sql`jsonb_to_recordset(${list}::text::jsonb) as h (id text, fence integer, state text, run_at bigint,
          attempts integer, crashes integer, errors text, result text, finished_at bigint, keep_until bigint)`
  return idsOf(
    await db.rows(sql`update jobs set state = h.state, run_at = h.run_at, attempts = h.attempts, crashes = h.crashes,
      errors = h.errors, result = h.result, finished_at = h.finished_at, keep_until = h.keep_until,
      lease_until = null, fence = jobs.fence + 1 from ${source}
      where jobs.id = h.id and jobs.fence = h.fence and jobs.state || '' = 'running' returning jobs.id`),
  )
}

/** Makes jobs ready again whose runs still hold their lease; no attempt is used. Returns their number. */
export async function handBack(store: Store, held: readonly ClaimRef[]): Promise<number> {
  const rows = await store.tx(async (db) => {
    db.signal(jobsChannel)
    // A suspect is claimed separately.
    return db.rows(sql`update jobs set state = case when jobs.crashes < 0 then 'scheduled' else 'ready' end,
      crashes = abs(jobs.crashes), lease_until = null, fence = jobs.fence + 1
      from ${heldIn(db, JSON.stringify(held))}
      where jobs.id = h.id and jobs.fence = h.fence and jobs.state || '' = 'running' returning jobs.id`)
  }, statementwise)
  return rows.length
}

export interface Progress extends ClaimRef {
  /** JSON. */
  progress: string
  /** Amount done if the next run continues there; else null. */
  kept: number | null
}

/** Stores the progress of runs that still hold their lease. A run that made progress resets its count of crashes. */
export async function writeProgress(db: Db, rows: readonly Progress[]): Promise<void> {
  if (rows.length === 0) return
  const list = JSON.stringify(rows)
  const source =
    db.dialect === 'sqlite'
      ? sql`(select value ->> '$.id' as id, value ->> '$.fence' as fence, value ->> '$.progress' as progress,
          value ->> '$.kept' as kept from json_each(${list})) h`
      : sql`jsonb_to_recordset(${list}::text::jsonb) as h (id text, fence integer, progress text, kept bigint)`
  const before =
    db.dialect === 'sqlite'
      ? sql`cast(jobs.progress ->> '$.done' as integer)`
      : sql`(jobs.progress::json ->> 'done')::numeric`
  await db.rows(sql`update jobs set progress = h.progress,
    crashes = case when h.kept > coalesce(${before}, 0) then 0 else jobs.crashes end from ${source}
    where jobs.id = h.id and jobs.fence = h.fence and jobs.state || '' = 'running'`)
}

// Queries by id compare the state as an expression (state || ''): with statistics taken while the queue was empty, SQLite
// would choose the index of running jobs and scan it once per id.
function heldIn(db: Db, list: string): SQL {
  return db.dialect === 'sqlite'
    ? sql`(select value ->> '$.id' as id, value ->> '$.fence' as fence from json_each(${list})) h`
    : sql`jsonb_to_recordset(${list}::text::jsonb) as h (id text, fence integer)`
}

function idsOf(rows: readonly unknown[]): string[] {
  return (rows as readonly { id: string }[]).map((row) => row.id)
}

export type JobRecord = Tables['jobs']['$inferSelect']

export interface KindCount {
  kind: string
  state: JobState
  count: number
  /** `run_at` of the oldest, epoch milliseconds. */
  oldestRunAt: number | null
}

export interface JobFilter {
  kinds?: readonly string[]
  state?: JobState
  projectId?: string
}

export async function selectJob(db: Db, id: string): Promise<JobRecord | undefined> {
  const { jobs } = db.tables
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id))
  return row
}

/** Newest first; only ids before `beforeId`. */
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
        // A literal, so that the planner uses the partial indexes.
        filter.state && sql`${jobs.state} = ${sql.raw(`'${filter.state}'`)}`,
        filter.projectId === undefined ? undefined : eq(jobs.projectId, filter.projectId),
        beforeId === undefined ? undefined : lt(jobs.id, beforeId),
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(limit)
}

/** Counts jobs that are scheduled, ready, running or dead. Done and canceled jobs are not counted: there are too many. */
export async function countJobs(db: Db): Promise<KindCount[]> {
  const states: JobState[] = ['scheduled', 'ready', 'running', 'dead']
  // One query per state, so that each uses its index.
  const each = states.map(
    (state) => sql`select kind, ${sql.raw(`'${state}'`)} as state, count(*) as count, min(run_at) as "oldestRunAt"
      from jobs where state = ${sql.raw(`'${state}'`)} group by kind`,
  )
  return db.rows<KindCount>(sql.join(each, sql` union all `))
}

// An expression, so that SQLite looks up ids instead of reading every live job for each id.
const live = sql`state || '' in ('scheduled', 'ready', 'running')`

const columns = sql`id, kind, project_id, lane as partition, payload, run_at, attempts, created_at`

/** Cancels the live ones of the jobs and returns them. */
export async function setCancelled(
  db: Db,
  ids: readonly string[],
  { nowMs, keepUntil }: { nowMs: number; keepUntil: number },
): Promise<JobColumns[]> {
  return db.rows<JobColumns>(sql`update jobs set state = 'cancelled', fence = fence + 1, lease_until = null,
    finished_at = ${nowMs}, keep_until = ${keepUntil} where id in ${listOf(db, ids)} and ${live} returning ${columns}`)
}

/** Removes the live ones of the jobs and returns them. */
export async function removeLive(db: Db, ids: readonly string[]): Promise<JobColumns[]> {
  return db.rows<JobColumns>(sql`delete from jobs where id in ${listOf(db, ids)} and ${live} returning ${columns}`)
}

/**
 * Locks jobs of a partition in a state and returns their ids. Skips waiting jobs that another transaction is claiming; waits
 * for running ones, in the lock order of `endRuns`.
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

// Only a dead job has used all its attempts; the others keep their count.
const anew = sql`state = 'ready', attempts = case when state = 'dead' then 0 else attempts end, crashes = 0,
  finished_at = null, keep_until = null`
const hasNoTwin = sql`(dedupe_key is null or not exists (select 1 from jobs twin where twin.kind = jobs.kind
  and twin.dedupe_key = jobs.dedupe_key and twin.dedupe_key is not null
  and twin.state in ('scheduled', 'ready', 'running') and twin.id <> jobs.id))`

/** Makes a dead, canceled or scheduled job ready; false if there is none. */
export async function setReady(db: Db, id: string, nowMs: number): Promise<boolean> {
  const rows = await db.rows(sql`update jobs set ${anew}, run_at = ${nowMs}
    where id = ${id} and state in ('dead', 'cancelled', 'scheduled') and ${hasNoTwin} returning id`)
  return rows.length > 0
}

export interface DeadJobs {
  kind: string
  projectId?: string | undefined
  afterId: string
  untilId?: string | undefined
}

/** Makes at most `limit` dead jobs ready. `lastId` is the last id that was read; undefined at the end. */
export async function setDeadReady(
  db: Db,
  { kind, projectId, nowMs, afterId, untilId, limit }: DeadJobs & { nowMs: number; limit: number },
): Promise<{ revived: number; lastId: string | undefined }> {
  const found = await db.rows<{ id: string }>(sql`select id from jobs
    where state = 'dead' and kind = ${kind} and id > ${afterId}
      ${untilId === undefined ? sql`` : sql`and id < ${untilId}`}
      ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`} order by id limit ${limit}`)
  const revived = []
  // One by one: of two jobs with the same dedupe key only the first becomes ready.
  for (const { id } of found) {
    revived.push(
      ...(await db.rows(sql`update jobs set ${anew}, run_at = ${nowMs}
        where id = ${id} and state = 'dead' and ${hasNoTwin} returning id`)),
    )
  }
  return { revived: revived.length, lastId: found.at(-1)?.id }
}

/** Removes at most `limit` expired jobs and returns their number. */
export async function pruneFinished(store: Store, nowMs: number, limit: number): Promise<number> {
  const rows = await store.statement(sql`delete from jobs where id in (select id from jobs
    where keep_until is not null and keep_until <= ${nowMs} order by keep_until limit ${limit}) returning 1 as gone`)
  return rows.length
}

/**
 * Vacuums the table on Postgres: until then every query for work passes the index entries of finished jobs, and autovacuum
 * comes only once a minute.
 */
export async function vacuumJobs(store: Store): Promise<void> {
  if (store.dialect === 'postgres')
    await store.statementWithoutDeadlines(sql`vacuum (skip_locked, truncate false) jobs`)
}
