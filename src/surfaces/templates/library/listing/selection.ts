/** What a list's query selects, in the terms of storage: ids instead of names, times instead of texts. */
import { fail } from '../../../../kernel/errors/index.ts'
import { isId, publicProjectId } from '../../../../kernel/ids/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { type Db, findSpellings, searchedWords } from '../../../../platform/storage/index.ts'
import { type Viewer, findFolder, selectBranch, viewerOf, visibleGuards } from '../../template/index.ts'
import type { ListQuery, Sort } from './contract.ts'

export interface Span {
  /** Milliseconds since epoch, included. */
  since?: number
  /** Milliseconds since epoch, not included. */
  until?: number
}

export interface Selection {
  viewer: Viewer
  visibility: 'mine' | 'public' | 'all'
  status: 'active' | 'trash'
  type?: string
  /** Null is no folder; an id that nobody has is a folder that does not exist. */
  folderId?: string | null
  /** Any of these. */
  folderIds?: string[]
  tag?: string
  favorite?: boolean
  source?: string
  owner?: string
  created: Span
  updated: Span
  /** Whose words are searched. */
  projectIds: string[]
  /** All of them have to occur; folded. */
  words: string[]
  /** Of words that stand nowhere, what they may have meant. */
  spellings: Map<string, string[]>
  /** Guards behind which the caller may look; undefined when nothing is kept from it. */
  guards?: string[]
}

export interface Order {
  by: 'updated_at' | 'created_at' | 'name' | 'relevance'
  descending: boolean
}

/** Resolves a query for a caller. */
export async function selectionOf(db: Db, caller: Caller, query: ListQuery): Promise<Selection> {
  const { visibility = 'mine' } = query
  const projectIds = { mine: [caller.projectId], public: [publicProjectId], all: [caller.projectId, publicProjectId] }
  const selection: Selection = {
    viewer: viewerOf(caller),
    visibility,
    projectIds: projectIds[visibility],
    status: query.status ?? 'active',
    created: spanOf(query.created_since, query.created_until),
    updated: spanOf(query.updated_since, query.updated_until),
    words: searchedWords(query.q ?? ''),
    spellings: new Map(),
  }
  if (query.q !== undefined) selection.spellings = await findSpellings(db, selection.projectIds, selection.words)
  const { type, tag, favorite, source, owner } = query
  Object.assign(selection, defined({ type, tag, favorite, source, owner }))
  const guards = await visibleGuards(db, caller)
  if (guards !== undefined) selection.guards = guards
  const folderId = await folderOf(db, caller, query)
  if (folderId !== undefined) selection.folderId = folderId
  if (query.within !== undefined) selection.folderIds = await foldersWithin(db, caller, query.within)
  return selection
}

/** The order a list is requested; searches are by relevance unless the query says otherwise. */
export function orderOf(query: { q?: string; sort?: Sort }): Order {
  const sort = query.sort ?? (query.q === undefined ? '-updated_at' : 'relevance')
  return sort.startsWith('-')
    ? { by: sort.slice(1) as Order['by'], descending: true }
    : { by: sort as Order['by'], descending: false }
}

const unknownFolder = ''

async function folderOf(db: Db, caller: Caller, query: ListQuery): Promise<string | null | undefined> {
  if (query.folder_id !== undefined) return query.folder_id === 'none' ? null : query.folder_id
  if (query.folder === undefined) return undefined
  return (await findFolder(db, caller.projectId, query.folder)) ?? unknownFolder
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
