import { readPage } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { visibleGuards } from '../../template/index.ts'
import { requireModule } from '../modules.ts'
import type { ListPage } from '../contract.ts'
import type { ModuleUsage, ModuleUsagePage } from './contract.ts'
import { type UsageRow, selectUsage } from './store.ts'

/** Instances in modules and in templates that the caller may see. */
export async function getUsage(db: Db, caller: Caller, id: string, query: ListPage): Promise<ModuleUsagePage> {
  await requireModule(db, caller, id)
  const guards = await visibleGuards(db, caller)
  const { items, page } = await readPage(query, {
    key: `module usage ${id}`,
    read: ({ after, limit }) =>
      selectUsage(db, caller.projectId, id, {
        after: after?.map(String) as [string, string, string] | undefined,
        limit,
        guards,
      }),
    positionOf: ({ kind, id: holder, nodeId }) => [kind, holder, nodeId],
  })
  return { data: items.map(present), page }
}

function present({ kind, id, name, nodeId, version }: UsageRow): ModuleUsage {
  return { kind, id, name, node_id: nodeId, version: version ?? 'latest' }
}
