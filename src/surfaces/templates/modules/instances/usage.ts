import { limits } from '../../../../kernel/limits.ts'
import { decodeCursor, encodeCursor } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { visibleGuards } from '../../template/index.ts'
import { requireModule } from '../modules.ts'
import type { ModuleUsage, ModuleUsagePage } from './contract.ts'
import { type UsageRow, selectUsage } from './store.ts'

/** A page of the instances of a module, in modules and in the templates that the caller may see. */
export async function getUsage(
  db: Db,
  caller: Caller,
  id: string,
  { limit = limits.pageDefault, cursor }: { limit?: number; cursor?: string },
): Promise<ModuleUsagePage> {
  await requireModule(db, caller, id)
  const listKey = `module usage ${id}`
  const after =
    cursor === undefined ? undefined : (decodeCursor(cursor, listKey).map(String) as [string, string, string])
  const guards = await visibleGuards(db, caller)
  const found = await selectUsage(db, caller.projectId, id, { after, limit: limit + 1, guards })
  const last = found.at(limit - 1)
  const more = found.length > limit && last !== undefined
  return {
    data: found.slice(0, limit).map(present),
    page: { next_cursor: more ? encodeCursor([last.kind, last.id, last.nodeId], listKey) : null, has_more: more },
  }
}

function present({ kind, id, name, nodeId, version }: UsageRow): ModuleUsage {
  return { kind, id, name, node_id: nodeId, version: version ?? 'latest' }
}
