import { type SQL, and, eq, inArray, isNotNull, lt, not, sql } from 'drizzle-orm'
import type { TemplateState } from '../../../platform/events/index.ts'
import { type Db, type IdPage, type Tables, inOrder, isInIdPage, lockRows } from '../../../platform/storage/index.ts'
import { type TemplateVisibility, namesOpenTemplate } from '../../templates/index.ts'

export type DeliveryRow = Tables['webhookDeliveries']['$inferSelect']
export type DeliveryStatus = DeliveryRow['status']

type WebhookRow = Tables['webhooks']['$inferSelect']

export interface Subscriber {
  id: string
  projectId: string
  events: string[]
  enabled: boolean
  ownerKind: 'api_key' | 'user' | 'plugin_user' | null
  ownerId: string | null
  filter: WebhookRow['filter']
}

/** Webhooks of several projects, for the fan-out only; no route uses it. */
export async function selectSubscribers(db: Db, projectIds: readonly string[]): Promise<Subscriber[]> {
  const { id, projectId, events, enabled, ownerKind, ownerId, filter } = db.tables.webhooks
  return db
    .select({ id, projectId, events, enabled, ownerKind, ownerId, filter })
    .from(db.tables.webhooks)
    .where(inArray(projectId, [...projectIds]))
}

/** Stored states of the templates of events, by event; events without have no entry. */
export async function selectStates(db: Db, ids: readonly string[]): Promise<Map<string, TemplateState[]>> {
  const { id, templateStates } = db.tables.events
  const rows = await db
    .select({ id, templateStates })
    .from(db.tables.events)
    .where(and(inArray(id, [...ids]), isNotNull(templateStates)))
  return new Map(rows.map((row) => [row.id, row.templateStates ?? []]))
}

// SQLite blocks the process while a statement runs.
const rowsOfStatement = 1000

/** Inserts deliveries without attempts. */
export async function insertDeliveries(db: Db, rows: readonly DeliveryRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsOfStatement) {
    await insertBatch(db, rows.slice(at, at + rowsOfStatement))
  }
}

// One parameter for all rows: binding eleven per row costs as much as writing the rows.
function insertBatch(db: Db, rows: readonly DeliveryRow[]): Promise<unknown> {
  const list = JSON.stringify(
    rows.map((row) => ({
      id: row.id,
      project_id: row.projectId,
      webhook_id: row.webhookId,
      event_id: row.eventId,
      type: row.type,
      status: row.status,
      next_attempt_at: row.nextAttemptAt,
      created_at: row.createdAt,
      finished_at: row.finishedAt,
    })),
  )
  const columns = sql`insert into webhook_deliveries (id, project_id, webhook_id, event_id, type, status,
    next_attempt_at, created_at, finished_at, attempts, attempt_count)`
  return db.rows(
    db.dialect === 'sqlite'
      ? sql`${columns} select value ->> '$.id', value ->> '$.project_id', value ->> '$.webhook_id', value ->> '$.event_id',
          value ->> '$.type', value ->> '$.status', value ->> '$.next_attempt_at', value ->> '$.created_at',
          value ->> '$.finished_at', '[]', 0 from json_each(${list})`
      : sql`${columns} select id, project_id, webhook_id, event_id, type, status, next_attempt_at, created_at, finished_at,
          '[]'::json, 0 from jsonb_to_recordset(${list}::text::jsonb) as r (id text, project_id text, webhook_id text,
          event_id text, type text, status text, next_attempt_at bigint, created_at bigint, finished_at bigint)`,
  )
}

/** SQL condition: the caller may view every template of the event. */
function isReadable(db: Db, { guards, isUnlimited }: TemplateVisibility): SQL | undefined {
  if (isUnlimited) return undefined
  const { events, webhookDeliveries } = db.tables
  const named =
    db.dialect === 'sqlite'
      ? sql`json_each(${events.templateIds}) as named`
      : sql`jsonb_array_elements_text(${events.templateIds}) as named (value)`
  const isOpen = namesOpenTemplate(db, sql`named.value`, { guards, erased: not(events.isRestricted) })
  return sql`not exists (select 1 from ${events}, ${named} where ${events.id} = ${webhookDeliveries.eventId} and not ${isOpen})`
}

