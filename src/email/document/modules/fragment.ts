import type { DocumentAsset, Locale, ModuleUse, NodeId, Row, EmailDocument, Node } from '../model.ts'
import { textsIn } from '../comparison/texts.ts'
import { childLists } from '../walk.ts'

/** What one version of a module holds: rows that are in many documents, and what belongs to them. */
export interface ModuleFragment {
  nodes: Row[]
  /** Ids of the columns and blocks in `nodes` that an instance may fill. */
  slots?: NodeId[]
  /** Images that the nodes name. */
  assets?: Record<string, DocumentAsset>
  /** Values that replace properties, by locale and then by `nodeId.prop`; they serve documents that have the locale. */
  translations?: Record<Locale, Record<string, unknown>>
}

/**
 * Finds what a reference means; undefined when there is no such module or version, `unread` when a document names more
 * different ones than anybody would read for it.
 */
export type ModuleLookup = (ref: ModuleUse['ref']) => ModuleFragment | 'unread' | undefined

/** Something about a module in a document that its author should know. */
export interface ModuleFinding {
  code: 'MODULE_NOT_FOUND' | 'MODULE_TOO_DEEP' | 'MODULE_TOO_LARGE' | 'MODULE_SLOT_UNUSED' | 'MODULE_STYLE_UNUSED'
  /** The instance in the document. */
  node_id: NodeId
  message: string
}

// No id of a document holds one, so that what comes from a module never meets a node of the document.
const separator = ':'

/** The id that a node of a module has inside an instance. */
export function idInside(instance: NodeId, id: NodeId): NodeId {
  return instance + separator + id
}

/** The node of the document that an id of an expanded one belongs to: its own, or the instance that it came from. */
export function instanceOf(id: NodeId): NodeId {
  const end = id.indexOf(separator)
  return end < 0 ? id : id.slice(0, end)
}

/** The id that a node of an expanded document had in its module. */
export function idInModule(id: NodeId): NodeId {
  return id.slice(id.lastIndexOf(separator) + 1)
}

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

/** The instances among rows; modules occur nowhere else. */
export function moduleUsesIn(rows: readonly Row[]): ModuleInstance[] {
  return rows.filter(isModuleUse).map(({ id, ref }) => ({
    nodeId: id,
    moduleId: ref.id,
    version: ref.version === 'latest' ? null : ref.version,
  }))
}

/** What a module of one row of a document holds: the row, the images it names and its translations. */
export function extractFragment(document: EmailDocument, row: Row): ModuleFragment {
  const fragment: ModuleFragment = { nodes: [row] }
  const texts = textsIn(row)
  const assets = Object.entries(document.assets ?? {}).filter(([name]) => texts.has(name))
  if (assets.length > 0) fragment.assets = Object.fromEntries(assets)
  const ids = new Set(idsOf(row))
  const locales = Object.entries(document.translations?.locales ?? {})
    .map(([locale, values]) => [locale, ofNodes(values, ids)] as const)
    .filter(([, values]) => Object.keys(values).length > 0)
  if (locales.length > 0) fragment.translations = Object.fromEntries(locales)
  return fragment
}

function ofNodes(values: Record<string, unknown>, ids: ReadonlySet<NodeId>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => ids.has(key.slice(0, key.indexOf('.')))))
}

function idsOf(node: Node): NodeId[] {
  return [node.id, ...childLists(node).flatMap((list) => list.flatMap(idsOf))]
}
