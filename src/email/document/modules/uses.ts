import type { ModuleUse, NodeId, Row } from '../model.ts'

/** One instance of a module. */
export interface ModuleInstance {
  nodeId: NodeId
  moduleId: string
  /** Null follows the latest. */
  version: number | null
}

/** True if a row is an instance of a module. */
export function isModuleUse(row: Row): row is ModuleUse {
  return row.type === 'module'
}

/** The instances among rows; modules stand nowhere else. */
export function moduleUsesIn(rows: readonly Row[]): ModuleInstance[] {
  return rows.filter(isModuleUse).map(({ id, ref }) => ({
    nodeId: id,
    moduleId: ref.id,
    version: ref.version === 'latest' ? null : ref.version,
  }))
}
