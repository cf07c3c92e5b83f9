/** The SQL of filter counts: one grouped query for each facet, with its own filter left out. */
import { type SQL, and, count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../../../platform/storage/index.ts'
import { isFavorite } from '../../../template/index.ts'
import { type Conditions, conditionsOf } from '../filter/store.ts'
import type { Selection } from '../selection.ts'

const mostTags = 100
const mostOwners = 100

/** The templates in sight that hold the words, whatever the other filters say. */
export async function findHits(db: Db, selection: Selection): Promise<string[]> {
  const { visibility, words } = conditionsOf(db, selection)
  const { templates } = db.tables
  const rows = await db.select({ id: templates.id }).from(templates).where(and(visibility, words))
  return rows.map(({ id }) => id)
}

/** How many templates pass every filter. */
export async function countAll(db: Db, selection: Selection): Promise<number> {
  const [row] = await counted(db, { total: count() }).where(conditions(db, selection))
  return row?.total ?? 0
}

/** Templates of each type, most frequent first. */
export async function countTypes(db: Db, selection: Selection) {
  const { templates } = db.tables
  return counted(db, { value: templates.type, count: count() })
    .where(conditions(db, selection, 'type'))
    .groupBy(templates.type)
    .orderBy(desc(count()), templates.type)
}

/** Templates of each source, most frequent first. */
export async function countSources(db: Db, selection: Selection) {
  const { templates } = db.tables
  return counted(db, { value: templates.source, count: count() })
    .where(conditions(db, selection, 'source'))
    .groupBy(templates.source)
    .orderBy(desc(count()), templates.source)
}

/** Templates in each folder, most frequent first; null is no folder. */
export async function countFolders(db: Db, selection: Selection) {
  const { templates, folders } = db.tables
  return counted(db, { id: templates.folderId, name: folders.name, count: count() })
    .leftJoin(folders, eq(folders.id, templates.folderId))
    .where(conditions(db, selection, 'folder'))
    .groupBy(templates.folderId, folders.name)
    .orderBy(desc(count()), sql`lower(${folders.name})`, templates.folderId)
}

/** By id; the name is the one under which the owner made the latest template. */
export async function countOwners(db: Db, selection: Selection) {
  const { templates } = db.tables
  return counted(db, {
    kind: templates.createdByKind,
    id: templates.createdById,
    name: sql<string>`max(${templates.createdByName})`,
    count: count(),
  })
    .where(conditions(db, selection, 'owner'))
    .groupBy(templates.createdByKind, templates.createdById)
    .orderBy(desc(count()), templates.createdById)
    .limit(mostOwners)
}

/** Templates the viewer marked, and others. */
export async function countFavorites(db: Db, selection: Selection) {
  const marked = isFavorite(db, selection.viewer)
  return counted(db, { value: marked, count: count() })
    .where(conditions(db, selection, 'favorite'))
    .groupBy(sql`1`)
}

/** Templates in the trash (true) and in use (false). */
export async function countStatus(db: Db, selection: Selection) {
  const { templates } = db.tables
  const trashed = sql<boolean>`${templates.deletedAt} is not null`
  return counted(db, { value: trashed.mapWith(Boolean), count: count() })
    .where(conditions(db, selection, 'status'))
    .groupBy(trashed)
}

/** Templates that carry each tag, most frequent first, at most a hundred tags. */
export async function countTags(db: Db, selection: Selection): Promise<{ value: string; count: number }[]> {
  const { templates } = db.tables
  const [tags, tag] =
    db.dialect === 'sqlite'
      ? [sql`json_each(${templates.tags}) as each`, sql`each.value`]
      : [sql`jsonb_array_elements_text(${templates.tags}) as each(tag)`, sql`each.tag`]
  const rows = await db.rows<{ value: string; count: number }>(sql`
    select ${tag} as value, count(*) as count
    from ${templates}
    cross join ${tags}
    where ${conditions(db, selection, 'tag') ?? sql`true`}
    group by 1 order by 2 desc, 1 limit ${mostTags}`)
  return rows.map((row) => ({ value: row.value, count: Number(row.count) }))
}

function counted<T extends Parameters<Db['select']>[0]>(db: Db, columns: T) {
  return db.select(columns as NonNullable<T>).from(db.tables.templates)
}

function conditions(db: Db, selection: Selection, without?: keyof Conditions): SQL | undefined {
  const all = conditionsOf(db, selection)
  if (without !== undefined) all[without] = undefined
  return and(...Object.values(all))
}
