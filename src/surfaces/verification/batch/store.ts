/** The SQL of batches and their rows. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, min, ne, or, sql } from 'drizzle-orm'
import { type Db, type Tables, lockRows, prepared } from '../../../platform/storage/index.ts'

export type BatchRow = Tables['verificationBatches']['$inferSelect']
export type AddressRow = Tables['verificationRows']['$inferSelect']
export type Reachable = NonNullable<AddressRow['reachable']>

/** Adds a batch. */
export async function insertBatch(db: Db, row: BatchRow): Promise<void> {
  await db.insert(db.tables.verificationBatches).values(row)
}

const rowsAtOnce = 500

/** Adds the rows of a batch. */
export async function insertRows(db: Db, rows: readonly AddressRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db.insert(db.tables.verificationRows).values(rows.slice(from, from + rowsAtOnce))
}

/** One batch of the project. */
export async function selectBatch(db: Db, projectId: string, id: string): Promise<BatchRow | undefined> {
  const { verificationBatches: batches } = db.tables
  return (
    await db
      .select()
      .from(batches)
      .where(and(eq(batches.projectId, projectId), eq(batches.id, id)))
  )[0]
}

/** The batch of a job, whichever project's, locked until the transaction ends. */
export async function lockBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  const { verificationBatches: batches } = db.tables
  return (await lockRows(db, db.select().from(batches).where(eq(batches.id, id))))[0]
}

/** A page of the project's batches, newest first, those before `beforeId`. */
export async function selectBatches(
  db: Db,
  projectId: string,
  page: { limit: number; beforeId?: string | undefined; status?: BatchRow['status'] | undefined },
): Promise<BatchRow[]> {
  const { verificationBatches: batches } = db.tables
  return db
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.projectId, projectId),
        page.beforeId === undefined ? undefined : lt(batches.id, page.beforeId),
        page.status === undefined ? undefined : eq(batches.status, page.status),
      ),
    )
    .orderBy(desc(batches.id))
    .limit(page.limit)
}

/** Changes a batch. */
export async function updateBatch(db: Db, id: string, change: Partial<BatchRow>): Promise<void> {
  await db.update(db.tables.verificationBatches).set(change).where(eq(db.tables.verificationBatches.id, id))
}

/** Adds to the counts of a batch. */
export async function countResults(
  db: Db,
  id: string,
  { creditsUsed, ...counts }: Record<Reachable, number> & { creditsUsed: number },
): Promise<void> {
  const { verificationBatches: t } = db.tables
  const processed = counts.safe + counts.risky + counts.invalid + counts.unknown
  await db
    .update(t)
    .set({
      processed: sql`${t.processed} + ${processed}`,
      safe: sql`${t.safe} + ${counts.safe}`,
      risky: sql`${t.risky} + ${counts.risky}`,
      invalid: sql`${t.invalid} + ${counts.invalid}`,
      unknown: sql`${t.unknown} + ${counts.unknown}`,
      creditsUsed: sql`${t.creditsUsed} + ${creditsUsed}`,
    })
    .where(eq(t.id, id))
}

/** Rows that may be examined now, behind a position, in their order. */
export async function selectDue(
  db: Db,
  batchId: string,
  { after, limit, nowMs }: { after: number; limit: number; nowMs: number },
): Promise<AddressRow[]> {
  const { verificationRows: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(eq(t.batchId, batchId), isNotNull(t.dueAt), lte(t.dueAt, nowMs), gt(t.position, after)))
    .orderBy(asc(t.position))
    .limit(limit)
}

/** When the next row may be examined; null when all have their results. */
export async function selectNextDue(db: Db, batchId: string): Promise<number | null> {
  const { verificationRows: t } = db.tables
  const [row] = await db
    .select({ next: min(t.dueAt) })
    .from(t)
    .where(and(eq(t.batchId, batchId), isNotNull(t.dueAt)))
  return row?.next ?? null
}

/** Gives a row its result, unless it has one; whether it had none. */
export async function finishRow(
  db: Db,
  { batchId, position }: Pick<AddressRow, 'batchId' | 'position'>,
  given: { reachable: Reachable; result: unknown },
): Promise<boolean> {
  const { verificationRows: t } = db.tables
  const done = await db
    .update(t)
    .set({ ...given, dueAt: null })
    .where(and(eq(t.batchId, batchId), eq(t.position, position), isNotNull(t.dueAt)))
    .returning({ position: t.position })
  return done.length > 0
}

/** Has rows with another spelling than the one they share a result with be examined themselves; answers how many. */
export async function freeOthers(
  db: Db,
  { batchId, email, position }: Pick<AddressRow, 'batchId' | 'position' | 'email'>,
): Promise<number> {
  const { verificationRows: t } = db.tables
  const freed = await db
    .update(t)
    .set({ sameAs: null, dueAt: Date.now() })
    .where(and(eq(t.batchId, batchId), eq(t.sameAs, position), ne(t.email, email)))
    .returning({ position: t.position })
  return freed.length
}

/** Puts a row off. */
export async function putOffRow(
  db: Db,
  { batchId, position }: Pick<AddressRow, 'batchId' | 'position'>,
  given: { dueAt: number; tries: number },
): Promise<void> {
  const { verificationRows: t } = db.tables
  await db
    .update(t)
    .set(given)
    .where(and(eq(t.batchId, batchId), eq(t.position, position), isNotNull(t.dueAt)))
}

const page = prepared((db) => {
  const { verificationRows: t } = db.tables
  return db
    .select({
      position: t.position,
      email: t.email,
      sameAs: t.sameAs,
      reachable: t.reachable,
      result: t.result,
      extra: t.extra,
    })
    .from(t)
    .where(and(eq(t.batchId, sql.placeholder('batchId')), gt(t.position, sql.placeholder('after'))))
    .orderBy(asc(t.position))
    .limit(rowsAtOnce)
})

/** The next rows of a batch behind a position, in their order. */
export async function selectRows(db: Db, batchId: string, after: number) {
  return page(db, { batchId, after })
}

/** Results of rows by their positions. */
export async function selectResults(db: Db, batchId: string, positions: readonly number[]) {
  if (positions.length === 0) return []
  const { verificationRows: t } = db.tables
  return db
    .select({ position: t.position, reachable: t.reachable, result: t.result })
    .from(t)
    .where(and(eq(t.batchId, batchId), inArray(t.position, [...positions])))
}

/** Deletes batches that have expired and are over; answers how many. */
export async function deleteExpired(db: Db, nowMs: number, limit: number): Promise<number> {
  const { verificationBatches: t } = db.tables
  const isOver = or(isNotNull(t.completedAt), isNull(t.holdId))
  const some = await db
    .select({ id: t.id })
    .from(t)
    .where(and(lte(t.expiresAt, nowMs), isOver))
    .limit(limit)
  const ids = some.map(({ id }) => id)
  if (ids.length > 0) await db.delete(t).where(inArray(t.id, ids))
  return ids.length
}
