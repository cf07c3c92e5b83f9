/** The SQL of finding a template's folder. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tables } from '../../../../platform/storage/index.ts'

type FolderRecord = Tables['folders']['$inferSelect']

/** Whether the project has the folder. */
export async function hasFolder(db: Db, projectId: string, id: string): Promise<boolean> {
  const { folders } = db.tables
  const rows = await db
    .select({ id: folders.id })
    .from(folders)
    .where(and(eq(folders.projectId, projectId), eq(folders.id, id)))
  return rows.length > 0
}

/** The id of the top-level folder of that name; letters of either case are the same. */
export async function findTopFolder(db: Db, projectId: string, name: string): Promise<string | undefined> {
  const { folders } = db.tables
  const atTop = and(eq(folders.projectId, projectId), isNull(folders.parentId))
  // SQLite's lower() and its unique index know ASCII letters only; its one writer makes a look at all names safe.
  if (db.dialect === 'sqlite' && /[\u0080-\uffff]/.test(name)) {
    const rows = await db.select({ id: folders.id, name: folders.name }).from(folders).where(atTop)
    return rows.find((row) => row.name.toLowerCase() === name.toLowerCase())?.id
  }
  const sameName = sql`lower(${folders.name}) = lower(cast(${name} as text))`
  const [row] = await db.select({ id: folders.id }).from(folders).where(and(atTop, sameName))
  return row?.id
}

/** Adds the folder unless another transaction was first. */
export async function insertFolder(db: Db, folder: FolderRecord): Promise<void> {
  await db.insert(db.tables.folders).values(folder).onConflictDoNothing()
}
