/** Modules, their versions and the nesting of modules. */
import { type SQLWrapper, and, eq, gte, like, lt, sql } from 'drizzle-orm'
import type { ModuleFragment, ModuleInstance } from '../../../email/document/index.ts'
import type { Reach } from '../../../platform/identity/index.ts'
import {
  type Db,
  type Tables,
  advisoryLock,
  foldCase,
  hasMetadata,
  inOrder,
  isBehind,
  isInIdPage,
  lockRows,
} from '../../../platform/storage/index.ts'
import { isReachable } from '../template/index.ts'

export type ModuleRecord = Tables['modules']['$inferSelect']
export type VersionRecord = Tables['moduleVersions']['$inferSelect']
/** A module with the size of its latest version and its number of instances. */
export type ModuleRow = ModuleRecord & { sizeBytes: number; usageCount: number }

/** Serializes changes to the modules of a project until the transaction ends. SQLite has a single writer anyway. */
export async function lockModules(db: Db, projectId: string): Promise<void> {
  await advisoryLock(db, `modules ${projectId}`)
}

const usageCount = sql<number>`(
  (select count(*) from template_module_uses u join templates t on t.id = u.template_id
    where u.module_id = modules.id and t.project_id = modules.project_id and t.deleted_at is null)
  + (select count(*) from module_nestings n join modules p on p.id = n.module_id and p.version = n.module_version
    where n.used_id = modules.id and p.project_id = modules.project_id))`.mapWith(Number)

function columns({ tables: { moduleVersions: versions, modules } }: Db) {
  return {
    id: modules.id,
    projectId: modules.projectId,
    name: modules.name,
    nameKey: modules.nameKey,
    library: modules.library,
    emailId: modules.emailId,
    version: modules.version,
    revision: modules.revision,
    createdByKind: modules.createdByKind,
    createdById: modules.createdById,
    createdByName: modules.createdByName,
    createdAt: modules.createdAt,
    updatedAt: modules.updatedAt,
    externalId: modules.externalId,
    metadata: modules.metadata,
    sizeBytes: versions.sizeBytes,
    usageCount,
  }
}

function fromLatest(db: Db) {
  const { moduleVersions: versions, modules } = db.tables
  const isLatest = and(eq(versions.moduleId, modules.id), eq(versions.version, modules.version))
  return db.select(columns(db)).from(modules).innerJoin(versions, isLatest)
}

export async function selectModule(
  db: Db,
  projectId: string,
  { id, reach }: { id: string; reach: Reach | undefined },
): Promise<ModuleRow | undefined> {
  const { modules } = db.tables
  const isIt = and(eq(modules.projectId, projectId), eq(modules.id, id), isReachable(db, reach))
  return (await fromLatest(db).where(isIt))[0]
}

export function countModulesOf(db: Db, projectId: string, userId: string): Promise<number> {
  const { modules } = db.tables
  const isTheirs = and(eq(modules.createdByKind, 'plugin_user'), eq(modules.createdById, userId))
  return db.$count(modules, and(eq(modules.projectId, projectId), isTheirs))
}

export interface ModuleOrder {
  by: 'name' | 'created_at' | 'updated_at'
  descending: boolean
}

/** Ordered after a position; `q` matches a part of the name. */
export function selectModules(
  db: Db,
  projectId: string,
  page: {
    q?: string | undefined
    externalId?: string | undefined
    metadata?: Record<string, string> | undefined
    reach: Reach | undefined
    sinceMs?: number | undefined
    untilMs?: number | undefined
    order: ModuleOrder
    after?: readonly (string | number)[] | undefined
    limit: number
  },
): Promise<ModuleRow[]> {
  const { modules } = db.tables
  const keys = keysOf(db, page.order)
  const pattern = page.q === undefined ? undefined : `%${foldCase(page.q).replace(/[\\%_]/g, '\\$&')}%`
  const isListed = and(
    eq(modules.projectId, projectId),
    isReachable(db, page.reach),
    pattern === undefined ? undefined : sql`${modules.nameKey} like ${pattern} escape '\\'`,
    page.externalId === undefined ? undefined : eq(modules.externalId, page.externalId),
    page.metadata === undefined ? undefined : hasMetadata(db, modules.metadata, page.metadata),
    page.sinceMs === undefined ? undefined : gte(modules.createdAt, page.sinceMs),
    page.untilMs === undefined ? undefined : lt(modules.createdAt, page.untilMs),
    isBehind(keys, { after: page.after, descending: page.order.descending }),
  )
  return fromLatest(db)
    .where(isListed)
    .orderBy(...inOrder(keys, page.order))
    .limit(page.limit)
}

/** The position of a module in the order of a list. */
export function positionOf({ id, nameKey, updatedAt }: ModuleRow, { by }: ModuleOrder): (string | number)[] {
  if (by === 'created_at') return [id]
  return [by === 'name' ? nameKey : updatedAt, id]
}

function keysOf({ tables: { modules } }: Db, { by }: ModuleOrder): SQLWrapper[] {
  if (by === 'created_at') return [modules.id]
  return [by === 'name' ? modules.nameKey : modules.updatedAt, modules.id]
}

