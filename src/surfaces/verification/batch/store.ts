/** SQL of batches and their rows. */
import {
  type Placeholder,
  type SQL,
  type SQLWrapper,
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  min,
  ne,
  sql,
} from 'drizzle-orm'
import {
  type Db,
  type IdPage,
  type Tables,
  isInIdPage,
  lockRows,
  inOrder,
  prepared,
} from '../../../platform/storage/index.ts'

export type BatchRow = Tables['verificationBatches']['$inferSelect']
export type AddressRow = Tables['verificationRows']['$inferSelect']
export type Reachable = NonNullable<AddressRow['reachable']>

export async function insertBatch(db: Db, row: BatchRow): Promise<void> {
  await db.insert(db.tables.verificationBatches).values(row)
}

const rowsAtOnce = 500

/** `dueAt` of rows that were never postponed; 0, so that a clock that is set back does not delay them. */
export const dueAtOnce = 0

/** A row before it is stored. */
export type NewRow = Omit<AddressRow, 'batchId' | 'tries' | 'isPaid'>

/** One INSERT for a few hundred rows. */
export async function insertRows(db: Db, batchId: string, rows: Iterable<NewRow>): Promise<void> {
  let some: object[] = []
  const write = async () => {
    const list = JSON.stringify(some)
    some = []
    const columns = sql`insert into verification_rows
      (batch_id, position, email, same_as, copies, due_at, tries, is_paid, reachable, result, extra)`
    await db.rows(
      db.dialect === 'sqlite'
        ? sql`${columns} select ${batchId}, value ->> 'position', value ->> 'email', value ->> 'same_as', value ->> 'copies',
            value ->> 'due_at', 0, 0, value ->> 'reachable', value -> 'result', value -> 'extra' from json_each(${list})`
        : sql`${columns} select ${batchId}, position, email, same_as, copies, due_at, 0, false, reachable, result, extra
            from json_to_recordset(${list}::text::json) as r (position integer, email text, same_as integer,
            copies integer, due_at bigint, reachable text, result json, extra json)`,
    )
  }
  for (const { copies, dueAt, email, extra, position, reachable, result, sameAs } of rows) {
    const row = { position, email, same_as: sameAs, copies, due_at: dueAt, reachable }
    some.push({ ...row, ...(result === null ? {} : { result }), ...(extra === null ? {} : { extra }) })
    if (some.length < rowsAtOnce) continue
    await write()
    // SQLite completes synchronously. Without this yield to the event loop, no request is served until the last row.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (some.length > 0) await write()
}

export async function selectBatch(db: Db, projectId: string, id: string): Promise<BatchRow | undefined> {
  const { verificationBatches: batches } = db.tables
  return (
    await db
      .select()
      .from(batches)
      .where(and(eq(batches.projectId, projectId), eq(batches.id, id)))
  )[0]
}

/** Selects the batch of a job from any project and locks it until the transaction ends. */
export async function lockBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  const { verificationBatches: batches } = db.tables
  return (await lockRows(db, db.select().from(batches).where(eq(batches.id, id))))[0]
}

export async function selectBatches(
  db: Db,
  projectId: string,
  page: IdPage,
  statuses?: readonly BatchRow['status'][],
): Promise<BatchRow[]> {
  const { verificationBatches: batches } = db.tables
  return db
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.projectId, projectId),
        isInIdPage(batches.id, page),
        statuses === undefined ? undefined : inArray(batches.status, [...statuses]),
      ),
    )
    .orderBy(...inOrder([batches.id], page))
    .limit(page.limit)
}

export async function updateBatch(db: Db, id: string, change: Partial<BatchRow>): Promise<void> {
  await db.update(db.tables.verificationBatches).set(change).where(eq(db.tables.verificationBatches.id, id))
}

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

const duePage = prepared((db) => {
  const { verificationRows: t } = db.tables
  const isBehind = sql`(${t.dueAt}, ${t.position}) > (${sql.placeholder('dueAt')}, ${sql.placeholder('position')})`
  return db
    .select({ dueAt: t.dueAt, position: t.position, email: t.email })
    .from(t)
    .where(and(eq(t.batchId, sql.placeholder('batchId')), isBehind, lte(t.dueAt, sql.placeholder('nowMs'))))
    .orderBy(asc(t.dueAt), asc(t.position))
    .limit(rowsAtOnce)
})

