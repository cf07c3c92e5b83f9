import { type SQL, and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import {
  type Db,
  type Tables,
  advisoryLock,
  foldCase,
  hasMetadata,
  inOrder,
  isBehind,
  lockRows,
} from '../../../platform/storage/index.ts'
import { type TemplateRecord, isOpenTo } from '../template/index.ts'

export type FolderRecord = Omit<Tables['folders']['$inferSelect'], 'nameKey'>

/** The count excludes the trash. */
export type CountedFolder = FolderRecord & { templateCount: number; nameKey: string }

/** Serializes changes to the folder tree of a project until the transaction ends. */
export async function lockTree(db: Db, projectId: string): Promise<void> {
  await advisoryLock(db, `folders ${projectId}`)
}

export interface FolderOrder {
  by: 'name' | 'created_at' | 'updated_at'
  descending: boolean
}

/** `after` is the position of a folder in the order. */
export interface FolderPage {
  order: FolderOrder
  after: readonly (string | number)[] | undefined
  limit: number
  externalId: string | undefined
  metadata: Record<string, string> | undefined
  /** In any of these; null is the root. */
  parents: readonly (string | null)[] | undefined
  sinceMs: number | undefined
  untilMs: number | undefined
}

const columns = { name: sql`f.name_key`, created_at: undefined, updated_at: sql`f.updated_at` }

function keysOf({ by }: FolderOrder): SQL[] {
  const column = columns[by]
  return [...(column === undefined ? [] : [column]), sql`f.id`]
}

export function positionOf({ id, nameKey, updatedAt }: CountedFolder, { by }: FolderOrder): (string | number)[] {
  if (by === 'created_at') return [id]
  return [by === 'name' ? nameKey : Number(updatedAt), id]
}

function conditionsOf(db: Db, { after, externalId, metadata, order, parents, sinceMs, untilMs }: FolderPage): SQL {
  const isIn = (id: string | null) => (id === null ? sql`f.parent_id is null` : sql`f.parent_id = ${id}`)
  return (
    and(
      isBehind(keysOf(order), { after, descending: order.descending }),
      externalId === undefined ? undefined : sql`f.external_id = ${externalId}`,
      metadata === undefined ? undefined : hasMetadata(db, sql`f.metadata`, metadata),
      parents === undefined ? undefined : or(...parents.map(isIn)),
      sinceMs === undefined ? undefined : sql`f.created_at >= ${sinceMs}`,
      untilMs === undefined ? undefined : sql`f.created_at < ${untilMs}`,
    ) ?? sql`true`
  )
}

// SQLite returns the text of a JSON column that a written query selects.
function withMetadata<T extends FolderRecord>(row: T): T {
  return typeof row.metadata === 'string'
    ? { ...row, metadata: JSON.parse(row.metadata) as FolderRecord['metadata'] }
    : row
}

/**
 * Folders of the project with template counts: all by name, or a page. Counts exclude templates under guards that
 * are not in the list; without a list all templates count.
 */
export async function selectFolders(
  db: Db,
  projectId: string,
  { guards, page }: { guards: readonly string[] | undefined; page?: FolderPage },
): Promise<CountedFolder[]> {
  const order = page?.order ?? { by: 'name', descending: false }
  const rows = await db.rows<CountedFolder>(sql`
    select f.id, f.project_id as "projectId", f.parent_id as "parentId", f.name, f.name_key as "nameKey", f.color,
      f.external_id as "externalId", f.metadata, f.created_at as "createdAt", f.updated_at as "updatedAt",
      coalesce(c.count, 0) as "templateCount"
    from folders f
    left join (
      select folder_id, count(*) as count from templates
      where project_id = ${projectId} and folder_id is not null and deleted_at is null and ${isOpenTo(db, guards) ?? sql`true`}
      group by folder_id
    ) c on c.folder_id = f.id
    where f.project_id = ${projectId} and ${page === undefined ? sql`true` : conditionsOf(db, page)}
    order by ${sql.join(inOrder(keysOf(order), order), sql`, `)}
    ${page === undefined ? sql`` : sql`limit ${page.limit}`}`)
  return rows.map(withMetadata)
}

/** The folder and its ancestors, outermost first; empty if the project has no such folder. */
export async function selectLine(db: Db, projectId: string, id: string): Promise<FolderRecord[]> {
  const rows = await db.rows<FolderRecord>(sql`
    with recursive line as (
      select folders.*, 0 as height from folders where project_id = ${projectId} and id = ${id}
      union all
      select above.*, line.height + 1 from folders above join line on above.id = line.parent_id
    )
    select id, project_id as "projectId", parent_id as "parentId", name, color, external_id as "externalId", metadata,
      created_at as "createdAt", updated_at as "updatedAt"
    from line order by height desc`)
  return rows.map(withMetadata)
}

/** Folder names from the outermost to the folder itself, keyed by the folder's id. */
export async function selectPaths(db: Db, projectId: string, ids: readonly string[]): Promise<Map<string, string[]>> {
  const paths = new Map<string, string[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return paths
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
  const rows = await db.rows<{ leaf: string; name: string }>(sql`
    with recursive line as (
      select id as leaf, parent_id, name, 0 as height from folders where project_id = ${projectId} and id in (${list})
      union all
      select line.leaf, above.parent_id, above.name, line.height + 1
      from folders above join line on above.id = line.parent_id
    )
    select leaf, name from line order by height desc`)
  for (const { leaf, name } of rows) paths.get(leaf)?.push(name)
  return paths
}

export function countFolders(db: Db, projectId: string): Promise<number> {
  const { folders } = db.tables
  return db.$count(folders, eq(folders.projectId, projectId))
}

/** Excludes the trash; guards as in `selectFolders`. */
export function countTemplates(
  db: Db,
  projectId: string,
  { folderId, guards }: { folderId: string; guards: readonly string[] | undefined },
): Promise<number> {
  const { templates } = db.tables
  const isIn = and(
    eq(templates.projectId, projectId),
    eq(templates.folderId, folderId),
    isNull(templates.deletedAt),
    isOpenTo(db, guards),
  )
  return db.$count(templates, isIn)
}

/** The folders directly inside a folder, or at the top level, ordered by folded name. */
export async function selectSiblings(
  db: Db,
  projectId: string,
  parentId: string | null,
): Promise<{ id: string; name: string; nameKey: string }[]> {
  const { folders } = db.tables
  const isIn = parentId === null ? isNull(folders.parentId) : eq(folders.parentId, parentId)
  return db
    .select({ id: folders.id, name: folders.name, nameKey: folders.nameKey })
    .from(folders)
    .where(and(eq(folders.projectId, projectId), isIn))
    .orderBy(folders.nameKey)
}

export async function insertFolder(db: Db, folder: FolderRecord): Promise<void> {
  await db.insert(db.tables.folders).values({ ...folder, nameKey: foldCase(folder.name) })
}

export async function updateFolder(
  db: Db,
  projectId: string,
  id: string,
  change: Partial<Pick<FolderRecord, 'name' | 'color' | 'parentId' | 'externalId' | 'metadata' | 'updatedAt'>>,
): Promise<void> {
  const { folders } = db.tables
  const folded = change.name === undefined ? {} : { nameKey: foldCase(change.name) }
  await db
    .update(folders)
    .set({ ...change, ...folded })
    .where(and(eq(folders.projectId, projectId), eq(folders.id, id)))
}

/** Changes the folder to which trashed templates will be restored, and its guard unless they have grants of their own. */
export async function moveTrash(
  db: Db,
  projectId: string,
  { folderIds, to, guardId }: { folderIds: readonly string[]; to: string | null; guardId: string | null },
): Promise<void> {
  const { templates } = db.tables
  const isIn = and(
    eq(templates.projectId, projectId),
    inArray(templates.folderId, [...folderIds]),
    isNotNull(templates.deletedAt),
  )
  const guard = sql`case when ${templates.guardId} = ${templates.id} then ${templates.guardId} else ${guardId} end`
  await db.update(templates).set({ folderId: to, guardId: guard }).where(isIn)
}

/** Deletes folders that contain no templates, innermost first. */
export async function deleteFolders(db: Db, projectId: string, innermostFirst: readonly string[]): Promise<void> {
  const { folders } = db.tables
  for (const id of innermostFirst) {
    await db.delete(folders).where(and(eq(folders.projectId, projectId), eq(folders.id, id)))
  }
}

/** Templates in these folders with an unexpired editing lock. */
export function selectLocked(
  db: Db,
  projectId: string,
  { folderIds, nowMs }: { folderIds: readonly string[]; nowMs: number },
): Promise<TemplateRecord[]> {
  const { templates } = db.tables
  const isLocked = and(
    eq(templates.projectId, projectId),
    inArray(templates.folderId, [...folderIds]),
    isNull(templates.deletedAt),
    gt(templates.lockExpiresAt, nowMs),
  )
  return db.select().from(templates).where(isLocked).orderBy(templates.id)
}

/** Locks at most a batch of the templates in these folders until the transaction ends; excludes the trash. */
export function lockTemplatesIn(
  db: Db,
  projectId: string,
  { folderIds, limit }: { folderIds: readonly string[]; limit: number },
): Promise<TemplateRecord[]> {
  const { templates } = db.tables
  const isIn = and(
    eq(templates.projectId, projectId),
    inArray(templates.folderId, [...folderIds]),
    isNull(templates.deletedAt),
  )
  return lockRows(db, db.select().from(templates).where(isIn).orderBy(templates.id).limit(limit))
}
