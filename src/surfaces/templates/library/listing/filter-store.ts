import { type SQL, type SQLWrapper, and, eq, gte, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import { type Db, hasMetadata } from '../../../../platform/storage/index.ts'
import { type Viewer, isOpenTo, readableBy } from '../../template/index.ts'
import type { PublishingState } from './contract.ts'
import type { Selection, Span } from './selection.ts'

type Column = Db['tables']['templates']['createdAt']

/** Named, so that a count can omit its own filter. */
export interface Conditions {
  visibility: SQL | undefined
  status: SQL | undefined
  state: SQL | undefined
  type: SQL | undefined
  folder: SQL | undefined
  tag: SQL | undefined
  favorite: SQL | undefined
  source: SQL | undefined
  owner: SQL | undefined
  external: SQL | undefined
  metadata: SQL | undefined
  created: SQL | undefined
  updated: SQL | undefined
}

/** Conditions of a selection except its search words; undefined for filters that are not set. */
export function conditionsOf(db: Db, selection: Selection): Conditions {
  const { templates } = db.tables
  const { state, types, folders, within: listed, tags, favorite, sources, owners, externalId, metadata } = selection
  return {
    visibility: and(visibleTo(db, selection), isOpenTo(db, selection.guards)),
    status: selection.status === 'trash' ? isNotNull(templates.deletedAt) : isNull(templates.deletedAt),
    state: state === undefined ? undefined : isInState(db, state),
    type: isOneOf(templates.type, types),
    folder: and(
      folders === undefined ? undefined : isInFolder(db, folders),
      listed === undefined ? undefined : inArray(templates.folderId, [...listed]),
    ),
    tag: tags === undefined ? undefined : hasTags(db, tags),
    favorite: favorite === undefined ? undefined : isMarked(db, selection.viewer, favorite),
    source: isOneOf(sql`${templates.source}`, sources),
    owner: isOneOf(templates.createdById, owners),
    external: externalId === undefined ? undefined : eq(templates.externalId, externalId),
    metadata: metadata === undefined ? undefined : hasMetadata(db, templates.metadata, metadata),
    created: within(templates.createdAt, selection.created),
    updated: within(templates.updatedAt, selection.updated),
  }
}

/** Condition: the template is in a state of publishing. */
export function isInState({ tables: { templates } }: Db, state: PublishingState): SQL {
  const { draftDiffers, publishedRelease, reviewState, scheduledRelease } = templates
  switch (state) {
    case 'draft':
      return eq(publishedRelease, 0)
    case 'published':
      return sql`(${publishedRelease} is null or ${publishedRelease} > 0)`
    case 'scheduled':
      return isNotNull(scheduledRelease)
    case 'changed':
      // Nothing of a draft is published, so all of it is a change.
      return sql`(${publishedRelease} = 0 or ${draftDiffers})`
    case 'in_review':
      // Implies the condition of the partial index.
      return sql`(${reviewState} is not null and ${reviewState} = 'pending')`
  }
}

/** Every selection is restricted to the caller's project, public templates or both. */
function visibleTo(db: Db, { viewer, visibility }: Selection): SQL | undefined {
  const { templates } = db.tables
  switch (visibility) {
    case 'mine':
      // Not `is_public = false`: SQLite would then use the index of public templates and scan all projects.
      return and(eq(templates.projectId, viewer.projectId), not(sql`${templates.isPublic}`))
    case 'public':
      return eq(templates.isPublic, true)
    case 'all':
      return readableBy(db, viewer.projectId)
  }
}

export function isMarked({ tables: { templates, favorites } }: Db, { projectId, owner }: Viewer, marked: boolean): SQL {
  const ids = sql`select ${favorites.templateId} from ${favorites}
    where ${favorites.projectId} = ${projectId} and ${favorites.owner} = ${owner}`
  return marked ? sql`${templates.id} in (${ids})` : sql`${templates.id} not in (${ids})`
}

// One value as an equation: an index then also gives the order of the list.
function isOneOf(column: SQLWrapper, values: readonly string[] | undefined): SQL | undefined {
  if (values === undefined) return undefined
  return values.length === 1 ? sql`${column} = ${values[0]}` : inArray(sql`${column}`, [...values])
}

function isInFolder({ tables: { templates } }: Db, folders: readonly (string | null)[]): SQL | undefined {
  const ids = folders.filter((id) => id !== null)
  const isIn = ids.length === 0 ? undefined : isOneOf(templates.folderId, ids)
  return folders.includes(null) ? or(isNull(templates.folderId), isIn) : isIn
}

function hasTags(db: Db, { values, match }: NonNullable<Selection['tags']>): SQL | undefined {
  const each = values.map((tag) => hasTag(db, tag))
  return match === 'all' ? and(...each) : or(...each)
}

function hasTag({ dialect, tables: { templates } }: Db, tag: string): SQL {
  return dialect === 'sqlite'
    ? sql`exists (select 1 from json_each(${templates.tags}) where value = ${tag})`
    : sql`${templates.tags} @> jsonb_build_array(cast(${tag} as text))`
}

function within(column: Column | Db['tables']['templates']['updatedAt'], { since, until }: Span): SQL | undefined {
  return and(since === undefined ? undefined : gte(column, since), until === undefined ? undefined : lt(column, until))
}
