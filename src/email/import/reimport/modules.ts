import {
  type EmailDocument,
  type ModuleUse,
  type Row,
  isModuleUse,
  type ModuleLookup,
  type NodeId,
  detachModules,
  expandModules,
  instanceOf,
} from '../../document/index.ts'
import type { ImportWarnings } from '../report.ts'

/**
 * Restores module instances in the changed document wherever all their rows are still together and unchanged. Changed rows
 * stay as ordinary rows, with a warning.
 */
export function withModules(
  changed: EmailDocument,
  stored: EmailDocument,
  { shown, warnings }: { shown: ShownDocument; warnings: ImportWarnings },
): EmailDocument {
  const uses = new Map(stored.rows.filter(isModuleUse).map((use) => [use.id, use]))
  if (uses.size === 0) return changed
  const rowsOf = Map.groupBy(shown.document.rows, (_, index) => shown.instances[index])
  const origins = new Map(shown.document.rows.map((row, index) => [row.id, shown.instances[index]]))
  const rows: Row[] = []
  const detached = new Set<ModuleUse>()
  for (let at = 0; at < changed.rows.length;) {
    const row = changed.rows[at] as Row
    const use = uses.get(origins.get(row.id) ?? '')
    const wanted = use === undefined ? [] : (rowsOf.get(use.id) ?? [])
    if (use !== undefined && wanted.every((one, index) => one === changed.rows[at + index])) {
      rows.push(use)
      at += wanted.length
      continue
    }
    if (use !== undefined) detached.add(use)
    rows.push(row)
    at++
  }
  for (const { id, name, ref } of detached) {
    const message = `The HTML of module ${name ?? ref.id} was changed, so its instance ${id} became rows of the template.`
    warnings.add('MODULE_DETACHED', message, { node: id })
  }
  return { ...changed, rows }
}

/** A stored document as its HTML shows it: modules expanded, every node with a unique id. */
export interface ShownDocument {
  document: EmailDocument
  /** The module instance of each row; undefined for rows of the document itself. */
  instances: (NodeId | undefined)[]
}

/** Expands the module instances of a document. */
export function showDocument(stored: EmailDocument, lookup: ModuleLookup): ShownDocument {
  const uses = new Set(stored.rows.filter(isModuleUse).map(({ id }) => id))
  const { document } = expandModules(stored, lookup)
  const instances = document.rows.map((row) =>
    !isModuleUse(row) && uses.has(instanceOf(row.id)) ? instanceOf(row.id) : undefined,
  )
  return { document: detachModules(stored, lookup, () => true), instances }
}
