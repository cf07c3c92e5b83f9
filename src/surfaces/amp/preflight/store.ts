import { and, asc, count, eq, gt, inArray, lt } from 'drizzle-orm'
import {
  type Db,
  type IdPage,
  type Tables,
  inOrder,
  isInIdPage,
  lockRowsToChange,
} from '../../../platform/storage/index.ts'

export type PreflightRow = Tables['ampPreflights']['$inferSelect']

export async function insertPreflight(db: Db, row: PreflightRow): Promise<void> {
  await db.insert(db.tables.ampPreflights).values(row)
}

export async function selectPreflight(db: Db, projectId: string, id: string): Promise<PreflightRow | undefined> {
  const { ampPreflights: t } = db.tables
  const rows = await db
    .select()
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.id, id)))
  return rows[0]
}

/** A preflight of any project. Only for the holder of the token, which replaces the check of the project. */
export async function selectByToken(db: Db, token: string): Promise<PreflightRow | undefined> {
  const { ampPreflights: t } = db.tables
  return (await db.select().from(t).where(eq(t.token, token)))[0]
}

/** Locks the row until the transaction ends. */
export async function lockPreflight(db: Db, projectId: string, id: string): Promise<PreflightRow | undefined> {
  const { ampPreflights: t } = db.tables
  const query = db
    .select()
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.id, id)))
  return (await lockRowsToChange(db, query))[0]
}

export async function updatePreflight(
  db: Db,
  { id, projectId }: Pick<PreflightRow, 'id' | 'projectId'>,
  change: Partial<Omit<PreflightRow, 'id' | 'projectId'>>,
): Promise<void> {
  const { ampPreflights: t } = db.tables
  await db
    .update(t)
    .set(change)
    .where(and(eq(t.projectId, projectId), eq(t.id, id)))
}

/** Number of email addresses of the project that accept a message. Locks the project, so that parallel requests take turns. */
export async function countWaiting(db: Db, projectId: string, nowMs: number): Promise<number> {
  const { ampPreflights: t, projects } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
  const [row] = await db
    .select({ n: count() })
    .from(t)
    .where(and(eq(t.projectId, projectId), eq(t.status, 'waiting'), gt(t.acceptsUntil, nowMs)))
  return row?.n ?? 0
}

export interface PreflightFilter {
  readonly sources: readonly PreflightRow['source'][] | undefined
  readonly verdict: 'ready' | 'not_ready' | undefined
  readonly from: string | undefined
}

export async function selectPreflights(
  db: Db,
  projectId: string,
  page: IdPage,
  { from, sources, verdict }: PreflightFilter,
): Promise<PreflightRow[]> {
  const { ampPreflights: t } = db.tables
  return db
    .select()
    .from(t)
    .where(
      and(
        eq(t.projectId, projectId),
        isInIdPage(t.id, page),
        sources === undefined ? undefined : inArray(t.source, [...sources]),
        verdict === undefined ? undefined : eq(t.verdict, verdict),
        from === undefined ? undefined : eq(t.fromAddress, from),
      ),
    )
    .orderBy(...inOrder([t.id], page))
    .limit(page.limit)
}

/** Deletes some expired preflights of all projects; returns their number. */
export async function deleteExpired(db: Db, nowMs: number, limit: number): Promise<number> {
  const { ampPreflights: t } = db.tables
  const due = await db.select({ id: t.id }).from(t).where(lt(t.expiresAt, nowMs)).orderBy(asc(t.expiresAt)).limit(limit)
  if (due.length > 0)
    await db.delete(t).where(
      inArray(
        t.id,
        due.map(({ id }) => id),
      ),
    )
  return due.length
}
