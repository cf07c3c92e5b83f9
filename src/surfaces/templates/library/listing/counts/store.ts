/**
 * Filter counts: grouped queries, each without the filters of the facets that it counts; for a search, the facts of all
 * hits.
 */
import { type SQL, and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../../../platform/storage/index.ts'
import { type PublishingState, publishingStates } from '../contract.ts'
import { type Conditions, conditionsOf, isInState, isMarked } from '../filter-store.ts'
import { ofHits } from '../hits-store.ts'
import type { Selection } from '../selection.ts'
import type { Fact } from './facts.ts'

/** Maximum number of tags in the counts. */
export const maxTags = 100

/** Facts of all visible templates that match the search, regardless of the other filters. */
export async function selectFacts(db: Db, selection: Selection): Promise<Fact[]> {
  const { templates } = db.tables
  const tags = db.dialect === 'sqlite' ? sql`${templates.tags}` : sql`${templates.tags}::text`
  const columns = sql`${templates.type} as type, ${templates.source} as source, ${templates.folderId} as "folderId",
    ${templates.createdByKind} as "ownerKind", ${templates.createdById} as "ownerId",
    ${templates.createdByName} as "ownerName", ${tags} as tags, ${templates.deletedAt} is not null as "isTrashed",
    ${templates.publishedRelease} as release, ${templates.scheduledRelease} as scheduled, ${templates.draftDiffers} as differs,
    ${templates.reviewState} as review,
    ${isMarked(db, selection.viewer, true)} as "isMarked"`
  const where = conditions(db, selection, ['type', 'source', 'owner', 'status', 'state', 'folder', 'tag', 'favorite'])
  return db.rows<Fact>(ofHits(db, { ...selection, isRanked: false }, () => ({ columns, where })))
}

/** Keyed by folder id, ordered by name. */
export async function selectFolderNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { folders } = db.tables
  const list = JSON.stringify(ids)
  const given =
    db.dialect === 'sqlite'
      ? sql`select value from json_each(${list})`
      : sql`select jsonb_array_elements_text(${list}::text::jsonb)`
  return db
    .select({ id: folders.id, name: folders.name })
    .from(folders)
    .where(sql`${folders.id} in (${given})`)
    .orderBy(sql`lower(${folders.name})`, folders.id)
}

/** A group of templates with the same values of the most common facets. */
export interface Alike {
  type: string
  source: string
  ownerKind: string
  ownerId: string
  /** The alphabetically last name of the owner. */
  ownerName: string
  active: number
  trashed: number
}

/**
 * Counts templates grouped by type, source, owner and status, ignoring the filters of these four: there are few such groups,
 * so one index scan covers all of these facets.
 */
export async function countAlike(db: Db, selection: Selection): Promise<Alike[]> {
  const { templates } = db.tables
  return counted(db, {
    type: templates.type,
    source: templates.source,
    ownerKind: templates.createdByKind,
    ownerId: templates.createdById,
    ownerName: sql<string>`max(${templates.createdByName})`,
    active: sql<number>`count(*) - count(${templates.deletedAt})`.mapWith(Number),
    trashed: sql<number>`count(${templates.deletedAt})`.mapWith(Number),
  })
    .where(conditions(db, selection, ['type', 'source', 'owner', 'status']))
    .groupBy(templates.type, templates.source, templates.createdByKind, templates.createdById)
}

/** Most frequent first; null means no folder. */
export async function countFolders(db: Db, selection: Selection) {
  const { templates, folders } = db.tables
  const inFolder = counted(db, { id: templates.folderId, count: count().as('count') })
    .where(conditions(db, selection, ['folder']))
    .groupBy(templates.folderId)
    .as('in_folder')
  return db
    .select({ id: inFolder.id, name: folders.name, count: inFolder.count })
    .from(inFolder)
    .leftJoin(folders, eq(folders.id, inFolder.id))
    .orderBy(desc(inFolder.count), sql`${inFolder.id} is not null`, sql`lower(${folders.name})`, inFolder.id)
}

/** Applies every filter except the favorite filter; `marked` counts the viewer's favorites only. */
export async function countMarked(db: Db, selection: Selection, which: 'marked' | 'all'): Promise<number> {
  const isCounted = which === 'marked' ? isMarked(db, selection.viewer, true) : undefined
  const [row] = await counted(db, { total: count() }).where(and(conditions(db, selection, ['favorite']), isCounted))
  return row?.total ?? 0
}

/** Active templates in each state of publishing, ignoring the filter of the status. */
export async function countStates(db: Db, selection: Selection): Promise<Record<PublishingState, number>> {
  const { templates } = db.tables
  const numberOf = (state: PublishingState) =>
    sql<number>`sum(case when ${isInState(db, state)} then 1 else 0 end)`.mapWith(Number)
  const columns = Object.fromEntries(publishingStates.map((state) => [state, numberOf(state)]))
  const where = and(conditions(db, selection, ['status', 'state']), isNull(templates.deletedAt))
  const [row] = await counted(db, columns).where(where)
  return Object.fromEntries(publishingStates.map((state) => [state, Number(row?.[state] ?? 0)])) as Record<
    PublishingState,
    number
  >
}

/** Most frequent first, at most `maxTags`. */
export async function countTags(db: Db, selection: Selection): Promise<{ value: string; count: number }[]> {
  const { templates } = db.tables
  const [tags, tag] =
    db.dialect === 'sqlite'
      ? [sql`json_each(alike.tags) as each`, sql`each.value`]
      : [sql`jsonb_array_elements_text(alike.tags) as each(tag)`, sql`each.tag`]
  const rows = await db.rows<{ value: string; count: number }>(sql`
    select ${tag} as value, sum(alike.count) as count
    from (
      select ${templates.tags} as tags, count(*) as count from ${templates}
      where ${conditions(db, selection, ['tag']) ?? sql`true`} group by 1
    ) as alike
    cross join ${tags}
    group by 1 order by 2 desc, 1 limit ${maxTags}`)
  return rows.map((row) => ({ value: row.value, count: Number(row.count) }))
}

function counted<T extends Parameters<Db['select']>[0]>(db: Db, columns: T) {
  return db.select(columns as NonNullable<T>).from(db.tables.templates)
}

function conditions(db: Db, selection: Selection, without: readonly (keyof Conditions)[]): SQL | undefined {
  const all = conditionsOf(db, selection)
  for (const name of without) all[name] = undefined
  return and(...Object.values(all))
}
