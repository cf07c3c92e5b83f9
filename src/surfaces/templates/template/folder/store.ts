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

/** Each existing folder of the project with its ancestors, innermost first, by the id of the folder. */
export async function selectFolderLines(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const lines = new Map<string, string[]>()
  if (ids.length === 0) return lines
  // One parameter for any number of ids, so that both databases prepare the statement once.
  const text = JSON.stringify(ids)
  const members =
    db.dialect === 'sqlite'
      ? sql`select value from json_each(${text})`
      : sql`select jsonb_array_elements_text(${text}::text::jsonb)`
  const rows = await db.rows<{ leaf: string; id: string }>(sql`
    with recursive line as (
      select id as leaf, id, parent_id, 0 as height from folders where project_id = ${projectId} and id in (${members})
      union all
      select line.leaf, above.id, above.parent_id, line.height + 1
      from folders above join line on above.id = line.parent_id
    )
    select leaf, id from line order by height`)
  for (const { leaf, id } of rows) {
    const line = lines.get(leaf)
    if (line === undefined) lines.set(leaf, [id])
    else line.push(id)
  }
  return lines
}

/** The folder and its ancestors, innermost first; empty if the project has no such folder. */
export async function selectFolderLine(db: Db, projectId: string, id: string): Promise<string[]> {
  return (await selectFolderLines(db, projectId, [id])).get(id) ?? []
}

/** Idempotent: a folder that a concurrent transaction has inserted is kept. */
export async function insertFolder(db: Db, folder: Omit<FolderRecord, 'nameKey'>): Promise<void> {
  const nameKey = foldCase(folder.name)
  await db
    .insert(db.tables.folders)
    .values({ ...folder, nameKey })
    .onConflictDoNothing()
}
