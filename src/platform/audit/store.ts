import { type SQL, and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Db, prepared, preparedInsert } from '../storage/index.ts'
import type { AuditRow } from './entry.ts'

/** Keeps other transactions from adding to the project's chain until this one ends. SQLite has one writer anyway. */
export async function lockChain(db: Db, projectId: string | null): Promise<void> {
  if (db.dialect !== 'postgres') return
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${projectId ?? ''}`}, 0))`)
}

const lastOf = (isInChain: (db: Db) => SQL) =>
  prepared((db) => {
    const { at, hash } = db.tables.auditLog
    return db.select({ at, hash }).from(db.tables.auditLog).where(isInChain(db)).orderBy(desc(at)).limit(1)
  })
const lastOfProject = lastOf((db) => eq(db.tables.auditLog.projectId, sql.placeholder('project')))
const lastOfNone = lastOf((db) => isNull(db.tables.auditLog.projectId))

/** The time and hash of the last row of a project's chain. */
export async function lastOfChain(db: Db, projectId: string | null): Promise<{ at: number; hash: string } | undefined> {
  return (projectId === null ? await lastOfNone(db) : await lastOfProject(db, { project: projectId }))[0]
}

/** Appends one row. */
export const insertAudit = preparedInsert(({ auditLog }) => auditLog)

/** The projects that have a chain; null is the chain of what belongs to no project. */
export async function listChains(db: Db): Promise<(string | null)[]> {
  const { auditLog } = db.tables
  const rows = await db.selectDistinct({ projectId: auditLog.projectId }).from(auditLog)
  return rows.map((row) => row.projectId)
}

/** The next rows of a chain after that time, oldest first. */
export async function readChain(
  db: Db,
  projectId: string | null,
  { after, limit }: { after: number; limit: number },
): Promise<AuditRow[]> {
  const { auditLog } = db.tables
  return db
    .select()
    .from(auditLog)
    .where(and(inChain(db, projectId), gt(auditLog.at, after)))
    .orderBy(auditLog.at)
    .limit(limit)
}

function inChain(db: Db, projectId: string | null) {
  const { auditLog } = db.tables
  return projectId === null ? isNull(auditLog.projectId) : eq(auditLog.projectId, projectId)
}
