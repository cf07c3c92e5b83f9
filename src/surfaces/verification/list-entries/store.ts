/** SQL of the allow and block lists. */
import { and, asc, count, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import {
  type Db,
  type IdPage,
  type Tables,
  inOrder,
  isAmongTexts,
  isInIdPage,
  lockRowsToChange,
  prepared,
} from '../../../platform/storage/index.ts'

export type EntryRow = Tables['verificationListEntries']['$inferSelect']

const valid = ({ tables: { verificationListEntries: t } }: Db, nowMs: number) =>
  or(isNull(t.expiresAt), gt(t.expiresAt, nowMs))

export async function selectEntry(db: Db, projectId: string, id: string): Promise<EntryRow | undefined> {
  const { verificationListEntries: t } = db.tables
  const isIt = and(eq(t.projectId, projectId), eq(t.id, id), valid(db, db.nowMs()))
  return (await db.select().from(t).where(isIt))[0]
}

/** Locks the row until the transaction ends. */
export async function lockEntry(db: Db, projectId: string, id: string): Promise<EntryRow | undefined> {
  const { verificationListEntries: t } = db.tables
  const isIt = and(eq(t.projectId, projectId), eq(t.id, id), valid(db, db.nowMs()))
  return (await lockRowsToChange(db, db.select().from(t).where(isIt)))[0]
}

export interface EntryFilter {
  readonly list: EntryRow['list'] | undefined
  readonly kind: EntryRow['kind'] | undefined
  readonly domain: string | undefined
  /** Keys of one email address or domain. */
  readonly keys: readonly string[] | undefined
}

export async function selectEntries(
  db: Db,
  projectId: string,
  page: IdPage,
  { domain, keys, kind, list }: EntryFilter,
): Promise<EntryRow[]> {
  const { verificationListEntries: t } = db.tables
  return db
    .select()
    .from(t)
    .where(
      and(
        eq(t.projectId, projectId),
        isInIdPage(t.id, page),
        valid(db, db.nowMs()),
        list === undefined ? undefined : eq(t.list, list),
        kind === undefined ? undefined : eq(t.kind, kind),
        domain === undefined ? undefined : eq(t.domain, domain),
        keys === undefined ? undefined : inArray(t.valueKey, [...keys]),
      ),
    )
    .orderBy(...inOrder([t.id], page))
    .limit(page.limit)
}

const byKeys = prepared((db) => {
  const { verificationListEntries: t } = db.tables
  return db
    .select()
    .from(t)
    .where(
      and(
        eq(t.projectId, sql.placeholder('projectId')),
        isAmongTexts(db, t.valueKey, sql.placeholder('keys')),
        or(isNull(t.expiresAt), gt(t.expiresAt, sql.placeholder('nowMs'))),
      ),
    )
})

/** Valid entries with one of these keys: keyed hashes of mailboxes, or domains. */
export async function selectByKeys(
  db: Db,
  projectId: string,
  keys: readonly string[],
  nowMs: number,
): Promise<EntryRow[]> {
  return keys.length === 0 ? [] : byKeys(db, { projectId, keys: JSON.stringify(keys), nowMs })
}

/** Locks the project, so that parallel requests count one after the other. */
export async function countEntries(db: Db, projectId: string): Promise<number> {
  const { projects, verificationListEntries: t } = db.tables
  await lockRowsToChange(db, db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)))
  const [row] = await db
    .select({ n: count() })
    .from(t)
    .where(and(eq(t.projectId, projectId), valid(db, db.nowMs())))
  return row?.n ?? 0
}

const rowsAtOnce = 500

/** Inserts entries; one whose key exists, which has expired or changes, is replaced. */
export async function upsertEntries(db: Db, rows: readonly EntryRow[]): Promise<void> {
  const { verificationListEntries: t } = db.tables
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insert(t)
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflictDoUpdate({
        target: [t.projectId, t.valueKey],
        set: {
          id: sql`excluded.id`,
          list: sql`excluded.list`,
          note: sql`excluded.note`,
          expiresAt: sql`excluded.expires_at`,
          revision: sql`excluded.revision`,
          createdAt: sql`excluded.created_at`,
          updatedAt: sql`excluded.updated_at`,
        },
      })
    // SQLite completes synchronously. Without this yield to the event loop, no request is served until the last row.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export async function updateEntry(db: Db, { id, projectId, ...row }: EntryRow): Promise<void> {
  const { verificationListEntries: t } = db.tables
  await db
    .update(t)
    .set(row)
    .where(and(eq(t.projectId, projectId), eq(t.id, id)))
}

export async function deleteEntry(db: Db, projectId: string, id: string): Promise<void> {
  const { verificationListEntries: t } = db.tables
  await db.delete(t).where(and(eq(t.projectId, projectId), eq(t.id, id)))
}

/** Deletes entries that ended before `nowMs`; returns their number. */
export async function deleteExpired(db: Db, nowMs: number, limit: number): Promise<number> {
  const { verificationListEntries: t } = db.tables
  const some = db.select({ id: t.id }).from(t).where(lte(t.expiresAt, nowMs)).orderBy(asc(t.expiresAt)).limit(limit)
  return (await db.delete(t).where(inArray(t.id, some)).returning({ id: t.id })).length
}
