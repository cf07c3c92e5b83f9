import type { DocumentAsset, Locale, ModuleUse, NodeId, Row, EmailDocument, Node } from '../model.ts'
import { textsIn } from '../comparison/texts.ts'
import { childLists } from '../walk.ts'

/** Content of one version of a module: rows shared by many documents, with their assets and translations. */
export interface ModuleFragment {
  nodes: Row[]
  /** Ids of the columns and blocks in `nodes` that an instance may fill. */
  slots?: NodeId[]
  /** Images that the nodes refer to. */
  assets?: Record<string, DocumentAsset>
  /** Translated property values by locale and `nodeId.prop`; used in documents that have the locale. */
  translations?: Record<Locale, Record<string, unknown>>
}

/**
 * Resolves a module reference; undefined if the module or version does not exist, `unread` if the document refers to too
 * many different modules to load them.
 */
export type ModuleLookup = (ref: ModuleUse['ref']) => ModuleFragment | 'unread' | undefined

/** A problem with a module in a document, for its author. */
export interface ModuleFinding {
  code: 'MODULE_NOT_FOUND' | 'MODULE_TOO_DEEP' | 'MODULE_TOO_LARGE' | 'MODULE_SLOT_UNUSED' | 'MODULE_STYLE_UNUSED'
  /** Id of the module instance. */
  node_id: NodeId
  message: string
}

// Invalid in ids of documents, so expanded nodes never collide with nodes of the document.
const separator = ':'

/** The id of a module node inside an instance. */
export function idInside(instance: NodeId, id: NodeId): NodeId {
  return instance + separator + id
}

/** The node of the stored document for an id of the expanded one: the same id, or that of its instance. */
export function instanceOf(id: NodeId): NodeId {
  const end = id.indexOf(separator)
  return end < 0 ? id : id.slice(0, end)
}

/** The original id of an expanded node in its module. */
export function idInModule(id: NodeId): NodeId {
  return id.slice(id.lastIndexOf(separator) + 1)
}

export interface ModuleInstance {
  nodeId: NodeId
  moduleId: string
  /** Null follows the latest version. */
  version: number | null
}

export function isModuleUse(row: Row): row is ModuleUse {
  return row.type === 'module'
}

/** Lists the module instances; modules occur only in top-level rows. */
export function moduleUsesIn(rows: readonly Row[]): ModuleInstance[] {
  return rows.filter(isModuleUse).map(({ id, ref }) => ({
    nodeId: id,
    moduleId: ref.id,
    version: ref.version === 'latest' ? null : ref.version,
  }))
}

/** Extracts a row of a document as a module: the row, its assets and translations. */
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
