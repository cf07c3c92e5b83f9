/** Template history. Callers must have loaded or authorized the template: projects are not checked here. */
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, not, sql } from 'drizzle-orm'
import {
  type Db,
  type Tables,
  inOrder,
  isInIdPage,
  prepared,
  preparedInsert,
} from '../../../../platform/storage/index.ts'

export type VersionRow = Tables['templateVersions']['$inferSelect']

const newestOf = prepared((db) => {
  const { templateVersions: versions } = db.tables
  const isOfTemplate = eq(versions.templateId, sql.placeholder('template'))
  return db.select().from(versions).where(isOfTemplate).orderBy(desc(versions.number)).limit(1)
})

export async function selectNewest(db: Db, templateId: string): Promise<VersionRow | undefined> {
  return (await newestOf(db, { template: templateId }))[0]
}

/** By id or by number. */
export async function selectVersion(
  db: Db,
  templateId: string,
  which: { id: string } | { number: number },
): Promise<VersionRow | undefined> {
  const { templateVersions: versions } = db.tables
  const isMeant = 'id' in which ? eq(versions.id, which.id) : eq(versions.number, which.number)
  return (
    await db
      .select()
      .from(versions)
      .where(and(eq(versions.templateId, templateId), isMeant))
  )[0]
}

/** Latest first, below a version number. */
export function selectVersions(
  db: Db,
  templateId: string,
  page: { after?: number | undefined; descending: boolean; limit: number; pinned?: boolean | undefined },
): Promise<VersionRow[]> {
  const { templateVersions: versions } = db.tables
  const isListed = and(
    eq(versions.templateId, templateId),
    isInIdPage(versions.number, page),
    page.pinned === undefined ? undefined : eq(versions.pinned, page.pinned),
  )
  return db
    .select()
    .from(versions)
    .where(isListed)
    .orderBy(...inOrder([versions.number], page))
    .limit(page.limit)
}

/** JSON by key. */
export async function selectParts(db: Db, templateId: string, keys: readonly string[]): Promise<Map<string, string>> {
  const { templateParts: parts } = db.tables
  const rows = await db
    .select({ key: parts.key, json: parts.json })
    .from(parts)
    .where(and(eq(parts.templateId, templateId), inArray(parts.key, [...new Set(keys)])))
  return new Map(rows.map(({ key, json }) => [key, json]))
}

export const insertVersion = preparedInsert(({ templateVersions }) => templateVersions)

export async function updateVersion(
  db: Db,
  templateId: string,
  id: string,
  change: Partial<Omit<VersionRow, 'id' | 'templateId' | 'number'>>,
): Promise<void> {
  const { templateVersions: versions } = db.tables
  await db
    .update(versions)
    .set(change)
    .where(and(eq(versions.templateId, templateId), eq(versions.id, id)))
}

/** Ignores parts that already exist. */
export async function insertParts(db: Db, templateId: string, parts: ReadonlyMap<string, string>): Promise<void> {
  const rows = [...parts].map(([key, json]) => ({ templateId, key, json }))
  if (rows.length > 0) await db.insert(db.tables.templateParts).values(rows).onConflictDoNothing()
}

/** Unnamed, unpinned versions except the latest, oldest first, beyond the newest `keep`. */
export async function selectExpendable(
  db: Db,
  templateId: string,
  { keep, newest }: { keep: number; newest: number },
): Promise<VersionRow[]> {
  const { templateVersions: versions } = db.tables
  const isExpendable = and(
    eq(versions.templateId, templateId),
    eq(versions.pinned, false),
    isNull(versions.label),
    ne(versions.number, newest),
  )
  const count = await db.$count(versions, isExpendable)
  if (count <= keep) return []
  return db
    .select()
    .from(versions)
    .where(isExpendable)
    .orderBy(asc(versions.number))
    .limit(count - keep)
}

/** Deletes versions, and those of the given parts that no version of the template uses any more. */
export async function deleteVersions(
  db: Db,
  templateId: string,
  { ids, keys }: { ids: readonly string[]; keys: readonly string[] },
): Promise<void> {
  const { templateVersions: versions } = db.tables
  if (ids.length > 0) {
    await db.delete(versions).where(and(eq(versions.templateId, templateId), inArray(versions.id, [...ids])))
  }
  await deleteUnused(db, templateId, keys)
}

/** Deletes those of the given parts that no version of the template uses. */
async function deleteUnused(db: Db, templateId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { templateParts: parts, templateVersions: versions } = db.tables
  // Few keys against many versions: expanding the list of every version would take ten times as long.
  const isListed =
    db.dialect === 'sqlite'
      ? sql`instr(${versions.parts}, '"' || ${parts.key} || '"') > 0`
      : sql`${versions.parts} ? ${parts.key}`
  const isUsed = sql`exists (select 1 from ${versions} where ${versions.templateId} = ${templateId} and ${isListed})`
  await db.delete(parts).where(and(eq(parts.templateId, templateId), inArray(parts.key, [...keys]), not(isUsed)))
}

const planOf = prepared((db) => {
  const { projects, companies } = db.tables
  return db
    .select({ plan: companies.plan })
    .from(companies)
    .innerJoin(projects, eq(projects.companyId, companies.id))
    .where(eq(projects.id, sql.placeholder('project')))
})

/** The plan of the company that owns the project. */
export async function selectPlan(db: Db, projectId: string): Promise<string | undefined> {
  return (await planOf(db, { project: projectId }))[0]?.plan
}

export type EditRow = Tables['templateEdits']['$inferSelect']

export const insertEdit = preparedInsert(({ templateEdits }) => templateEdits)

/** Deletes the edits up to and including the revision. */
export async function forgetEdits(db: Db, templateId: string, revision: number): Promise<void> {
  const { templateEdits: edits } = db.tables
  await db.delete(edits).where(and(eq(edits.templateId, templateId), lte(edits.revision, revision)))
}

/** Oldest first. */
export function selectEdits(db: Db, templateId: string, since: number): Promise<EditRow[]> {
  const { templateEdits: edits } = db.tables
  return db
    .select()
    .from(edits)
    .where(and(eq(edits.templateId, templateId), gt(edits.revision, since)))
    .orderBy(asc(edits.revision))
}

/** Edits whose id list contains this id, oldest first. `_` in the id is a LIKE wildcard, so callers compare again. */
export function selectEditsNaming(db: Db, templateId: string, editId: string): Promise<EditRow[]> {
  const { templateEdits: edits } = db.tables
  const names = sql`cast(${edits.editIds} as text) like ${`%"${editId}"%`}`
  return db
    .select()
    .from(edits)
    .where(and(eq(edits.templateId, templateId), names))
    .orderBy(asc(edits.revision))
}
