import type { EmailDocument, ModuleUse, Node, NodeId, Row } from '../model.ts'
import { childLists, walkNodes } from '../walk.ts'
import { expandSome } from './expand.ts'
import { type ModuleLookup, idInModule, instanceOf, isModuleUse } from './fragment.ts'
import { withOtherIds } from './fill.ts'

/**
 * Replaces the given module instances with their rows, without a visible change. The rows get ids valid in a stored
 * document. An instance with a missing module stays; nested modules are detached as well.
 */
export function detachModules(
  document: EmailDocument,
  lookup: ModuleLookup,
  isMeant: (use: ModuleUse) => boolean,
): EmailDocument {
  const known = (use: ModuleUse) => isMeant(use) && typeof lookup(use.ref) === 'object'
  const { document: expanded } = expandSome(document, lookup, known)
  if (expanded === document) return document
  const ids = freeIds(document, expanded)
  const rename = (id: NodeId) => ids.get(id) ?? id
  const result: EmailDocument = { ...expanded, rows: expanded.rows.map((row) => renamed(row, rename)) }
  if (expanded.translations !== undefined) {
    result.translations = { ...expanded.translations, locales: withKeys(expanded.translations.locales, rename) }
  }
  return result
}

function renamed(row: Row, rename: (id: NodeId) => NodeId): Row {
  return isInside(row) ? withOtherIds(row, rename) : row
}

function isInside(node: Node): boolean {
  return instanceOf(node.id) !== node.id || childLists(node).some((list) => list.some(isInside))
}

function freeIds(document: EmailDocument, expanded: EmailDocument): Map<NodeId, NodeId> {
  const ids = new Map<NodeId, NodeId>()
  const taken = new Set<NodeId>()
  const missingModules = new Set(expanded.rows.map(({ id }) => id))
  for (const { node } of walkNodes(document))
    if (!isModuleUse(node as Row) || missingModules.has(node.id)) taken.add(node.id)
  for (const { node } of walkNodes(expanded)) {
    if (instanceOf(node.id) === node.id) continue
    const id = freeId(idInModule(node.id), taken)
    taken.add(id)
    ids.set(node.id, id)
  }
  return ids
}

function freeId(wanted: NodeId, taken: ReadonlySet<NodeId>): NodeId {
  for (let number = 1, id = wanted; ; id = `${wanted.slice(0, 56)}-${number}`) {
    if (!taken.has(id)) return id
    number++
  }
}

function withKeys(locales: Record<string, Record<string, unknown>>, rename: (id: NodeId) => NodeId) {
  return Object.fromEntries(
    Object.entries(locales).map(([locale, values]) => [
      locale,
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => {
          const dot = key.indexOf('.')
          return [`${rename(key.slice(0, dot))}${key.slice(dot)}`, value]
        }),
      ),
    ]),
  )
}
