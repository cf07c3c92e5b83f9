import { type ModuleLookup, type Row, moduleUsesIn } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { loadModulesIn } from '../template/index.ts'
import { heightAbove } from './store.ts'

/**
 * Fails with MODULE_CYCLE if a module would contain itself, in any version, and with MODULE_TOO_DEEP if modules would nest
 * deeper than `limits.moduleDepth`, counting both contained and containing modules. A new module has no id.
 */
export async function checkNesting(
  db: Db,
  projectId: string,
  { id, nodes }: { id?: string; nodes: readonly Row[] },
): Promise<void> {
  if (moduleUsesIn(nodes).length === 0) return
  const { ids, lookup } = await loadModulesIn(db, projectId, nodes)
  if (id !== undefined && ids.includes(id)) fail('MODULE_CYCLE')
  const around = id === undefined ? 0 : await heightAbove(db, projectId, id, limits.moduleDepth)
  const depth = around + 1 + depthOf(nodes, lookup, limits.moduleDepth)
  if (depth <= limits.moduleDepth) return
  fail('MODULE_TOO_DEEP', `Modules can be nested at most ${limits.moduleDepth} levels deep.`)
}

function depthOf(nodes: readonly Row[], lookup: ModuleLookup, max: number): number {
  if (max < 0) return 0
  const inside = nodes.flatMap((row) => (row.type === 'module' ? [lookup(row.ref)] : []))
  const depths = inside.map((found) => 1 + (typeof found === 'object' ? depthOf(found.nodes, lookup, max - 1) : 0))
  return Math.max(0, ...depths)
}