export function countModules(db: Db, projectId: string): Promise<number> {
  return db.$count(db.tables.modules, eq(db.tables.modules.projectId, projectId))
}

/** Without a version; `insertVersion` adds the first. */
export async function insertModule(db: Db, row: Omit<ModuleRecord, 'nameKey'>): Promise<void> {
  await db.insert(db.tables.modules).values({ ...row, nameKey: foldCase(row.name) })
}

export async function updateModule(
  db: Db,
  projectId: string,
  id: string,
  change: Partial<Pick<ModuleRecord, 'name' | 'version' | 'revision' | 'externalId' | 'metadata' | 'updatedAt'>>,
): Promise<void> {
  const { modules } = db.tables
  const folded = change.name === undefined ? {} : { nameKey: foldCase(change.name) }
  await db
    .update(modules)
    .set({ ...change, ...folded })
    .where(and(eq(modules.projectId, projectId), eq(modules.id, id)))
}

/** Waits for transactions that keep the module from being deleted, and blocks new uses until the transaction ends. */
export async function lockModule(db: Db, projectId: string, id: string): Promise<void> {
  const { modules } = db.tables
  const isMeant = and(eq(modules.projectId, projectId), eq(modules.id, id))
  await lockRows(db, db.select({ id: modules.id }).from(modules).where(isMeant))
}

/** Deletes the module with its versions. */
export async function deleteModule(db: Db, projectId: string, id: string): Promise<void> {
  const { modules } = db.tables
  await db.delete(modules).where(and(eq(modules.projectId, projectId), eq(modules.id, id)))
}

/**
 * Deletes modules saved by users whose id begins with `userPrefix`, unless changed since a given time; returns the number of
 * deleted modules.
 */
export async function deleteModulesOfUsers(
  db: Db,
  { projectId, userPrefix, beforeMs }: { projectId: string; userPrefix: string; beforeMs: number },
): Promise<number> {
  const { modules } = db.tables
  const isTheirs = and(
    eq(modules.projectId, projectId),
    eq(modules.createdByKind, 'plugin_user'),
    like(modules.createdById, `${userPrefix}%`),
    lt(modules.updatedAt, beforeMs),
  )
  return (await db.delete(modules).where(isTheirs).returning({ id: modules.id })).length
}

/** Requires that the caller has loaded the module: the project is not checked here. */
export async function selectVersion(
  db: Db,
  moduleId: string,
  version: number,
): Promise<(Omit<VersionRecord, 'content'> & { content: ModuleFragment }) | undefined> {
  const { moduleVersions: versions } = db.tables
  const isMeant = and(eq(versions.moduleId, moduleId), eq(versions.version, version))
  const [row] = await db.select().from(versions).where(isMeant)
  return row && { ...row, content: row.content as ModuleFragment }
}

/** Without their content, latest first, below a version number. */
export function selectVersions(
  db: Db,
  moduleId: string,
  page: { after?: number | undefined; descending: boolean; limit: number },
): Promise<Omit<VersionRecord, 'content'>[]> {
  const { moduleVersions: v } = db.tables
  const { moduleId: of, version, changes, message, sizeBytes, authorKind, authorId, authorName, createdAt } = v
  return db
    .select({ moduleId: of, version, changes, message, sizeBytes, authorKind, authorId, authorName, createdAt })
    .from(v)
    .where(and(eq(of, moduleId), isInIdPage(version, page)))
    .orderBy(...inOrder([version], page))
    .limit(page.limit)
}

/** Also stores the instances of other modules in it. */
export async function insertVersion(
  db: Db,
  version: VersionRecord,
  nestings: readonly ModuleInstance[],
): Promise<void> {
  await db.insert(db.tables.moduleVersions).values(version)
  if (nestings.length === 0) return
  const { moduleId, version: moduleVersion } = version
  const rows = nestings.map(({ nodeId, moduleId: usedId, version: usedVersion }) => ({
    moduleId,
    moduleVersion,
    nodeId,
    usedId,
    usedVersion,
  }))
  await db.insert(db.tables.moduleNestings).values(rows)
}

/** Length of the longest chain of modules whose latest versions contain the module, capped at `max`. */
export async function heightAbove(db: Db, projectId: string, id: string, max: number): Promise<number> {
  const [row] = await db.rows<{ height: number }>(sql`
    with recursive around as (
      select p.id as id, 1 as height from module_nestings n
        join modules p on p.id = n.module_id and p.version = n.module_version
        where n.used_id = ${id} and p.project_id = ${projectId}
      union
      select p.id, around.height + 1 from around
        join module_nestings n on n.used_id = around.id
        join modules p on p.id = n.module_id and p.version = n.module_version
        where p.project_id = ${projectId} and around.height < ${max}
    )
    select coalesce(max(height), 0) as height from around`)
  return Number(row?.height ?? 0)
}

/** Modules of the project whose latest versions contain the module. */
export async function selectHolders(db: Db, projectId: string, id: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct p.id from module_nestings n
    join modules p on p.id = n.module_id and p.version = n.module_version
    where n.used_id = ${id} and p.project_id = ${projectId} order by p.id`)
  return rows.map((row) => row.id)
}
