import {
  type EmailDocument,
  type ModuleLookup,
  type NodeId,
  detachModules,
  expandModules,
  instanceOf,
  isModuleUse,
} from '../../document/index.ts'

/** A stored document as its HTML shows it: with what its modules hold, under ids that tell every node. */
export interface ShownDocument {
  document: EmailDocument
  /** The instance that each row came from; undefined for the document's own. */
  instances: (NodeId | undefined)[]
}

/** The document with rows in place of its instances. */
export function showDocument(stored: EmailDocument, lookup: ModuleLookup): ShownDocument {
  const uses = new Set(stored.rows.filter(isModuleUse).map(({ id }) => id))
  const { document } = expandModules(stored, lookup)
  const instances = document.rows.map((row) =>
    !isModuleUse(row) && uses.has(instanceOf(row.id)) ? instanceOf(row.id) : undefined,
  )
  return { document: detachModules(stored, lookup, () => true), instances }
}