function owned({ tables: { webhookDeliveries } }: Db, projectId: string, webhookId: string) {
  return and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.projectId, projectId))
}

/** Each matches any of its values. */
export interface DeliveryFilter {
  statuses?: readonly DeliveryStatus[] | undefined
  types?: readonly string[] | undefined
}

/** Only deliveries that the caller may read. */
export async function selectDeliveries(
  db: Db,
  { projectId, webhookId }: { projectId: string; webhookId: string },
  page: IdPage,
  { visibility, statuses, types }: DeliveryFilter & { visibility: TemplateVisibility },
): Promise<DeliveryRow[]> {
  const { webhookDeliveries: table } = db.tables
  return db
    .select()
    .from(table)
    .where(
      and(
        owned(db, projectId, webhookId),
        isReadable(db, visibility),
        statuses === undefined ? undefined : hasStatus(db, statuses),
        types === undefined ? undefined : inArray(table.type, [...types]),
        isInIdPage(table.id, page),
      ),
    )
    .orderBy(...inOrder([table.id], page))
    .limit(page.limit)
}

// The partial index of unfinished deliveries serves only a condition that is a literal in the statement.
function hasStatus({ tables: { webhookDeliveries } }: Db, statuses: readonly DeliveryStatus[]): SQL {
  const isOne = inArray(webhookDeliveries.status, [...statuses])
  return statuses.includes('succeeded') ? isOne : sql`${webhookDeliveries.status} <> 'succeeded' and ${isOne}`
}

/** With the payload, as long as the event is stored. */
export async function selectDelivery(
  db: Db,
  projectId: string,
  { webhookId, id, visibility }: { webhookId: string; id: string; visibility: TemplateVisibility },
): Promise<{ delivery: DeliveryRow; body: string | null } | undefined> {
  const { webhookDeliveries, events } = db.tables
  return (
    await db
      .select({ delivery: webhookDeliveries, body: events.body })
      .from(webhookDeliveries)
      .leftJoin(events, eq(events.id, webhookDeliveries.eventId))
      .where(and(owned(db, projectId, webhookId), eq(webhookDeliveries.id, id), isReadable(db, visibility)))
  )[0]
}

/** Locks the row until the transaction ends. */
export async function lockDelivery(
  db: Db,
  projectId: string,
  { webhookId, id, visibility }: { webhookId: string; id: string; visibility: TemplateVisibility },
): Promise<DeliveryRow | undefined> {
  const { webhookDeliveries } = db.tables
  return (
    await lockRows(
      db,
      db
        .select()
        .from(webhookDeliveries)
        .where(and(owned(db, projectId, webhookId), eq(webhookDeliveries.id, id), isReadable(db, visibility))),
    )
  )[0]
}

export async function hasEvent(db: Db, projectId: string, eventId: string): Promise<boolean> {
  const { events } = db.tables
  const isIt = and(eq(events.id, eventId), eq(events.projectId, projectId))
  return (await db.select({ id: events.id }).from(events).where(isIt)).length > 0
}

/** Sets a finished delivery to pending. */
export async function reopenDelivery(db: Db, projectId: string, id: string): Promise<void> {
  const { webhookDeliveries: table } = db.tables
  await db
    .update(table)
    .set({ status: 'pending', finishedAt: null })
    .where(and(eq(table.projectId, projectId), eq(table.id, id)))
}

/** Deletes at most `limit` deliveries of all projects with a smaller id; returns the number deleted. */
export async function deleteDeliveries(db: Db, beforeId: string, limit: number): Promise<number> {
  const { webhookDeliveries: table } = db.tables
  const oldest = db.select({ id: table.id }).from(table).where(lt(table.id, beforeId)).orderBy(table.id).limit(limit)
  return (await db.delete(table).where(inArray(table.id, oldest)).returning({ id: table.id })).length
}

/** Deletes at most `limit` deliveries of a deleted webhook; returns the number deleted. */
export async function deleteDeliveriesOf(db: Db, webhookId: string, limit: number): Promise<number> {
  const { webhookDeliveries: table } = db.tables
  const some = db.select({ id: table.id }).from(table).where(eq(table.webhookId, webhookId)).limit(limit)
  return (await db.delete(table).where(inArray(table.id, some)).returning({ id: table.id })).length
}
