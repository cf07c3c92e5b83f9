/** Grants and guards. `templates.guard_id` is the nearest target with grants: the template itself or an ancestor folder. */
import { type SQL, type SQLWrapper, and, eq, exists, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type Db, type Tables, advisoryLock, lockRowsToChange } from '../../../../platform/storage/index.ts'

export type GrantRow = Tables['grants']['$inferSelect']

/** A folder and its parent. */
export interface FolderLink {
  id: string
  parentId: string | null
}

/**
 * Serializes the two kinds of writes to `templates.guard_id` until the transaction ends. `shared`: a template is put into a
 * folder, or restored to one, with a guard computed from grants and folders. `exclusive`: the grants of a folder or the tree
 * change, and every template below gets its new guard. Without the lock, a template that is saved into a folder while the
 * folder is being restricted would stay open. SQLite has a single writer anyway.
 *
 * Lock order, to prevent deadlocks: the tree (`lockTree`), this lock, template rows, the audit chain last. A transaction
 * therefore takes it before it locks a template. Saves that do not move the template do not need it.
 */
export async function lockGuards(db: Db, projectId: string, mode: 'shared' | 'exclusive'): Promise<void> {
  await advisoryLock(db, `guards ${projectId}`, mode)
}

export function selectGrants(db: Db, projectId: string): Promise<GrantRow[]> {
  const { grants } = db.tables
  return db.select().from(grants).where(eq(grants.projectId, projectId)).orderBy(grants.createdAt, grants.id)
}

export function selectFolderLinks(db: Db, projectId: string): Promise<FolderLink[]> {
  const { folders } = db.tables
  return db.select({ id: folders.id, parentId: folders.parentId }).from(folders).where(eq(folders.projectId, projectId))
}

/** Distinct pairs of guard and folder among the restricted templates of the project. */
export function selectGuards(
  db: Db,
  projectId: string,
): Promise<{ guardId: string | null; folderId: string | null }[]> {
  const { templates } = db.tables
  return db
    .selectDistinct({ guardId: templates.guardId, folderId: templates.folderId })
    .from(templates)
    .where(and(eq(templates.projectId, projectId), isNotNull(templates.guardId)))
}

/** Condition: the template is open or under one of the guards; undefined if the caller may see all templates. */
export function isOpenTo({ tables: { templates } }: Db, guards: readonly string[] | undefined) {
  if (guards === undefined) return undefined
  return or(isNull(templates.guardId), inArray(templates.guardId, [...guards]))
}

/** The ids of restricted or missing templates. */
export async function selectRestricted(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { templates } = db.tables
  const isOpen = and(inArray(templates.id, [...ids]), isNull(templates.guardId))
  const open = new Set((await db.select({ id: templates.id }).from(templates).where(isOpen)).map(({ id }) => id))
  return new Set(ids.filter((id) => !open.has(id)))
}

/** Guard by template id, null for open templates; missing templates have no entry. */
export async function selectGuardIds(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  // One parameter for any number of ids, so that both databases prepare the statement once.
  const text = JSON.stringify(ids)
  const members =
    db.dialect === 'sqlite'
      ? sql`select value from json_each(${text})`
      : sql`select jsonb_array_elements_text(${text}::text::jsonb)`
  const rows = await db.rows<{ id: string; guardId: string | null }>(
    sql`select id, guard_id as "guardId" from templates where id in (${members})`,
  )
  return new Map(rows.map(({ guardId, id }) => [id, guardId]))
}

/** False if one of the templates does not exist. */
export async function areOpenTo(db: Db, ids: readonly string[], guards: readonly string[]): Promise<boolean> {
  const { templates } = db.tables
  const isOpen = and(inArray(templates.id, [...ids]), isOpenTo(db, guards))
  const open = await db.select({ id: templates.id }).from(templates).where(isOpen)
  return open.length === new Set(ids).size
}

/** Those of the templates of the project, trash included, that are open or under one of the guards; any without guards. */
export async function selectOpenIds(
  db: Db,
  projectId: string,
  { ids, guards }: { ids: readonly string[]; guards: readonly string[] | undefined },
): Promise<string[]> {
  const { templates } = db.tables
  const isOpen = and(eq(templates.projectId, projectId), inArray(templates.id, [...ids]), isOpenTo(db, guards))
  return (await db.select({ id: templates.id }).from(templates).where(isOpen)).map(({ id }) => id)
}

