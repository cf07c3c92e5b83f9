/** A list query in terms of storage: ids instead of names, times instead of texts. */
import { fail } from '../../../../kernel/errors/index.ts'
import { isId, publicProjectId } from '../../../../kernel/ids/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { type Db, findSpellings, searchedWords } from '../../../../platform/storage/index.ts'
import { type Viewer, findFolder, selectBranch, viewerOf, visibleGuards } from '../../template/index.ts'
import { type ListQuery, type PublishingState, type Sort, publishingStates } from './contract.ts'

export interface Span {
  /** Unix time in ms, inclusive. */
  since?: number
  /** Unix time in ms, exclusive. */
  until?: number
}

export interface Selection {
  viewer: Viewer
  visibility: 'mine' | 'public' | 'all'
  status: 'active' | 'trash'
  /** Only active templates in this state. */
  state?: PublishingState
  /** Lists match any of their values. */
  types?: readonly string[]
  /** Null means no folder; an unknown id matches nothing. */
  folders?: readonly (string | null)[]
  /** The folders of the list, besides the filter. */
  within?: readonly string[]
  tags?: { values: readonly string[]; match: 'all' | 'any' }
  externalId?: string
  metadata?: Record<string, string>
  favorite?: boolean
  sources?: readonly string[]
  owners?: readonly string[]
  created: Span
  updated: Span
  /** The projects whose search index is used. */
  projectIds: string[]
  /** Folded; all of them must occur. */
  words: string[]
  /** Alternative spellings of words that occur in no template. */
  spellings: Map<string, string[]>
  /** Guards whose templates the caller may see; undefined means all templates. */
  guards?: string[]
}

export interface Order {
  by: 'updated_at' | 'created_at' | 'name' | 'relevance'
  descending: boolean
}

export async function selectionOf(db: Db, caller: Caller, query: ListQuery): Promise<Selection> {
  const { visibility = 'mine' } = query
  const projectIds = { mine: [caller.projectId], public: [publicProjectId], all: [caller.projectId, publicProjectId] }
  const selection: Selection = {
    viewer: viewerOf(caller),
    visibility,
    projectIds: projectIds[visibility],
    status: query.status === 'trash' ? 'trash' : 'active',
    created: spanOf(query.created_since, query.created_until),
    updated: spanOf(query.updated_since, query.updated_until),
    words: searchedWords(query.q ?? ''),
    spellings: new Map(),
  }
  if (query.q !== undefined) selection.spellings = await findSpellings(db, selection.projectIds, selection.words)
  const { type: types, source: sources, owner: owners, tag: tagged, tag_match: match = 'all' } = query
  const { favorite, external_id: externalId, metadata } = query
  const tags = tagged && { values: tagged, match }
  Object.assign(selection, defined({ types, tags, favorite, sources, owners, externalId, metadata }))
  const state = publishingStates.find((each) => each === query.status)
  if (state !== undefined) selection.state = state
  const guards = await visibleGuards(db, caller)
  if (guards !== undefined) selection.guards = guards
  const folders = await foldersOf(db, caller, query)
  if (folders !== undefined) selection.folders = folders
  if (query.within !== undefined) selection.within = await foldersWithin(db, caller, query.within)
  return selection
}

/** By relevance for searches, `-updated_at` otherwise, unless the query has a sort. */
export function orderOf(query: { q?: string; sort?: Sort }): Order {
  const sort = query.sort ?? (query.q === undefined ? '-updated_at' : 'relevance')
  return sort.startsWith('-')
    ? { by: sort.slice(1) as Order['by'], descending: true }
    : { by: sort as Order['by'], descending: false }
}

const unknownFolder = ''

async function foldersOf(db: Db, caller: Caller, query: ListQuery): Promise<(string | null)[] | undefined> {
  if (query.folder_id !== undefined) return query.folder_id.map((id) => (id === 'none' ? null : id))
  if (query.folder === undefined) return undefined
  const found: string[] = []
  for (const folder of query.folder) found.push((await findFolder(db, caller.projectId, folder)) ?? unknownFolder)
  return found
}

async function foldersWithin(
  db: Db,
  caller: Caller,
  { id, subtree }: NonNullable<ListQuery['within']>,
): Promise<string[]> {
  const branch = isId('folder', id) ? await selectBranch(db, caller.projectId, id) : []
  if (branch.length === 0) fail('FOLDER_NOT_FOUND')
  return subtree ? branch.map((folder) => folder.id) : [id]
}

function spanOf(since: string | undefined, until: string | undefined): Span {
  const span: Span = {}
  if (since !== undefined) span.since = Date.parse(since)
  if (until !== undefined) span.until = Date.parse(until)
  return span
}

function defined<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>
}
