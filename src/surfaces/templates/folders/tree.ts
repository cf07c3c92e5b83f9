/** Lists the folders of a project, as a tree or in pages. */
import { fail } from '../../../kernel/errors/index.ts'
import { readPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { visibleGuards } from '../template/index.ts'
import type { FolderBranch, FolderList, ListFolders } from './contract.ts'
import { present } from './folders.ts'
import { type CountedFolder, type FolderOrder, positionOf, selectFolders, selectPaths } from './store.ts'

/**
 * A tree by default; with `view=flat`, a filter or a sort a page of folders. VALIDATION_FAILED for a cursor with the tree
 * view.
 */
export async function listFolders(db: Db, caller: Caller, query: ListFolders): Promise<FolderList> {
  const { cursor: _, limit: __, view: ___, sort = 'name', ...filters } = query
  const isFiltered = sort !== 'name' || Object.values(filters).some((filter) => filter !== undefined)
  if (query.view === 'flat' || isFiltered) return listFlat(db, caller, query)
  if (query.cursor !== undefined) {
    const message = 'The tree is not paginated; use view=flat for pages.'
    fail('VALIDATION_FAILED', { issues: [{ path: '/cursor', message }] })
  }
  const data = treeOf(await selectFolders(db, caller.projectId, { guards: await visibleGuards(db, caller) }))
  return { data, page: { next_cursor: null, has_more: false } }
}

async function listFlat(db: Db, caller: Caller, query: ListFolders): Promise<FolderList> {
  const { projectId } = caller
  const { sort = 'name', created_since: since, created_until: until } = query
  const filter = {
    externalId: query.external_id,
    metadata: query.metadata,
    parents: query.parent_id?.map((id) => (id === 'none' ? null : id)),
    sinceMs: since === undefined ? undefined : Date.parse(since),
    untilMs: until === undefined ? undefined : Date.parse(until),
  }
  const order = { by: sort.replace('-', '') as FolderOrder['by'], descending: sort.startsWith('-') }
  const guards = await visibleGuards(db, caller)
  const { items, page } = await readPage(query, {
    key: JSON.stringify(['folders', projectId, filter, sort]),
    read: ({ after, limit }) =>
      selectFolders(db, projectId, {
        guards,
        page: { ...filter, order, after: after as (string | number)[] | undefined, limit },
      }),
    positionOf: (row) => positionOf(row, order),
  })
  const ids = items.map(({ id }) => id)
  const paths = await selectPaths(db, projectId, ids)
  return { data: items.map((row) => present(row, paths.get(row.id) ?? [row.name], row.templateCount)), page }
}

/** Nests folders; the input order, by name, is kept among siblings. */
function treeOf(rows: readonly CountedFolder[]): FolderBranch[] {
  const inside = Map.groupBy(rows, ({ parentId }) => parentId)
  const branches = (parentId: string | null, above: readonly string[]): FolderBranch[] =>
    (inside.get(parentId) ?? []).map((row) => {
      const path = [...above, row.name]
      return { ...present(row, path, row.templateCount), children: branches(row.id, path) }
    })
  return branches(null, [])
}
