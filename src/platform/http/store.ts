import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { SealContext, VisitSealedRows } from '../identity/index.ts'
import { type Db, lockRows } from '../storage/index.ts'

/** Excludes deleted projects. */
export async function readAllowedOrigins(db: Db): Promise<{ projectId: string; origins: readonly string[] }[]> {
  const { projects } = db.tables
  return db
    .select({ projectId: projects.id, origins: projects.allowedOrigins })
    .from(projects)
    .where(isNull(projects.deletedAt))
}

/** A response stored under an Idempotency-Key. */
export type StoredResponse = {
  requestHash: string
  status: number
  headers: Record<string, string>
  body: string | null
}

/** True if this transaction holds the lock of the key until it ends; false while another replica holds it. */
export async function claimKey(db: Db, projectId: string, key: string): Promise<boolean> {
  if (db.dialect !== 'postgres') return true
  const [row] = await db.rows<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`once ${projectId} ${key}`}, 0)) as claimed`,
  )
  return row?.claimed === true
}

/** The response stored under the key that `once` derives from an Idempotency-Key, unless it has expired. */
export async function findResponse(
  db: Db,
  projectId: string,
  key: string,
  now: number,
): Promise<StoredResponse | undefined> {
  const { idempotencyKeys: keys } = db.tables
  const [row] = await db
    .select({ requestHash: keys.requestHash, status: keys.status, headers: keys.headers, body: keys.body })
    .from(keys)
    .where(and(eq(keys.projectId, projectId), eq(keys.key, key), gt(keys.expiresAt, now)))
  if (row === undefined || row.status === null) return undefined
  return { ...row, status: row.status, headers: row.headers ?? {} }
}

/** Stores a response under its key and replaces an expired one. */
export async function storeResponse(
  db: Db,
  response: StoredResponse & { projectId: string; key: string; createdAt: number; expiresAt: number },
): Promise<void> {
  const { idempotencyKeys: keys } = db.tables
  await db.delete(keys).where(and(eq(keys.projectId, response.projectId), eq(keys.key, response.key)))
  await db.insert(keys).values(response)
}

export async function deleteExpiredResponses(db: Db, now: number): Promise<void> {
  await db.delete(db.tables.idempotencyKeys).where(lt(db.tables.idempotencyKeys.expiresAt, now))
}

export function responseContext(projectId: string, key: string): SealContext {
  return { purpose: 'idempotent response', table: 'idempotency_keys', row: key, project: projectId }
}

export const visitSealedResponses: VisitSealedRows = async (db, visit, { after, limit }) => {
  const { idempotencyKeys: keys } = db.tables
  const [projectId = '', key = ''] = after.split(' ')
  const isAfter = or(gt(keys.projectId, projectId), and(eq(keys.projectId, projectId), gt(keys.key, key)))
  const rows = await lockRows(
    db,
    db
      .select()
      .from(keys)
      .where(and(isAfter, isNotNull(keys.body)))
      .orderBy(asc(keys.projectId), asc(keys.key))
      .limit(limit),
  )
  for (const row of rows) {
    const body = visit(row.body ?? '', responseContext(row.projectId, row.key))
    const isRow = and(eq(keys.projectId, row.projectId), eq(keys.key, row.key))
    if (body !== row.body) await db.update(keys).set({ body }).where(isRow)
  }
  const last = rows.length < limit ? undefined : rows.at(-1)
  return last && `${last.projectId} ${last.key}`
}

/** Calls to add to a bucket's window. */
export type CountedCalls = { bucket: string; windowStart: number; calls: number }

/** Adds calls to their windows, returns the totals in the same order, and deletes old windows. */
export async function addCounts(db: Db, counts: readonly CountedCalls[]): Promise<number[]> {
  const { rateCounters: counters } = db.tables
  const totals: number[] = []
  // Every replica locks rows in the same order, which prevents deadlocks.
  const ordered = counts.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
  const byBucket = new Map<string, number>()
  for (const { bucket, windowStart, calls } of ordered) {
    const [row] = await db
      .insert(counters)
      .values({ bucket, windowStart, count: calls })
      .onConflictDoUpdate({
        target: [counters.bucket, counters.windowStart],
        set: { count: sql`${counters.count} + ${calls}` },
      })
      .returning({ count: counters.count })
    byBucket.set(`${bucket} ${windowStart}`, row?.count ?? calls)
  }
  for (const { bucket, windowStart } of counts) totals.push(byBucket.get(`${bucket} ${windowStart}`) ?? 0)
  await db.delete(counters).where(lt(counters.windowStart, db.nowMs() - 86_400_000))
  return totals
}
