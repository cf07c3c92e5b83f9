import { sql } from 'drizzle-orm'
import type { Db, JobState } from '../../storage/index.ts'

/** A new row, with the names of its columns. */
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

/** Adds the rows, but for those whose dedupe key a live job has. */
export async function insertJobs(db: Db, rows: readonly JobRow[]): Promise<void> {
  // One parameter, however many rows.
  const list = JSON.stringify(rows)
  const insert = sql`insert into jobs (id, kind, project_id, lane, dedupe_key, payload, state, priority, run_at,
    created_at, attempts, crashes, fence)`
  await db.rows(
    db.dialect === 'sqlite'
      ? sql`${insert} select value ->> '$.id', value ->> '$.kind', value ->> '$.project_id', value ->> '$.partition',
          value ->> '$.dedupe_key', value ->> '$.payload', value ->> '$.state', value ->> '$.priority',
          value ->> '$.run_at', value ->> '$.created_at', 0, 0, 0
        from json_each(${list}) where true on conflict do nothing`
      : sql`${insert} select id, kind, project_id, partition, dedupe_key, payload, state, priority, run_at, created_at, 0, 0, 0
        from jsonb_to_recordset(${list}::text::jsonb) as r (id text, kind text, project_id text, partition text,
          dedupe_key text, payload text, state text, priority integer, run_at bigint, created_at bigint)
        on conflict do nothing`,
  )
}

/** The ids of the live jobs of a kind by dedupe key. */
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
