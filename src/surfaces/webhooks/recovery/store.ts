import { type SQL, and, count, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { type Db, type Tables, lockRows } from '../../../platform/storage/index.ts'

/** Selects deliveries by time: ids are ordered by creation. */
export interface Range {
  webhookId: string
  /** Exclusive lower bound of the id. */
  afterId: string
  /** Exclusive upper bound of the id. */
  untilId: string
  only: 'missed' | 'failed' | 'skipped' | 'all'
}

export type RecoveryRow = Tables['webhookRecoveries']['$inferSelect']

/** An existing recovery keeps its progress. */
export async function insertRecovery(db: Db, row: RecoveryRow): Promise<void> {
  await db.insert(db.tables.webhookRecoveries).values(row).onConflictDoNothing()
}

/** Locks the progress until the transaction ends; undefined if the webhook was deleted or the recovery has ended. */
export async function lockRecovery(db: Db, jobId: string): Promise<RecoveryRow | undefined> {
  const { webhookRecoveries: table } = db.tables
  return (await lockRows(db, db.select().from(table).where(eq(table.jobId, jobId))))[0]
}

/** Reads without a lock. */
export async function selectRecovery(db: Db, jobId: string): Promise<RecoveryRow | undefined> {
  const { webhookRecoveries: table } = db.tables
  return (await db.select().from(table).where(eq(table.jobId, jobId)))[0]
}

/** Requires a lock by `lockRecovery`. */
export async function updateRecovery(db: Db, { jobId, afterId, recovered }: RecoveryRow): Promise<void> {
  const { webhookRecoveries: table } = db.tables
  await db.update(table).set({ afterId, recovered }).where(eq(table.jobId, jobId))
}

export async function deleteRecoveries(db: Db, jobIds: readonly string[]): Promise<void> {
  const { webhookRecoveries: table } = db.tables
  await db.delete(table).where(inArray(table.jobId, [...jobIds]))
}

/** Deletes recoveries of a webhook that can no longer resume: those with a smaller job id. */
export async function forgetRecoveries(db: Db, webhookId: string, beforeId: string): Promise<void> {
  const { webhookRecoveries: table } = db.tables
  await db.delete(table).where(and(eq(table.webhookId, webhookId), lt(table.jobId, beforeId)))
}

/** Without a project: only for the job, whose webhook was authorized when it was created. */
export async function isEnabled(db: Db, webhookId: string): Promise<boolean> {
  const { webhooks } = db.tables
  const [row] = await db.select({ enabled: webhooks.enabled }).from(webhooks).where(eq(webhooks.id, webhookId))
  return row?.enabled ?? false
}

export async function countInRange(db: Db, range: Range): Promise<number> {
  const [row] = await db.select({ value: count() }).from(db.tables.webhookDeliveries).where(inRange(db, range))
  return row?.value ?? 0
}

/** Sets the next deliveries of the range to pending, due now; returns them, oldest first. */
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

// The partial index of unfinished deliveries serves only a condition that is a literal in the statement.
function hasStatus({ tables: { webhookDeliveries: table } }: Db, only: Range['only']): SQL {
  if (only === 'all') return ne(table.status, 'pending')
  const isIt = only === 'missed' ? inArray(table.status, ['failed', 'skipped']) : eq(table.status, only)
  return sql`${table.status} <> 'succeeded' and ${isIt}`
}
