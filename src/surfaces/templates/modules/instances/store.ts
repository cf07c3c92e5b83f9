/** The SQL of a module's instances: where they are, and how far a job over them has come. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { type Db, type Tables, lockRows } from '../../../../platform/storage/index.ts'
import { isOpenIn, isOpenTo } from '../../template/index.ts'

/** One instance and what it is in. */
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
  /** Templates with grants that the caller may see; all unless given. */
  guards?: readonly string[] | undefined
}

/** Instances in templates that are not in the trash, and in the latest versions of modules, behind a position. */
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

/** Which templates a change of instances is about. */
export interface InstanceFilter {
  moduleId: string
  /** Those with an instance that is pinned to another version than this; with any instance unless given. */
  otherThan?: number | undefined
  /** Those with a greater id. */
  afterId?: string | undefined
  /** Those that are open or behind these guards; all of the project unless given. */
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

/** Ids of templates with such instances, in their order. */
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

/** How many templates have such instances. */
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

/** Notes that a job begins; one that is noted already goes on where it is. */
export async function insertRun(db: Db, jobId: string): Promise<void> {
  const row = { jobId, afterId: '', processed: 0, changed: 0, failed: 0, results: [] }
  await db.insert(db.tables.moduleRuns).values(row).onConflictDoNothing()
}

/** How far the job is, locked until the transaction ends. */
export async function lockRun(db: Db, jobId: string): Promise<RunRow | undefined> {
  const { moduleRuns: runs } = db.tables
  return (await lockRows(db, db.select().from(runs).where(eq(runs.jobId, jobId))))[0]
}

/** The same without a lock. */
export async function selectRun(db: Db, jobId: string): Promise<RunRow | undefined> {
  const { moduleRuns: runs } = db.tables
  return (await db.select().from(runs).where(eq(runs.jobId, jobId)))[0]
}

/** Moves a job on that the transaction has locked. */
export async function updateRun(db: Db, { jobId, ...run }: RunRow): Promise<void> {
  const { moduleRuns: runs } = db.tables
  await db.update(runs).set(run).where(eq(runs.jobId, jobId))
}

/** Forgets jobs that are finished. */
export async function deleteRuns(db: Db, jobIds: readonly string[]): Promise<void> {
  const { moduleRuns: runs } = db.tables
  await db.delete(runs).where(inArray(runs.jobId, [...jobIds]))
}

/** Forgets jobs whose id is smaller: nobody can take them up any more. */
export async function forgetRuns(db: Db, beforeId: string): Promise<void> {
  const { moduleRuns: runs } = db.tables
  await db.delete(runs).where(lt(runs.jobId, beforeId))
}
