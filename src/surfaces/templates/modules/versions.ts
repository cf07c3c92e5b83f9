import { readPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { Changes } from '../template/index.ts'
import type { ListModuleVersions, ModuleVersion, ModuleVersionPage } from './contract.ts'
import { requireModule } from './modules.ts'
import { selectVersions } from './store.ts'

/** Latest first by default. */
export async function listModuleVersions(
  db: Db,
  caller: Caller,
  id: string,
  query: ListModuleVersions,
): Promise<ModuleVersionPage> {
  const { sort = '-version' } = query
  const { version: newest } = await requireModule(db, caller, id)
  const { items, page } = await readPage(query, {
    key: `module versions ${id} ${sort}`,
    read: ({ after, limit }) =>
      selectVersions(db, id, { after: after && Number(after[0]), descending: sort === '-version', limit }),
    positionOf: ({ version }) => [version],
  })
  return { data: items.map((row) => present(row, newest)), page }
}

function present(row: Awaited<ReturnType<typeof selectVersions>>[number], newest: number): ModuleVersion {
  return {
    version: row.version,
    current: row.version === newest,
    changes: row.changes as Changes,
    ...(row.message === null ? {} : { message: row.message }),
    author: { kind: row.authorKind, id: row.authorId, name: row.authorName },
    size_bytes: row.sizeBytes,
    created_at: new Date(row.createdAt).toISOString(),
  }
}
