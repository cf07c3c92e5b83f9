import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Db, type Tables, foldCase } from '../../../../platform/storage/index.ts'

type FolderRecord = Tables['folders']['$inferSelect']

export async function hasFolder(db: Db, projectId: string, id: string): Promise<boolean> {
  const { folders } = db.tables
  const rows = await db
    .select({ id: folders.id })
    .from(folders)
    .where(and(eq(folders.projectId, projectId), eq(folders.id, id)))
  return rows.length > 0
}

/** Case-insensitive. */
export async function findTopFolder(db: Db, projectId: string, name: string): Promise<string | undefined> {
  const { folders } = db.tables
  const sameName = eq(folders.nameKey, foldCase(name))
  const [row] = await db
    .select({ id: folders.id })
    .from(folders)
    .where(and(eq(folders.projectId, projectId), isNull(folders.parentId), sameName))
  return row?.id
}

/** The folder and its descendants with their relative depth, outermost first; empty if the project has no such folder. */
export async function selectBranch(db: Db, projectId: string, id: string): Promise<{ id: string; depth: number }[]> {
  return db.rows<{ id: string; depth: number }>(sql`
    with recursive branch as (
      select id, 0 as depth from folders where project_id = ${projectId} and id = ${id}
      union all
      select below.id, branch.depth + 1 from folders below join branch on below.parent_id = branch.id
    )
    select id, depth from branch order by depth`)
}

/** The folder and its ancestors, innermost first; empty if the project has no such folder. */
export async function selectFolderLine(db: Db, projectId: string, id: string): Promise<string[]> {
  const line = await db.rows<{ id: string }>(sql`
    with recursive line as (
      select id, parent_id, 0 as height from folders where project_id = ${projectId} and id = ${id}
      union all
      select above.id, above.parent_id, line.height + 1 from folders above join line on above.id = line.parent_id
    )
    select id from line order by height`)
  return line.map((folder) => folder.id)
}

/** Idempotent: a folder that a concurrent transaction has inserted is kept. */
export async function insertFolder(db: Db, folder: Omit<FolderRecord, 'nameKey'>): Promise<void> {
  const nameKey = foldCase(folder.name)
  await db
    .insert(db.tables.folders)
    .values({ ...folder, nameKey })
    .onConflictDoNothing()
}
