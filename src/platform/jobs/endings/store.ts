import { type SQL, sql } from 'drizzle-orm'
import { type Db, type JobState, type Store, statementwise } from '../../storage/index.ts'
import { jobsChannel } from '../channels.ts'
import type { ClaimRef } from '../claims/store.ts'

/** What a run leaves in its row, with the names of the columns. */
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

/** Removes the jobs whose run still holds its lease; answers their ids. */
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

/** Marks the jobs done whose run still holds its lease; answers their ids. */
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

/** Writes any end of a run, of those that still hold their lease; answers their ids. */
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

/** Makes jobs ready again whose runs still hold their lease, without having used an attempt. */
export async function handBack(store: Store, held: readonly ClaimRef[]): Promise<number> {
  const rows = await store.tx(async (db) => {
    db.signal(jobsChannel)
    // A suspect waits for its own claim again.
    return db.rows(sql`update jobs set state = case when jobs.crashes < 0 then 'scheduled' else 'ready' end,
      crashes = abs(jobs.crashes), lease_until = null, fence = jobs.fence + 1
      from ${heldIn(db, JSON.stringify(held))}
      where jobs.id = h.id and jobs.fence = h.fence and jobs.state || '' = 'running' returning jobs.id`)
  }, statementwise)
  return rows.length
}

/** How far a run is. */
export interface Progress extends ClaimRef {
  /** As JSON. */
  progress: string
  /** How much of it is done, where the next run would go on there. */
  kept: number | null
}

/** Keeps how far runs are, of those that still hold their lease. What has come further has not crashed in vain. */
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

// The state is compared as an expression wherever ids are given: by statistics of a quiet moment the index of running jobs
// is empty, and SQLite would scan it once for every id.
function heldIn(db: Db, list: string): SQL {
  return db.dialect === 'sqlite'
    ? sql`(select value ->> '$.id' as id, value ->> '$.fence' as fence from json_each(${list})) h`
    : sql`jsonb_to_recordset(${list}::text::jsonb) as h (id text, fence integer)`
}

function idsOf(rows: readonly unknown[]): string[] {
  return (rows as readonly { id: string }[]).map((row) => row.id)
}
