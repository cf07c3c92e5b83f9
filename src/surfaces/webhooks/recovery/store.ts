import { type SQL, and, count, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { type Db, type Tables, lockRows } from '../../../platform/storage/index.ts'

/** Which deliveries a recovery is about. Ids are bounds of time. */
export interface Range {
  webhookId: string
  /** Those whose id is greater. */
  afterId: string
  /** Those whose id is smaller. */
  untilId: string
  only: 'missed' | 'failed' | 'skipped' | 'all'
}

export type RecoveryRow = Tables['webhookRecoveries']['$inferSelect']

/** Notes that a job recovers; one that is noted already goes on where it is. */
export async function insertRecovery(db: Db, row: RecoveryRow): Promise<void> {
  await db.insert(db.tables.webhookRecoveries).values(row).onConflictDoNothing()
}

/** How far the job is, locked until the transaction ends; undefined when its webhook was deleted or it is finished. */
export async function lockRecovery(db: Db, jobId: string): Promise<RecoveryRow | undefined> {
  const { webhookRecoveries: table } = db.tables
  return (await lockRows(db, db.select().from(table).where(eq(table.jobId, jobId))))[0]
}

/** The same without a lock. */
export async function selectRecovery(db: Db, jobId: string): Promise<RecoveryRow | undefined> {
  const { webhookRecoveries: table } = db.tables
  return (await db.select().from(table).where(eq(table.jobId, jobId)))[0]
}

/** Moves a job on that the transaction has locked. */
export async function updateRecovery(db: Db, { jobId, afterId, recovered }: RecoveryRow): Promise<void> {
  const { webhookRecoveries: table } = db.tables
  await db.update(table).set({ afterId, recovered }).where(eq(table.jobId, jobId))
}

/** Forgets jobs that are finished. */
export async function deleteRecoveries(db: Db, jobIds: readonly string[]): Promise<void> {
  const { webhookRecoveries: table } = db.tables
  await db.delete(table).where(inArray(table.jobId, [...jobIds]))
}

/** Forgets jobs of a webhook whose id is smaller: nobody can take them up any more. */
export async function forgetRecoveries(db: Db, webhookId: string, beforeId: string): Promise<void> {
  const { webhookRecoveries: table } = db.tables
  await db.delete(table).where(and(eq(table.webhookId, webhookId), lt(table.jobId, beforeId)))
}

/** True if the webhook is there and enabled; for the job, which was given its id by someone who may have it. */
export async function isEnabled(db: Db, webhookId: string): Promise<boolean> {
  const { webhooks } = db.tables
  const [row] = await db.select({ enabled: webhooks.enabled }).from(webhooks).where(eq(webhooks.id, webhookId))
  return row?.enabled ?? false
}

/** How many deliveries are in the range. */
export async function countInRange(db: Db, range: Range): Promise<number> {
  const [row] = await db.select({ value: count() }).from(db.tables.webhookDeliveries).where(inRange(db, range))
  return row?.value ?? 0
}

/** Makes the next deliveries of the range pending, due at once, and answers them, oldest first. */
export async function reopenNext(
  db: Db,
  range: Range,
  { limit, nowMs }: { limit: number; nowMs: number },
): Promise<{ id: string; projectId: string; webhookId: string }[]> {
  const { webhookDeliveries: table } = db.tables
  const { id, projectId, webhookId } = table
  const found = await lockRows(
    db,
    db.select({ id, projectId, webhookId }).from(table).where(inRange(db, range)).orderBy(id).limit(limit),
  )
  if (found.length === 0) return []
  const ids = found.map((delivery) => delivery.id)
  await db.update(table).set({ status: 'pending', nextAttemptAt: nowMs, finishedAt: null }).where(inArray(id, ids))
  return found
}

function inRange(db: Db, { webhookId, afterId, untilId, only }: Range) {
  const { webhookDeliveries: table, events } = db.tables
  return and(
    eq(table.webhookId, webhookId),
    gt(table.id, afterId),
    lt(table.id, untilId),
    hasStatus(db, only),
    sql`exists (select 1 from ${events} where ${events.id} = ${table.eventId})`,
  )
}

// The index of what has not succeeded only serves a condition that is written into the statement.
function hasStatus({ tables: { webhookDeliveries: table } }: Db, only: Range['only']): SQL {
  if (only === 'all') return ne(table.status, 'pending')
  const isIt = only === 'missed' ? inArray(table.status, ['failed', 'skipped']) : eq(table.status, only)
  return sql`${table.status} <> 'succeeded' and ${isIt}`
}
