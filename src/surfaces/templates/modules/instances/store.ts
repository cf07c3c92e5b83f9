/** Instances of a module and the progress of jobs that change them. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { type Db, type Tables, lockRows } from '../../../../platform/storage/index.ts'
import { isOpenIn, isOpenTo } from '../../template/index.ts'

/** An instance and the template or module that contains it. */
export interface UsageRow {
  kind: 'template' | 'module'
  id: string
  name: string
  nodeId: string
  version: number | null
}

export interface UsagePage {
  after?: readonly [string, string, string] | undefined
  limit: number
  /** Guards whose templates the caller may see; undefined means all templates. */
  guards?: readonly string[] | undefined
}

/** Instances in templates outside the trash and in the latest versions of modules, after a position. */
export async function selectUsage(db: Db, projectId: string, id: string, page: UsagePage): Promise<UsageRow[]> {
  const after =
    page.after === undefined
      ? sql`true`
      : sql`(kind, id, "nodeId") > (${page.after[0]}, ${page.after[1]}, ${page.after[2]})`
  return db.rows<UsageRow>(sql`
    select * from (
      select 'template' as kind, t.id as id, t.name as name, u.node_id as "nodeId", u.version as version
      from template_module_uses u join templates t on t.id = u.template_id
      where u.module_id = ${id} and t.project_id = ${projectId} and t.deleted_at is null and ${isOpenIn(page.guards)}
      union all
      select 'module', m.id, m.name, n.node_id, n.used_version
      from module_nestings n join modules m on m.id = n.module_id and m.version = n.module_version
      where n.used_id = ${id} and m.project_id = ${projectId}
    ) as uses
    where ${after} order by kind, id, "nodeId" limit ${page.limit}`)
}

export interface InstanceFilter {
  moduleId: string
  /** Only templates with an instance pinned to another version than this; any instance if undefined. */
  otherThan?: number | undefined
  /** Only templates with a greater id. */
  afterId?: string | undefined
  /** Only templates that are open or under one of these guards; all of the project if undefined. */
  guards?: readonly string[] | undefined
}

function isWanted(db: Db, projectId: string, wanted: InstanceFilter) {
  const { templateModuleUses: uses, templates } = db.tables
  return and(
    isOpenTo(db, wanted.guards),
    eq(uses.moduleId, wanted.moduleId),
    eq(templates.projectId, projectId),
    sql`${templates.deletedAt} is null`,
    wanted.otherThan === undefined ? undefined : sql`${uses.version} <> ${wanted.otherThan}`,
    wanted.afterId === undefined ? undefined : sql`${uses.templateId} > ${wanted.afterId}`,
  )
}

/** Template ids in ascending order. */
export async function selectTemplates(
  db: Db,
  projectId: string,
  wanted: InstanceFilter,
  limit: number,
): Promise<string[]> {
  const { templateModuleUses: uses, templates } = db.tables
  const rows = await db
    .selectDistinct({ id: uses.templateId })
    .from(uses)
    .innerJoin(templates, eq(templates.id, uses.templateId))
    .where(isWanted(db, projectId, wanted))
    .orderBy(uses.templateId)
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function countTemplates(db: Db, projectId: string, wanted: InstanceFilter): Promise<number> {
  const { templateModuleUses: uses, templates } = db.tables
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${uses.templateId})`.mapWith(Number) })
    .from(uses)
    .innerJoin(templates, eq(templates.id, uses.templateId))
    .where(isWanted(db, projectId, wanted))
  return row?.count ?? 0
}

export type RunRow = Tables['moduleRuns']['$inferSelect']

/** Idempotent: the progress of a job that already has a row is kept. */
export async function insertRun(db: Db, jobId: string): Promise<void> {
  const row = { jobId, afterId: '', processed: 0, changed: 0, failed: 0, results: [] }
  await db.insert(db.tables.moduleRuns).values(row).onConflictDoNothing()
}

/** Locked until the transaction ends. */
export async function lockRun(db: Db, jobId: string): Promise<RunRow | undefined> {
  const { moduleRuns: runs } = db.tables
  return (await lockRows(db, db.select().from(runs).where(eq(runs.jobId, jobId))))[0]
}

/** Without a lock. */
export async function selectRun(db: Db, jobId: string): Promise<RunRow | undefined> {
  const { moduleRuns: runs } = db.tables
  return (await db.select().from(runs).where(eq(runs.jobId, jobId)))[0]
}

/** Requires `lockRun` in the same transaction. */
export async function updateRun(db: Db, { jobId, ...run }: RunRow): Promise<void> {
  const { moduleRuns: runs } = db.tables
  await db.update(runs).set(run).where(eq(runs.jobId, jobId))
}

export async function deleteRuns(db: Db, jobIds: readonly string[]): Promise<void> {
  const { moduleRuns: runs } = db.tables
  await db.delete(runs).where(inArray(runs.jobId, [...jobIds]))
}

/** Deletes the progress of expired jobs, whose ids are smaller: they can no longer be resumed. */
export async function forgetRuns(db: Db, beforeId: string): Promise<void> {
  const { moduleRuns: runs } = db.tables
  await db.delete(runs).where(lt(runs.jobId, beforeId))
}
