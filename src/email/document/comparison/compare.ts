import { type Block, type EmailDocument, type Node, type NodeId, rootId } from '../model.ts'
import { childLists, fallbackOf } from '../walk.ts'
import { longestIncreasing } from './order.ts'
import { type TreeEntry, type Tree, indexTree, parentIdAt, pathAt, propertyKeys, withoutOthers } from './tree.ts'
import { type ValueChange, changesBetween } from './values.ts'

/** A node in only one of two documents. */
export interface NodeEntry {
  id: NodeId
  type: string
  name?: string
  /** JSON Pointer into the document that contains the node. */
  path: string
  /** Id of the parent; `root` for the document itself. */
  parent: NodeId
  index: number
  /** The topmost node inserted or removed together with this one; absent if that is this node. */
  within?: NodeId
}

/** A position in the children of a node, or in the alternative blocks of its loop. */
export interface NodePosition {
  parent: NodeId
  index: number
  path: string
}

export interface MovedNode {
  id: NodeId
  type: string
  name?: string
  before: NodePosition
  after: NodePosition
}

export interface ChangedNode {
  id: NodeId
  type: string
  name?: string
  /** JSON Pointer into the later document. */
  path: string
  /** Paths begin at the node: `/text`, `/style/padding`, `/items/1/label`. */
  properties: ValueChange[]
}

export interface Comparison {
  added: NodeEntry[]
  removed: NodeEntry[]
  moved: MovedNode[]
  changed: ChangedNode[]
  /** Paths begin at the document: `/meta/subject`, `/theme/colors/primary/light`. */
  settings: ValueChange[]
}

const settingKeys = ['meta', 'theme', 'body', 'fields', 'head', 'assets', 'translations'] as const

/**
 * Compares two documents node by node. The same id and type is the same node, at any position; another type under the same
 * id is one node removed and another added. A node counts as moved if its parent changed, or if it belongs to the smallest
 * set of moves that explains the new order of its siblings. Results are in the order of `to`, removed nodes in that of
 * `from`. Linear in the size of the documents, times the logarithm of the longest list.
 */
export function compareDocuments(from: EmailDocument, to: EmailDocument): Comparison {
  const [before, after] = [indexTree(from), indexTree(to)]
  const comparison: Comparison = {
    added: missing(after, before),
    removed: missing(before, after),
    moved: [],
    changed: [],
    settings: [],
  }
  const shifted = findShifted(to, before, after)
  for (const [id, treeEntry] of after) {
    const old = before.get(id)
    if (old === undefined || old.node.type !== treeEntry.node.type) continue
    if (shifted.has(id) || !isSameList(old, treeEntry)) {
      comparison.moved.push({ ...nameOf(treeEntry.node), before: standing(old), after: standing(treeEntry) })
    }
    const properties = old.node === treeEntry.node ? [] : changedProperties(old.node, treeEntry.node)
    if (properties.length > 0)
      comparison.changed.push({ ...nameOf(treeEntry.node), path: pathAt(treeEntry), properties })
  }
  for (const key of settingKeys) comparison.settings.push(...changesBetween(from[key], to[key], `/${key}`))
  return comparison
}

/** True if both positions are in the same list of the same parent. */
export function isSameList(old: TreeEntry, treeEntry: TreeEntry): boolean {
  return old.other === treeEntry.other && parentIdAt(old) === parentIdAt(treeEntry)
}

/** Calls back with every list of nodes of a document, including alternative blocks of loops. */
export function forEachList(nodes: readonly Node[], see: (list: readonly Node[]) => void): void {
  see(nodes)
  for (const node of nodes) {
    for (const list of childLists(node)) forEachList(list, see)
  }
}

/** The nodes that were in the same list before, with their old positions. */
export function stayedIn(list: readonly Node[], before: Tree, after: Tree): { id: NodeId; index: number }[] {
  const stayed: { id: NodeId; index: number }[] = []
  for (const { id, type } of list) {
    const [old, treeEntry] = [before.get(id), after.get(id)]
    if (old?.node.type === type && treeEntry !== undefined && isSameList(old, treeEntry))
      stayed.push({ id, index: old.index })
  }
  return stayed
}

function findShifted(to: EmailDocument, before: Tree, after: Tree): Set<NodeId> {
  const shifted = new Set<NodeId>()
  forEachList(to.rows, (list) => {
    const stayed = stayedIn(list, before, after)
    if (stayed.every(({ index }, at) => at === 0 || index > (stayed[at - 1]?.index ?? 0))) return
    const fixed = new Set(longestIncreasing(stayed.map(({ index }) => index)))
    for (const [at, { id }] of stayed.entries()) if (!fixed.has(at)) shifted.add(id)
  })
  return shifted
}

function missing(here: Tree, other: Tree): NodeEntry[] {
  const entries: NodeEntry[] = []
  const tops = new Map<NodeId, NodeId>()
  for (const [id, treeEntry] of here) {
    if (other.get(id)?.node.type === treeEntry.node.type) continue
    const parent = parentIdAt(treeEntry)
    const top = parent === rootId ? undefined : tops.get(parent)
    tops.set(id, top ?? id)
    const entry: NodeEntry = { ...nameOf(treeEntry.node), ...standing(treeEntry) }
    if (top !== undefined) entry.within = top
    entries.push(entry)
  }
  return entries
}

function changedProperties(old: Node, node: Node): ValueChange[] {
  const changes: ValueChange[] = []
  for (const key of propertyKeys(old, node)) {
    const [before, after] = [comparable(old, key), comparable(node, key)]
    if (before !== after) changes.push(...changesBetween(before, after, `/${key}`))
  }
  return changes
}

function comparable(node: Node, key: string): unknown {
  if (key === 'each') return withoutOthers(node.each)
  // Fallback blocks are compared as nodes; only the existence of the list is a property.
  return key === 'fallback' && fallbackOf(node) !== undefined ? [] : (node as Block)[key]
}

function standing(treeEntry: TreeEntry): NodePosition {
  return { parent: parentIdAt(treeEntry), index: treeEntry.index, path: pathAt(treeEntry) }
}

function nameOf(node: Node): { id: NodeId; type: string; name?: string } {
  return node.name === undefined ? { id: node.id, type: node.type } : { id: node.id, type: node.type, name: node.name }
}
