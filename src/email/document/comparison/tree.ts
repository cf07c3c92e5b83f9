import type { Loop } from '../../data/index.ts'
import { type Block, type EmailDocument, type Node, type NodeId, rootId } from '../model.ts'
import { type OtherKey, childKey, listPath, listsOf } from '../walk.ts'

export interface TreeEntry {
  node: Node
  parent: TreeEntry | undefined
  index: number
  /** The parent's alternative list that contains the node; undefined for its children. */
  other: OtherKey | undefined
}

/** Every node of a document by its id, in reading order. */
export type Tree = ReadonlyMap<NodeId, TreeEntry>

// A save compares the same two documents several times; documents are immutable.
const indexed = new WeakMap<EmailDocument, Tree>()

/** Indexes the nodes of a document by id; cached per document. */
export function indexTree(document: EmailDocument): Tree {
  const known = indexed.get(document)
  if (known !== undefined) return known
  const tree = new Map<NodeId, TreeEntry>()
  addList(document.rows, { tree, parent: undefined, other: undefined })
  indexed.set(document, tree)
  return tree
}

function addList(
  nodes: readonly Node[],
  { other, parent, tree }: { tree: Map<NodeId, TreeEntry>; parent: TreeEntry | undefined; other: OtherKey | undefined },
): void {
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] as Node
    const treeEntry: TreeEntry = { node, parent, index, other }
    tree.set(node.id, treeEntry)
    for (const { nodes: list, other: key } of listsOf(node)) addList(list, { tree, parent: treeEntry, other: key })
  }
}

export function parentIdAt(treeEntry: TreeEntry): NodeId {
  return treeEntry.parent?.node.id ?? rootId
}

export function pathAt(treeEntry: TreeEntry): string {
  const { index, other, parent } = treeEntry
  if (parent === undefined) return `/rows/${index}`
  return `${pathAt(parent)}/${listPath(parent.node, other)}/${index}`
}

/** True if the node with that id is the node itself or one of its ancestors. */
export function isWithin(treeEntry: TreeEntry | undefined, id: NodeId): boolean {
  for (let at = treeEntry; at !== undefined; at = at.parent) if (at.node.id === id) return true
  return false
}

/** A loop without its alternative blocks, which are nodes themselves. */
export function withoutOthers(loop: Loop<Block> | undefined): Omit<Loop<Block>, 'else'> | undefined {
  if (loop?.else === undefined) return loop
  const { else: _, ...rest } = loop
  return rest
}

/** Property names of either node, except identity and child nodes. */
export function propertyKeys(old: Node, node: Node): string[] {
  const children = childKey(node)
  const keys = Object.keys(node).filter((key) => key !== 'id' && key !== 'type' && key !== children)
  for (const key of Object.keys(old)) {
    if (key !== 'id' && key !== 'type' && key !== children && !Object.hasOwn(node, key)) keys.push(key)
  }
  return keys
}
