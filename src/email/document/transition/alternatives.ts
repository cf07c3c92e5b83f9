import { isEqual } from '../comparison/equal.ts'
import { type TreeEntry, type Tree, propertyKeys, withoutOthers } from '../comparison/tree.ts'
import type { Block, Node, NodeId } from '../model.ts'
import { type OtherKey, childLists, listsOf, othersOf } from '../walk.ts'

/**
 * Alternative blocks can be set, but not inserted, removed or moved. If only their properties change, they are treated like
 * other nodes; otherwise they are replaced with the property that contains them.
 */
export interface ReplacedAlternatives {
  before: ReadonlySet<NodeId>
  after: ReadonlySet<NodeId>
}

/** Finds the nodes that are replaced together with a loop or a fallback. */
export function findReplacedAlternatives(before: Tree, after: Tree): ReplacedAlternatives {
  const unchangedLists = new Map<string, boolean>()
  const isSameList = (id: NodeId, other: OtherKey) => {
    const key = `${id} ${other}`
    const known = unchangedLists.get(key) ?? computeIsSameList(before.get(id)?.node, after.get(id)?.node, other)
    unchangedLists.set(key, known)
    return known
  }
  return { before: replacedIn(before, isSameList), after: replacedIn(after, isSameList) }
}

/** True if blocks of the list are elsewhere after the change, so that they must be removed from the list first. */
export function mustReleaseBlocks({ node: host }: TreeEntry, other: OtherKey, after: Tree): boolean {
  const isMovedAway = (node: Node): boolean => {
    const next = after.get(node.id)
    if (next !== undefined && !isShownBy(next, host.id, other)) return true
    return childLists(node).some((list) => list.some(isMovedAway))
  }
  return otherBlocks(host, other)?.some(isMovedAway) === true
}

/** One alternative list of a node; undefined without such a list. */
export function otherBlocks(node: Node | undefined, other: OtherKey): readonly Node[] | undefined {
  return node === undefined ? undefined : othersOf(node).find((list) => list.other === other)?.nodes
}

/** True if the change can be made by setting properties: null deletes a property and cannot be a value. */
export function isSettable(old: Node, node: Node): boolean {
  return propertyKeys(old, node).every((key) => {
    const [before, after] = [(old as Block)[key], (node as Block)[key]]
    return (before !== null && after !== null) || isEqual(before, after)
  })
}

function replacedIn(tree: Tree, isSameList: (id: NodeId, other: OtherKey) => boolean): Set<NodeId> {
  const replaced = new Set<NodeId>()
  for (const [id, { other, parent }] of tree) {
    if (parent === undefined) continue
    if (replaced.has(parent.node.id) || (other !== undefined && !isSameList(parent.node.id, other))) replaced.add(id)
  }
  return replaced
}

function computeIsSameList(old: Node | undefined, node: Node | undefined, other: OtherKey): boolean {
  const [before, after] = [otherBlocks(old, other), otherBlocks(node, other)]
  if (before === undefined || after === undefined || old?.type !== node?.type) return false
  const isSame = other !== 'else' || isEqual(withoutOthers(old?.each), withoutOthers(node?.each))
  return isSame && areAlike(before, after)
}

function areAlike(old: readonly Node[], nodes: readonly Node[]): boolean {
  return old.length === nodes.length && old.every((one, index) => isAlike(one, nodes[index] as Node))
}

function isAlike(old: Node, node: Node): boolean {
  if (old.id !== node.id || old.type !== node.type || !isSettable(old, node)) return false
  const [before, after] = [listsOf(old), listsOf(node)]
  return (
    before.length === after.length &&
    before.every(({ nodes, other }, at) => other === after[at]?.other && areAlike(nodes, after[at]?.nodes ?? []))
  )
}

function isShownBy(entry: TreeEntry, host: NodeId, other: OtherKey): boolean {
  for (let at: TreeEntry | undefined = entry; at !== undefined; at = at.parent) {
    if (at.other === other && at.parent?.node.id === host) return true
  }
  return false
}