/**
 * Condition: a column of another table refers to a template that is open or under one of the guards, trash included.
 * `erased` decides for templates that were erased together with their grants.
 */
export function namesOpenTemplate(
  db: Db,
  templateId: SQLWrapper,
  { guards, erased }: { guards: readonly string[] | undefined; erased: SQL },
): SQL {
  const { templates } = db.tables
  const named = eq(templates.id, sql`${templateId}`)
  const one = { one: sql`1` }
  const isThere = exists(db.select(one).from(templates).where(named))
  const isOpen = exists(
    db
      .select(one)
      .from(templates)
      .where(and(named, isOpenTo(db, guards))),
  )
  return sql`(${isOpen} or (not ${isThere} and ${erased}))`
}

export async function hasGrants(db: Db, projectId: string): Promise<boolean> {
  const { grants } = db.tables
  return (await db.select({ id: grants.id }).from(grants).where(eq(grants.projectId, projectId)).limit(1)).length > 0
}

export async function updateGuard(db: Db, projectId: string, id: string, guardId: string | null): Promise<void> {
  const { templates } = db.tables
  await db
    .update(templates)
    .set({ guardId })
    .where(and(eq(templates.projectId, projectId), eq(templates.id, id)))
}

/**
 * Locks the templates in these folders that have no grants of their own, ordered by id like all locks of several templates;
 * an update alone would lock them in scan order and could deadlock.
 */
export async function lockPointed(db: Db, projectId: string, folderIds: readonly string[]): Promise<void> {
  const { templates } = db.tables
  const isMeant = isPointed(db, projectId, folderIds)
  await lockRowsToChange(db, db.select({ id: templates.id }).from(templates).where(isMeant).orderBy(templates.id))
}

/** Sets the guard of the templates in these folders that have no grants of their own. */
export async function updateGuards(
  db: Db,
  projectId: string,
  { folderIds, guardId }: { folderIds: readonly string[]; guardId: string | null },
): Promise<void> {
  await db
    .update(db.tables.templates)
    .set({ guardId })
    .where(isPointed(db, projectId, folderIds))
}

function isPointed({ tables: { templates } }: Db, projectId: string, folderIds: readonly string[]): SQL | undefined {
  return and(
    eq(templates.projectId, projectId),
    inArray(templates.folderId, [...folderIds]),
    sql`${templates.guardId} is distinct from ${templates.id}`,
  )
}

export async function selectGuardedProjects(db: Db): Promise<string[]> {
  const { grants } = db.tables
  const rows = await db.selectDistinct({ id: grants.projectId }).from(grants).orderBy(grants.projectId)
  return rows.map(({ id }) => id)
}

/** Templates whose guard is not the nearest target with grants, ordered by id, with the correct guard. */
export function selectWrongGuards(
  db: Db,
  projectId: string,
  limit: number,
): Promise<{ id: string; guardId: string | null }[]> {
  // From each folder up to the first ancestor with grants.
  return db.rows(sql`
    with recursive line (leaf, at) as (
      select id, id from folders where project_id = ${projectId}
      union all
      select line.leaf, f.parent_id from line join folders f on f.id = line.at
      where f.parent_id is not null and not exists (select 1 from grants g where g.folder_id = line.at)
    ), wanted (id, found, guard) as (
      select t.id, t.guard_id, case when exists (select 1 from grants g where g.template_id = t.id) then t.id
        else (select line.at from line where line.leaf = t.folder_id
          and exists (select 1 from grants g where g.folder_id = line.at)) end
      from templates t where t.project_id = ${projectId}
    )
    select id, guard as "guardId" from wanted where coalesce(found, '') <> coalesce(guard, '')
    order by id limit ${limit}`)
}

/** Like `isOpenTo`, for plain SQL that aliases templates as `t`; always true if the caller may see all templates. */
export function isOpenIn(guards: readonly string[] | undefined): SQL {
  if (guards === undefined) return sql`true`
  if (guards.length === 0) return sql`t.guard_id is null`
  const list = sql.join(
    guards.map((guard) => sql`${guard}`),
    sql`, `,
  )
  return sql`(t.guard_id is null or t.guard_id in (${list}))`
}
