import { type SQL, and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/storage/index.ts'
import { type Addressed, selectHidden } from '../audience.ts'
import type { StoredHeader, StoredSecret } from './secrets.ts'
import type { Rate } from './slots.ts'

/** A delivery with everything that sending needs. */
export interface DueDelivery {
  id: string
  status: 'pending' | 'succeeded' | 'failed' | 'skipped'
  attemptCount: number
  type: string
  webhookId: string
  projectId: string
  eventId: string
  /** Null if the event is no longer stored. */
  body: string | null
  url: string
  isEnabled: boolean
  revision: number
  failingSince: number | null
  lastSuccessAt: number | null
  secrets: StoredSecret[]
  headers: StoredHeader[] | null
  rate: Rate | null
  /** True if the owner of the webhook may not view a template of the event. */
  isHidden: boolean
}

interface DueRow
  extends
    Omit<DueDelivery, 'headers' | 'isEnabled' | 'isHidden' | 'rate' | 'secrets'>,
    Omit<Addressed, 'isRestricted' | 'templateIds'> {
  isEnabled: boolean | number
  secrets: StoredSecret[] | string
  headers: StoredHeader[] | string | null
  rate: Rate | string | null
  templateIds: string[] | string | null
  isRestricted: boolean | number | null
  hasGrants: boolean | number
}

/**
 * Deliveries by id from any project, for jobs only; one query if the project has no grants. Deleted deliveries are missing.
 */
export async function selectDue(db: Db, ids: readonly string[]): Promise<Map<string, DueDelivery>> {
  const rows = await db.rows<DueRow>(sql`
    select d.id, d.status, d.attempt_count as "attemptCount", d.type, d.webhook_id as "webhookId", w.project_id as "projectId", d.event_id as "eventId", e.body,
      w.url, w.enabled as "isEnabled", w.revision, w.failing_since as "failingSince", w.last_success_at as "lastSuccessAt",
      w.secrets, w.headers, w.rate, w.project_id as "projectId", w.owner_kind as "ownerKind", w.owner_id as "ownerId",
      e.template_ids as "templateIds", e.is_restricted as "isRestricted",
      exists (select 1 from grants g where g.project_id = d.project_id) as "hasGrants"
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id left join events e on e.id = d.event_id
    where d.id in (${membersOf(db, ids)})`)
  const read = rows.map(readRow)
  // Without grants, now and at the time of the event, nothing is hidden.
  const suspects = read.filter(({ hasGrants, isRestricted }) => hasGrants || isRestricted)
  const hidden = new Set([...(await selectHidden(db, suspects))].map(({ id }) => id))
  return new Map(read.map((row) => [row.id, { ...row, isHidden: hidden.has(row.id) }]))
}

export interface Entry {
  at: number
  status_code?: number
  error?: string
  detail?: string
  duration_ms: number
  response_excerpt?: string
  trigger: string
}

export interface Ending {
  id: string
  /** Undefined if the webhook was disabled before the attempt. */
  entry?: Entry
  result: 'succeeded' | 'failed' | 'skipped'
  /** Epoch milliseconds; null if no attempt follows. */
  nextAttemptAt: number | null
  /** True for a manual retry, which does not end the schedule unless it succeeds. */
  isBeside: boolean
  endedAt: number
}

/** Writes the results of attempts in one statement. A succeeded delivery stays succeeded. */
export async function recordEndings(db: Db, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return
  const status = sql`case
    when d.status = 'succeeded' or r.result = 'succeeded' then 'succeeded'
    when r.result = 'skipped' then case when d.status = 'pending' then 'skipped' else d.status end
    when r.beside = 1 and d.next_attempt_at is not null then d.status
    when r.next_at is not null then 'pending' else 'failed' end`
  const nextAt = sql`case
    when d.status = 'succeeded' or r.result <> 'failed' then null
    when r.beside = 1 then d.next_attempt_at else r.next_at end`
  await db.rows(sql`
    update webhook_deliveries as d set
      status = ${status}, next_attempt_at = ${nextAt}, attempts = ${appended(db)},
      attempt_count = d.attempt_count + case when r.entry is null then 0 else 1 end,
      finished_at = case when ${status} = 'pending' then null else coalesce(d.finished_at, r.ended_at) end
    from ${recordsOf(db, endings)} as r where d.id = r.id`)
}

/** Latest success of a webhook in a batch and its first failure after that, epoch milliseconds. */
export interface Health {
  id: string
  succeededAt: number | null
  failedAt: number | null
}

/** Writes failing since and last success of webhooks in one statement. */
export async function recordHealth(db: Db, healths: readonly Health[]): Promise<void> {
  if (healths.length === 0) return
  await db.rows(sql`
    update webhooks as w set
      last_success_at = case when r.succeeded_at > coalesce(w.last_success_at, 0) then r.succeeded_at else w.last_success_at end,
      failing_since = case when r.succeeded_at is not null then r.failed_at else coalesce(w.failing_since, r.failed_at) end
    from ${healthsOf(db, healths)} as r where w.id = r.id`)
}

/**
 * Disables an enabled webhook; for the reason `failing` only if no attempt has succeeded since `failingBefore`. Returns true
 * if it was disabled.
 */
export async function disableWebhook(
  db: Db,
  webhookId: string,
  { reason, nowMs, failingBefore }: { reason: 'gone' | 'failing'; nowMs: number; failingBefore: number },
): Promise<boolean> {
  const { webhooks: table } = db.tables
  const isDue = reason === 'failing' ? lte(table.failingSince, failingBefore) : undefined
  const disabled = await db
    .update(table)
    .set({
      enabled: false,
      disabledReason: reason,
      disabledAt: nowMs,
      updatedAt: nowMs,
      revision: sql`${table.revision} + 1`,
    })
    .where(and(eq(table.id, webhookId), eq(table.enabled, true), isDue))
    .returning({ id: table.id })
  return disabled.length > 0
}

function readRow(row: DueRow) {
  return {
    ...row,
    templateIds: readJson(row.templateIds),
    isRestricted: Boolean(row.isRestricted),
    hasGrants: Boolean(row.hasGrants),
    isEnabled: Boolean(row.isEnabled),
    secrets: readJson(row.secrets),
    headers: readJson(row.headers),
    rate: readJson(row.rate),
  }
}

// SQLite returns the text of a JSON column that a written query selects.
function readJson<T>(value: T | string): T {
  return typeof value === 'string' ? (JSON.parse(value) as T) : value
}

// One parameter for any number of ids: both databases prepare a statement for each number of parameters.
function membersOf(db: Db, ids: readonly string[]): SQL {
  const text = JSON.stringify(ids)
  return db.dialect === 'sqlite'
    ? sql`select value from json_each(${text})`
    : sql`select jsonb_array_elements_text(${text}::text::jsonb)`
}

function recordsOf(db: Db, endings: readonly Ending[]): SQL {
  const text = JSON.stringify(
    endings.map(({ id, entry, result, nextAttemptAt, isBeside, endedAt }) => ({
      id,
      entry: entry ?? null,
      result,
      next_at: nextAttemptAt,
      beside: isBeside ? 1 : 0,
      ended_at: endedAt,
    })),
  )
  return db.dialect === 'sqlite'
    ? sql`(select value->>'id' as id, value->>'entry' as entry, value->>'result' as result, value->>'next_at' as next_at,
        value->>'beside' as beside, value->>'ended_at' as ended_at from json_each(${text}))`
    : sql`(select * from jsonb_to_recordset(${text}::text::jsonb) as x
        (id text, entry jsonb, result text, next_at bigint, beside int, ended_at bigint))`
}

function appended(db: Db): SQL {
  return db.dialect === 'sqlite'
    ? sql`case when r.entry is null then d.attempts else json_insert(d.attempts, '$[#]', json(r.entry)) end`
    : sql`case when r.entry is null then d.attempts else (d.attempts::jsonb || r.entry)::json end`
}

function healthsOf(db: Db, healths: readonly Health[]): SQL {
  const text = JSON.stringify(
    healths.map(({ id, succeededAt, failedAt }) => ({ id, succeeded_at: succeededAt, failed_at: failedAt })),
  )
  return db.dialect === 'sqlite'
    ? sql`(select value->>'id' as id, value->>'succeeded_at' as succeeded_at, value->>'failed_at' as failed_at
        from json_each(${text}))`
    : sql`(select * from jsonb_to_recordset(${text}::text::jsonb) as x (id text, succeeded_at bigint, failed_at bigint))`
}
