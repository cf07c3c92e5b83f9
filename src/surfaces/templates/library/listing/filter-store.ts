/** Each filter of a list as a condition on `templates`. */
import { type SQL, and, eq, gte, inArray, isNotNull, isNull, lt, not, sql } from 'drizzle-orm'
import type { Db } from '../../../../platform/storage/index.ts'
import { type Viewer, isOpenTo, readableBy } from '../../template/index.ts'
import type { Selection, Span } from './selection.ts'

type Column = Db['tables']['templates']['createdAt']

/** The filters by name, so that a count can leave its own out. */
export interface Conditions {
  visibility: SQL | undefined
  status: SQL | undefined
  type: SQL | undefined
  folder: SQL | undefined
  tag: SQL | undefined
  favorite: SQL | undefined
  source: SQL | undefined
  owner: SQL | undefined
  created: SQL | undefined
  updated: SQL | undefined
}

/** What a selection asks of a row, but for words; undefined where it asks nothing. */
export function conditionsOf(db: Db, selection: Selection): Conditions {
  const { templates } = db.tables
  const { type, folderId, folderIds, tag, favorite, source, owner } = selection
  return {
    visibility: and(visibleTo(db, selection), isOpenTo(db, selection.guards)),
    status: selection.status === 'trash' ? isNotNull(templates.deletedAt) : isNull(templates.deletedAt),
    type: type === undefined ? undefined : eq(templates.type, type),
    folder: and(
      folderId === undefined
        ? undefined
        : folderId === null
          ? isNull(templates.folderId)
          : eq(templates.folderId, folderId),
      folderIds === undefined ? undefined : inArray(templates.folderId, folderIds),
    ),
    tag: tag === undefined ? undefined : hasTag(db, tag),
    favorite: favorite === undefined ? undefined : isMarked(db, selection.viewer, favorite),
    source: source === undefined ? undefined : sql`${templates.source} = ${source}`,
    owner: owner === undefined ? undefined : eq(templates.createdById, owner),
    created: within(templates.createdAt, selection.created),
    updated: within(templates.updatedAt, selection.updated),
  }
}

/** The caller's project first: there is no selection without one. */
function visibleTo(db: Db, { viewer, visibility }: Selection): SQL | undefined {
  const { templates } = db.tables
  switch (visibility) {
    case 'mine':
      // Not `is_public = false`: SQLite would take the index of public templates for it, and read every project's.
      return and(eq(templates.projectId, viewer.projectId), not(sql`${templates.isPublic}`))
    case 'public':
      return eq(templates.isPublic, true)
    case 'all':
      return readableBy(db, viewer.projectId)
  }
}

/** Whether the viewer marked the template, or did not. */
export function isMarked({ tables: { templates, favorites } }: Db, { projectId, owner }: Viewer, marked: boolean): SQL {
  const ids = sql`select ${favorites.templateId} from ${favorites}
    where ${favorites.projectId} = ${projectId} and ${favorites.owner} = ${owner}`
  return marked ? sql`${templates.id} in (${ids})` : sql`${templates.id} not in (${ids})`
}

function hasTag({ dialect, tables: { templates } }: Db, tag: string): SQL {
  return dialect === 'sqlite'
    ? sql`exists (select 1 from json_each(${templates.tags}) where value = ${tag})`
    : sql`${templates.tags} @> jsonb_build_array(cast(${tag} as text))`
}

function within(column: Column | Db['tables']['templates']['updatedAt'], { since, until }: Span): SQL | undefined {
  return and(since === undefined ? undefined : gte(column, since), until === undefined ? undefined : lt(column, until))
}
