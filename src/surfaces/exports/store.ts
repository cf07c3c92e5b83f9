import { and, asc, desc, eq, gt, inArray, lt, lte } from 'drizzle-orm'
import type { Db, Tables } from '../../platform/storage/index.ts'

export type ExportRow = Tables['exports']['$inferSelect']

/** A finished export before it belongs to a project. */
export type NewExport = Omit<ExportRow, 'projectId' | 'error'>

/** Keeps a finished export. */
export async function insertExport(db: Db, projectId: string, row: NewExport): Promise<void> {
  await db.insert(db.tables.exports).values({ ...row, projectId })
}

/** An export of the project that has not expired. */
export async function selectExport(
  db: Db,
  projectId: string,
  { id, nowMs }: { id: string; nowMs: number },
): Promise<ExportRow | undefined> {
  const { exports } = db.tables
  const isOwn = and(eq(exports.projectId, projectId), eq(exports.id, id), gt(exports.expiresAt, nowMs))
  return (await db.select().from(exports).where(isOwn))[0]
}

/** An export by its id alone. For signed links only: there the signature stands in for the project. */
export async function selectLinkedExport(db: Db, id: string, nowMs: number): Promise<ExportRow | undefined> {
  const { exports } = db.tables
  return (
    await db
      .select()
      .from(exports)
      .where(and(eq(exports.id, id), gt(exports.expiresAt, nowMs)))
  )[0]
}

/** The project's exports, newest first, those made before `beforeId`. */
export async function selectExports(
  db: Db,
  projectId: string,
  page: { limit: number; beforeId?: string | undefined; format?: string | undefined; nowMs: number },
): Promise<ExportRow[]> {
  const { exports } = db.tables
  const isListed = and(
    eq(exports.projectId, projectId),
    gt(exports.expiresAt, page.nowMs),
    page.beforeId === undefined ? undefined : lt(exports.id, page.beforeId),
    page.format === undefined ? undefined : eq(exports.format, page.format),
  )
  return db.select().from(exports).where(isListed).orderBy(desc(exports.id)).limit(page.limit)
}

/** Takes the row away; undefined when the project has none of that id. */
export async function deleteExport(db: Db, projectId: string, id: string): Promise<ExportRow | undefined> {
  const { exports } = db.tables
  return (
    await db
      .delete(exports)
      .where(and(eq(exports.projectId, projectId), eq(exports.id, id)))
      .returning()
  )[0]
}

/** Exports of any project that have expired, oldest first. */
export async function selectExpired(db: Db, nowMs: number, limit: number): Promise<ExportRow[]> {
  const { exports } = db.tables
  return db.select().from(exports).where(lte(exports.expiresAt, nowMs)).orderBy(asc(exports.expiresAt)).limit(limit)
}

/** Takes rows of any project away, once their files are gone. */
export async function deleteExports(db: Db, ids: readonly string[]): Promise<void> {
  const { exports } = db.tables
  await db.delete(exports).where(inArray(exports.id, [...ids]))
}
