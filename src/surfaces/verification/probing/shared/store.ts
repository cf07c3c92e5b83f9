/** SQL of the state that probing shares between processes. */
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { type Db, type Tables, lockRows, prepared, preparedUpdate } from '../../../../platform/storage/index.ts'
import type { Grant } from './budget.ts'

export type NoteRow = Tables['probeNotes']['$inferSelect']

export async function selectNotes(db: Db, keys: readonly string[], nowMs: number): Promise<NoteRow[]> {
  const { probeNotes: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(inArray(t.key, [...keys]), gt(t.untilAt, nowMs)))
}

/** Overwrites existing values. */
export async function upsertNotes(db: Db, rows: readonly NoteRow[]): Promise<void> {
  const { probeNotes: t } = db.tables
  await db
    .insert(t)
    .values([...rows])
    .onConflictDoUpdate({ target: t.key, set: { value: sql`excluded.value`, untilAt: sql`excluded.until_at` } })
}

const lockedBudget = prepared((db) => {
  const { probeBudgets: t } = db.tables
  const ofBucket = eq(t.bucket, sql.placeholder('bucket'))
  return lockRows(db, db.select({ grants: t.grants }).from(t).where(ofBucket))
})

/** The grants of a bucket, locked until the transaction ends; empty before the first use. */
export async function lockBudget(db: Db, bucket: string): Promise<Grant[]> {
  const [known] = await lockedBudget(db, { bucket })
  // Only `saveBudget` writes this column.
  if (known !== undefined) return known.grants as Grant[]
  await db.insert(db.tables.probeBudgets).values({ bucket, grants: [], untilAt: 0 }).onConflictDoNothing()
  const [row] = await lockedBudget(db, { bucket })
  return (row?.grants ?? []) as Grant[]
}

const updateBudget = preparedUpdate(
  ({ probeBudgets }) => probeBudgets,
  ({ probeBudgets }) => eq(probeBudgets.bucket, sql.placeholder('ofBucket')),
)

export async function saveBudget(db: Db, bucket: string, grants: readonly Grant[]): Promise<void> {
  const untilAt = grants.reduce((last, { untilMs }) => Math.max(last, Math.ceil(untilMs)), 0)
  await updateBudget(db, { grants: [...grants], untilAt }, { ofBucket: bucket })
}

/** The clock shared by all processes, epoch milliseconds: that of the database server, or of this process for SQLite. */
export async function readClock(db: Db): Promise<number> {
  if (db.dialect === 'sqlite') return performance.timeOrigin + performance.now()
  const [row] = await db.rows<{ now: number }>(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`)
  return row?.now ?? Date.now()
}

/** Deletes expired notes; returns the number of rows. */
export async function deleteNotes(db: Db, nowMs: number, limit: number): Promise<number> {
  const { probeNotes: t } = db.tables
  const some = await db.select({ key: t.key }).from(t).where(lte(t.untilAt, nowMs)).orderBy(asc(t.untilAt)).limit(limit)
  const keys = some.map(({ key }) => key)
  if (keys.length > 0) await db.delete(t).where(and(inArray(t.key, keys), lte(t.untilAt, nowMs)))
  return keys.length
}

/** Deletes budgets whose grants expired before `beforeMs`; returns the number of rows. */
export async function deleteBudgets(db: Db, beforeMs: number, limit: number): Promise<number> {
  const { probeBudgets: t } = db.tables
  const some = await db
    .select({ bucket: t.bucket })
    .from(t)
    .where(lte(t.untilAt, beforeMs))
    .orderBy(asc(t.untilAt))
    .limit(limit)
  const buckets = some.map(({ bucket }) => bucket)
  if (buckets.length > 0) await db.delete(t).where(and(inArray(t.bucket, buckets), lte(t.untilAt, beforeMs)))
  return buckets.length
}
