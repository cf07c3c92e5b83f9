/** Lists the folders of a project, as a tree or in pages. */
import { fail } from '../../../kernel/errors/index.ts'
import { readPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { visibleGuards } from '../template/index.ts'
import type { FolderBranch, FolderList, ListFolders } from './contract.ts'
import { present } from './folders.ts'
import { type CountedFolder, selectFolders, selectPaths } from './store.ts'

/**
 * A tree by default; with `view=flat` or a filter a page of folders ordered by name. VALIDATION_FAILED for a cursor with the
 * tree view.
 */
export async function listFolders(db: Db, caller: Caller, query: ListFolders): Promise<FolderList> {
  const isFiltered = query.external_id !== undefined || query.metadata !== undefined
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
  const { external_id: externalId, metadata } = query
  const guards = await visibleGuards(db, caller)
  const { items, page } = await readPage(query, {
    key: JSON.stringify(['folders', projectId, externalId, metadata]),
    read: ({ after, limit }) =>
      selectFolders(db, projectId, {
        guards,
        page: { after: after?.map(String) as [string, string], limit, externalId, metadata },
      }),
    positionOf: ({ nameKey, id }) => [nameKey, id],
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