/** Keyset of the order of due rows. */
export type DuePlace = Pick<AddressRow, 'dueAt' | 'position'>

/** Due rows after a keyset, earliest due first. */
export async function selectDuePage(db: Db, batchId: string, after: DuePlace, nowMs: number) {
  return duePage(db, { batchId, ...after, nowMs })
}

// With a list of positions, SQLite would scan the index of all due rows. An expression on the due column and a materialized
// list of positions (`limit -1`) with the batch id in each row prevent that.

export type DueRow = Pick<AddressRow, 'position' | 'email' | 'copies' | 'tries' | 'isPaid'>

const dueRows = prepared((db) => {
  const { batchId, copies, dueAt, email, isPaid, position, tries } = db.tables.verificationRows
  const isGiven = isAmong(db, position, sql.placeholder('positions'))
  return db
    .select({ position, email, copies, tries, isPaid })
    .from(db.tables.verificationRows)
    .where(and(eq(batchId, sql.placeholder('batchId')), sql`${dueAt} + 0 is not null`, isGiven))
})

/** The given rows that have no result yet. */
export async function selectDue(db: Db, batchId: string, positions: readonly number[]): Promise<DueRow[]> {
  return dueRows(db, { batchId, positions: JSON.stringify(positions) })
}

/** Epoch milliseconds at which the next row is due; null if all rows have results. */
export async function selectNextDue(db: Db, batchId: string): Promise<number | null> {
  const { verificationRows: t } = db.tables
  const [row] = await db
    .select({ next: min(t.dueAt) })
    .from(t)
    .where(and(eq(t.batchId, batchId), isNotNull(t.dueAt)))
  return row?.next ?? null
}

/** Epoch milliseconds at which the first and the last row without a result are due; undefined if all rows have results. */
export async function selectWaits(db: Db, batchId: string): Promise<{ first: number; last: number } | undefined> {
  const { verificationRows: t } = db.tables
  const [row] = await db
    .select({ first: min(t.dueAt), last: max(t.dueAt) })
    .from(t)
    .where(and(eq(t.batchId, batchId), isNotNull(t.dueAt)))
  return row == null || row.first === null || row.last === null ? undefined : { first: row.first, last: row.last }
}

/** Stores results of rows that have none; returns the positions of those. */
export async function finishRows(
  db: Db,
  batchId: string,
  given: readonly { position: number; reachable: Reachable; result: unknown }[],
): Promise<ReadonlySet<number>> {
  if (given.length === 0) return new Set()
  const list = JSON.stringify(given)
  const source =
    db.dialect === 'sqlite'
      ? sql`(select ${batchId} as batch_id, value ->> 'position' as position, value ->> 'reachable' as reachable, value -> 'result' as result
          from json_each(${list}) limit -1) g`
      : sql`(select ${batchId}::text as batch_id, r.* from json_to_recordset(${list}::text::json) as r (position integer,
          reachable text, result json)) g`
  const done = await db.rows<{ position: number }>(sql`update verification_rows
    set reachable = g.reachable, result = g.result, due_at = null from ${source}
    where verification_rows.batch_id = g.batch_id and verification_rows.position = g.position and verification_rows.due_at + 0 is not null returning verification_rows.position`)
  return new Set(done.map(({ position }) => position))
}

/**
 * Detaches rows with another spelling from the row whose result they share, with the credits already paid. Returns their
 * number.
 */
export async function freeOthers(
  db: Db,
  { batchId, email, position }: Pick<AddressRow, 'batchId' | 'position' | 'email'>,
): Promise<number> {
  const { verificationRows: t } = db.tables
  const freed = await db
    .update(t)
    .set({ sameAs: null, dueAt: dueAtOnce, isPaid: true })
    .where(and(eq(t.batchId, batchId), eq(t.sameAs, position), ne(t.email, email)))
    .returning({ position: t.position })
  return freed.length
}

