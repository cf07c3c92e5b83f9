/** Modules as used by templates: content of versions, and instances. */
import { type SQL, and, eq, inArray, or, sql } from 'drizzle-orm'
import type { ModuleFragment, ModuleInstance } from '../../../../email/document/index.ts'
import { type Reach, sharedLibrary } from '../../../../platform/identity/index.ts'
import { type Db, keepRows } from '../../../../platform/storage/index.ts'
import { isOpenIn } from '../access/store.ts'

/** Version numbers by module id. */
export async function selectLatest(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> {
  if (ids.length === 0) return []
  const { modules } = db.tables
  return db
    .select({ id: modules.id, version: modules.version })
    .from(modules)
    .where(and(eq(modules.projectId, projectId), inArray(modules.id, [...ids])))
}

/** Condition: the module is within reach of the caller; undefined for all modules. */
export function isReachable({ tables: { modules } }: Db, reach: Reach | undefined): SQL | undefined {
  if (reach === undefined) return undefined
  const isOwn = or(eq(modules.library, sharedLibrary), eq(modules.library, reach.library))
  if (reach.kind === 'folder') {
    const below = `${reach.library}/`
    return or(isOwn, sql`substr(${modules.library}, 1, ${below.length}) = ${below}`)
  }
  return reach.emailId === undefined ? isOwn : or(isOwn, eq(modules.emailId, reach.emailId))
}

export async function selectReachableIds(
  db: Db,
  projectId: string,
  { ids, reach }: { ids: readonly string[]; reach: Reach },
): Promise<Set<string>> {
  const { modules } = db.tables
  const isIt = and(eq(modules.projectId, projectId), inArray(modules.id, [...ids]), isReachable(db, reach))
  const rows = await db.select({ id: modules.id }).from(modules).where(isIt)
  return new Set(rows.map(({ id }) => id))
}

/** Modules that the template uses or has used before. */
export async function selectKnownModules(db: Db, templateId: string, ids: readonly string[]): Promise<Set<string>> {
  const { templateKnownModules: known } = db.tables
  const isIt = and(eq(known.templateId, templateId), inArray(known.moduleId, [...ids]))
  const rows = await db.select({ id: known.moduleId }).from(known).where(isIt)
  return new Set(rows.map(({ id }) => id))
}

export interface VersionKey {
  id: string
  version: number
}

/** Content of module versions. Callers must have checked the project of the modules. */
export async function selectFragments(
  db: Db,
  keys: readonly VersionKey[],
): Promise<(VersionKey & { content: ModuleFragment; sizeBytes: number })[]> {
  if (keys.length === 0) return []
  const { moduleVersions: versions } = db.tables
  const isRequested = or(...keys.map((key) => and(eq(versions.moduleId, key.id), eq(versions.version, key.version))))
  const rows = await db
    .select({
      id: versions.moduleId,
      version: versions.version,
      content: versions.content,
      sizeBytes: versions.sizeBytes,
    })
    .from(versions)
    .where(isRequested)
  return rows.map((row) => ({ ...row, content: row.content as ModuleFragment }))
}

/** Bytes of module versions as JSON. */
export async function selectFragmentSizes(
  db: Db,
  keys: readonly VersionKey[],
): Promise<(VersionKey & { sizeBytes: number })[]> {
  const { moduleVersions: versions } = db.tables
  return db
    .select({ id: versions.moduleId, version: versions.version, sizeBytes: versions.sizeBytes })
    .from(versions)
    .where(or(...keys.map((key) => and(eq(versions.moduleId, key.id), eq(versions.version, key.version)))))
}

/** Keeps these modules from being deleted until the transaction ends. */
export async function keepModules(db: Db, ids: readonly string[]): Promise<void> {
  const { modules } = db.tables
  if (ids.length === 0 || db.dialect === 'sqlite') return
  const query = db.select({ id: modules.id }).from(modules)
  await keepRows(db, query.where(inArray(modules.id, [...ids])).orderBy(modules.id))
}

/** Replaces the recorded instances of a template. */
export async function replaceUses(db: Db, templateId: string, uses: readonly ModuleInstance[]): Promise<void> {
  const { templateModuleUses: table } = db.tables
  await db.delete(table).where(eq(table.templateId, templateId))
  await insertUses(db, templateId, uses)
}

// A row has four parameters, and SQLite allows 32,766 per statement.
const batch = 5000

/** Requires that no instances are recorded for the template. */
export async function insertUses(db: Db, templateId: string, uses: readonly ModuleInstance[]): Promise<void> {
  for (let at = 0; at < uses.length; at += batch) {
    const rows = uses.slice(at, at + batch).map((use) => ({ templateId, ...use }))
    await db.insert(db.tables.templateModuleUses).values(rows)
  }
  const ids = [...new Set(uses.map(({ moduleId }) => moduleId))]
  for (let at = 0; at < ids.length; at += batch) {
    const rows = ids.slice(at, at + batch).map((moduleId) => ({ templateId, moduleId }))
    await db.insert(db.tables.templateKnownModules).values(rows).onConflictDoNothing()
  }
}

/**
 * True if a template that is neither open nor under one of the guards shows a module, trash included. `latest`: it follows
 * the latest version, directly or through other modules. `any`: it refers to the module, in any version.
 */
export async function isShownBehind(
  db: Db,
  projectId: string,
  { moduleId, guards, version }: { moduleId: string; guards: readonly string[]; version: 'latest' | 'any' },
): Promise<boolean> {
  const direct = sql`u.module_id = ${moduleId}`
  const rows =
    version === 'any'
      ? await db.rows(sql`
          select 1 as one from template_module_uses u join templates t on t.id = u.template_id
          where ${direct} and t.project_id = ${projectId} and not ${isOpenIn(guards)} limit 1`)
      : await db.rows(sql`
          with recursive following(id, version) as (
            select n.module_id, n.module_version from module_nestings n
              where n.used_id = ${moduleId} and n.used_version is null
            union
            select n.module_id, n.module_version from module_nestings n
              join following f on f.id = n.used_id join modules m on m.id = f.id
              where n.used_version = f.version or (n.used_version is null and m.version = f.version)
          )
          select 1 as one from template_module_uses u join templates t on t.id = u.template_id
          where t.project_id = ${projectId} and not ${isOpenIn(guards)} and ((${direct} and u.version is null) or exists (
            select 1 from following f join modules m on m.id = f.id
            where f.id = u.module_id and (u.version = f.version or (u.version is null and m.version = f.version))
          )) limit 1`)
  return rows.length > 0
}
