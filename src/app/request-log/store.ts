import { and, desc, eq, gte, lt, lte } from 'drizzle-orm'
import { limits } from '../../kernel/limits.ts'
import { type Db, type Tables, isInIdPage } from '../../platform/storage/index.ts'

export type RequestRow = Tables['requestLog']['$inferSelect']

export interface RequestFilter {
  /** First digit of the status: 2 to 5. */
  statusClass?: number | undefined
  keyId?: string | undefined
  operation?: string | undefined
  requestId?: string | undefined
}

/** A request, with the key that sent it; undefined if that was deleted. */
export type KeyedRequest = { request: RequestRow; key: { name: string; prefix: string } | null }

/** The newest first. */
export async function selectRequests(
  db: Db,
  projectId: string,
  { keyId, operation, requestId, statusClass }: RequestFilter,
  page: { after?: string | undefined; limit: number },
): Promise<KeyedRequest[]> {
  const { apiKeys, requestLog: t } = db.tables
  const isMatch = and(
    eq(t.projectId, projectId),
    gte(t.at, db.nowMs() - limits.requestLogDays * 86_400_000),
    isInIdPage(t.id, { descending: true, after: page.after }),
    keyId === undefined ? undefined : eq(t.keyId, keyId),
    operation === undefined ? undefined : eq(t.operation, operation),
    requestId === undefined ? undefined : eq(t.requestId, requestId),
    statusClass === undefined
      ? undefined
      : and(gte(t.status, statusClass * 100), lt(t.status, statusClass * 100 + 100)),
  )
  return db
    .select({ request: t, key: { name: apiKeys.name, prefix: apiKeys.prefix } })
    .from(t)
    .leftJoin(apiKeys, eq(apiKeys.id, t.keyId))
    .where(isMatch)
    .orderBy(desc(t.id))
    .limit(page.limit)
}

export async function insertRequests(db: Db, rows: readonly RequestRow[]): Promise<void> {
  await db.insert(db.tables.requestLog).values([...rows])
}

/** Leaves the newest rows of a project. */
export async function trimRequests(db: Db, projectId: string, count: number): Promise<void> {
  const { requestLog: t } = db.tables
  const ofProject = eq(t.projectId, projectId)
  const [last] = await db.select({ id: t.id }).from(t).where(ofProject).orderBy(desc(t.id)).offset(count).limit(1)
  if (last !== undefined) await db.delete(t).where(and(ofProject, lte(t.id, last.id)))
}

/** Deletes those that are too old; returns their number. */
export async function purgeRequests(db: Db, nowMs: number): Promise<number> {
  const { requestLog: t } = db.tables
  const isOld = lt(t.at, nowMs - limits.requestLogDays * 86_400_000)
  return (await db.delete(t).where(isOld).returning({ id: t.id })).length
}