/** Postpones rows without a result. */
export async function putOffRows(
  db: Db,
  batchId: string,
  given: readonly { position: number; dueAt: number; tries: number }[],
): Promise<void> {
  if (given.length === 0) return
  const list = JSON.stringify(given.map(({ dueAt: due, position, tries }) => ({ position, due, tries })))
  const source =
    db.dialect === 'sqlite'
      ? sql`(select ${batchId} as batch_id, value ->> 'position' as position, value ->> 'due' as due, value ->> 'tries' as tries
          from json_each(${list}) limit -1) g`
      : sql`(select ${batchId}::text as batch_id, r.* from json_to_recordset(${list}::text::json) as r (position integer,
          due bigint, tries integer)) g`
  await db.rows(sql`update verification_rows set due_at = g.due, tries = g.tries from ${source}
    where verification_rows.batch_id = g.batch_id and verification_rows.position = g.position and verification_rows.due_at + 0 is not null`)
}

const page = prepared((db) => {
  const { verificationRows: t } = db.tables
  return db
    .select({
      position: t.position,
      email: t.email,
      sameAs: t.sameAs,
      reachable: t.reachable,
      result: writtenResult(db),
      extra: t.extra,
    })
    .from(t)
    .where(and(eq(t.batchId, sql.placeholder('batchId')), gt(t.position, sql.placeholder('after'))))
    .orderBy(asc(t.position))
    .limit(rowsAtOnce)
})

/** Rows after a position, in order of position; results are unparsed JSON. */
export async function selectRows(db: Db, batchId: string, after: number) {
  return page(db, { batchId, after })
}

/** Results by position, as unparsed JSON. */
export async function selectResults(db: Db, batchId: string, positions: readonly number[]) {
  if (positions.length === 0) return []
  const { verificationRows: t } = db.tables
  return db
    .select({ position: t.position, reachable: t.reachable, result: writtenResult(db) })
    .from(t)
    .where(and(eq(t.batchId, batchId), isAmong(db, t.position, JSON.stringify(positions))))
}

/** Ended batches whose results have expired, at most `limit`. */
export async function selectExpired(db: Db, nowMs: number, limit: number): Promise<BatchRow[]> {
  const { verificationBatches: t } = db.tables
  return db
    .select()
    .from(t)
    .where(and(lte(t.expiresAt, nowMs), isNotNull(t.completedAt), isNull(t.erasedAt)))
    .orderBy(asc(t.expiresAt))
    .limit(limit)
}

/** Deletes at most `limit` rows of a batch; returns the number deleted. */
export async function deleteRows(db: Db, batchId: string, limit: number): Promise<number> {
  const { verificationRows: t } = db.tables
  const some = db.select({ position: t.position }).from(t).where(eq(t.batchId, batchId)).limit(limit)
  const gone = await db
    .delete(t)
    .where(and(eq(t.batchId, batchId), inArray(t.position, some)))
    .returning({ position: t.position })
  return gone.length
}

/** Deletes erased batches that expired before `beforeMs`; returns the number deleted. */
export async function deleteErased(db: Db, beforeMs: number, limit: number): Promise<number> {
  const { verificationBatches: t } = db.tables
  const some = db
    .select({ id: t.id })
    .from(t)
    .where(and(lte(t.expiresAt, beforeMs), isNotNull(t.erasedAt)))
    .limit(limit)
  return (await db.delete(t).where(inArray(t.id, some)).returning({ id: t.id })).length
}

/** True if a batch that still has results uses this webhook as its callback. */
export async function isCalledBack(db: Db, projectId: string, webhookId: string): Promise<boolean> {
  const { verificationBatches: t } = db.tables
  const isIt = and(eq(t.projectId, projectId), eq(t.callbackId, webhookId), isNull(t.erasedAt))
  return (await db.select({ id: t.id }).from(t).where(isIt).limit(1)).length > 0
}

// Selects JSON as text: the driver would parse it, and it is written out again unchanged.
function writtenResult(db: Db): SQL<string | null> {
  const { result } = db.tables.verificationRows
  return db.dialect === 'sqlite' ? sql`${result}` : sql`${result}::text`
}

// One parameter for any number of values: both databases prepare a statement for each number of parameters.
function isAmong(db: Db, column: SQLWrapper, list: string | Placeholder): SQL {
  return db.dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${list}))`
    : sql`${column} in (select value::integer from json_array_elements_text(${list}::text::json))`
}
