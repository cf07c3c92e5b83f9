import type { Loop } from '../../data/index.ts'
import { type Block, type EmailDocument, type Node, type NodeId, rootId } from '../model.ts'
import { type OtherKey, childKey, listPath, listsOf } from '../walk.ts'

/** The position of a node. */
export interface TreeEntry {
  node: Node
  parent: TreeEntry | undefined
  index: number
  /** Which of the parent's lists it is in, when not among its children. */
  other: OtherKey | undefined
}

/** Every node of a document by its id, in reading order. */
export type Tree = ReadonlyMap<NodeId, TreeEntry>

// A save compares the same two documents several times over; documents are never changed in place.
const indexed = new WeakMap<EmailDocument, Tree>()

/** Inspects a document once, so that its nodes are found by id. */
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

/** The id by which operations name the parent of that position. */
export function parentIdAt(treeEntry: TreeEntry): NodeId {
  return treeEntry.parent?.node.id ?? rootId
}

/** The JSON Pointer to the node at that position. */
export function pathAt(treeEntry: TreeEntry): string {
  const { index, other, parent } = treeEntry
  if (parent === undefined) return `/rows/${index}`
  return `${pathAt(parent)}/${listPath(parent.node, other)}/${index}`
}

/** True if the position is the other or inside it. */
export function isWithin(treeEntry: TreeEntry | undefined, id: NodeId): boolean {
  for (let at = treeEntry; at !== undefined; at = at.parent) if (at.node.id === id) return true
  return false
}

/** A loop without the blocks it shows instead, which are nodes of their own. */
export function withoutOthers(loop: Loop<Block> | undefined): Omit<Loop<Block>, 'else'> | undefined {
  if (loop?.else === undefined) return loop
  const { else: _, ...rest } = loop
  return rest
}

/** The names of the properties that either node has: not its identity, and not the nodes in it. */
export function propertyKeys(old: Node, node: Node): string[] {
  const children = childKey(node)
  const keys = Object.keys(node).filter((key) => key !== 'id' && key !== 'type' && key !== children)
  for (const key of Object.keys(old)) {
    if (key !== 'id' && key !== 'type' && key !== children && !Object.hasOwn(node, key)) keys.push(key)
  }
  return keys
}
