import { isEqual } from '../comparison/equal.ts'
import { type Spot, type Tree, propertyKeys, withoutOthers } from '../comparison/tree.ts'
import type { Block, Node, NodeId } from '../model.ts'
import { childLists } from '../walk.ts'

/**
 * The blocks that loops show instead of nothing can be set, but not inserted, removed or moved. Where they stay the
 * same but for their properties they are nodes like all others; elsewhere they come and go with the loop as a whole.
 */
export interface LooseBlocks {
  before: ReadonlySet<NodeId>
  after: ReadonlySet<NodeId>
}

/** Finds the nodes that come and go with a loop. */
export function findLooseBlocks(before: Tree, after: Tree): LooseBlocks {
  const steady = new Map<NodeId, boolean>()
  const isSteady = (id: NodeId) => {
    const known = steady.get(id) ?? hasSteadyLoop(before.get(id)?.node, after.get(id)?.node)
    steady.set(id, known)
    return known
  }
  return { before: looseIn(before, isSteady), after: looseIn(after, isSteady) }
}

/** Whether some blocks of a node's loop stand elsewhere after the change, so that the loop lets go of them first. */
export function letsGo(spot: Spot, after: Tree): boolean {
  const isElsewhere = (node: Node): boolean => {
    const next = after.get(node.id)
    if (next !== undefined && !isShownBy(next, spot.node.id)) return true
    return childLists(node).some((list) => list.some(isElsewhere))
  }
  return (spot.node.each?.else ?? []).some(isElsewhere)
}

/** Whether a change of properties can be told by setting them: null takes a property away and cannot be set. */
export function isSettable(old: Node, node: Node): boolean {
  return propertyKeys(old, node).every((key) => {
    const [before, after] = [(old as Block)[key], (node as Block)[key]]
    return (before !== null && after !== null) || isEqual(before, after)
  })
}

function looseIn(tree: Tree, isSteady: (id: NodeId) => boolean): Set<NodeId> {
  const loose = new Set<NodeId>()
  for (const [id, { other, parent }] of tree) {
    if (parent === undefined) continue
    if (loose.has(parent.node.id) || (other && !isSteady(parent.node.id))) loose.add(id)
  }
  return loose
}

function hasSteadyLoop(old: Node | undefined, node: Node | undefined): boolean {
  if (old?.each?.else === undefined || node?.each?.else === undefined || old.type !== node.type) return false
  return isEqual(withoutOthers(old.each), withoutOthers(node.each)) && areAlike(old.each.else, node.each.else)
}

function areAlike(old: readonly Node[], nodes: readonly Node[]): boolean {
  return old.length === nodes.length && old.every((one, index) => isAlike(one, nodes[index] as Node))
}

function isAlike(old: Node, node: Node): boolean {
  if (old.id !== node.id || old.type !== node.type || !isSettable(old, node)) return false
  const [before, after] = [childLists(old), childLists(node)]
  return before.length === after.length && before.every((list, at) => areAlike(list, after[at] ?? []))
}

function isShownBy(spot: Spot, host: NodeId): boolean {
  for (let at: Spot | undefined = spot; at !== undefined; at = at.parent) {
    if (at.other && at.parent?.node.id === host) return true
  }
  return false
}
