import { limits } from '../../../kernel/limits.ts'
import { longestIncreasing } from '../comparison/order.ts'
import { type EmailDocument, type Node, type NodeId, type Operation, rootId } from '../model.ts'
import { childKey, childrenOf } from '../walk.ts'
import type { NodeTree } from './node-tree.ts'

/** State of a rearrangement: the current nodes, and the operations so far. */
export interface Work {
  draft: NodeTree
  operations: Operation[]
}

/**
 * Arranges the nodes in the order of a document, from the top down: existing ones move, the rest is inserted. Nodes that are
 * not in the document stay at their position. Stops at the maximum number of operations per call.
 */
export function rearrange(to: EmailDocument, work: Work): void {
  arrange(rootId, to.rows, work)
}

function arrange(parent: NodeId, wanted: readonly Node[], work: Work): void {
  if (work.operations.length > limits.operations) return
  if (!isArranged(parent, wanted, work)) arrangeList(parent, wanted, work)
  for (const node of wanted) {
    const children = childrenOf(node)
    if (children !== undefined) arrange(node.id, children, work)
  }
}

function isArranged(parent: NodeId, wanted: readonly Node[], { draft }: Work): boolean {
  const present = draft.childrenOf(parent)
  return present.length === wanted.length && present.every((id, at) => id === wanted[at]?.id)
}

function arrangeList(parent: NodeId, wanted: readonly Node[], work: Work): void {
  const { draft } = work
  const fixed = findFixed(parent, wanted, draft)
  for (let at = 0; at < wanted.length && work.operations.length <= limits.operations;) {
    const node = wanted[at] as Node
    if (fixed.has(node.id)) at++
    else if (draft.has(node.id) && moveTo(parent, { node, last: wanted[at - 1] }, work)) at++
    else at += insertRun(parent, { wanted, at }, work)
  }
}

// The largest set of children whose relative order is already correct.
function findFixed(parent: NodeId, wanted: readonly Node[], draft: NodeTree): Set<NodeId> {
  const positions = new Map(draft.childrenOf(parent).map((id, index) => [id, index]))
  const staying = wanted.filter(({ id }) => positions.has(id))
  const picked = longestIncreasing(staying.map(({ id }) => positions.get(id) ?? 0))
  return new Set(picked.map((at) => staying[at]?.id ?? ''))
}

// A node that cannot be moved because of its current descendants is replaced with a new one.
function moveTo(parent: NodeId, { last, node }: { node: Node; last: Node | undefined }, work: Work): boolean {
  const { draft, operations } = work
  if (draft.parentOf(node.id) !== parent && draft.refuses(node.id, parent, limits.loopDepth)) {
    remove(node.id, work)
    return false
  }
  const index = draft.moveBehind(node.id, parent, last?.id)
  operations.push({ op: 'move', id: node.id, parent, index })
  return true
}

function insertRun(parent: NodeId, { at, wanted }: { wanted: readonly Node[]; at: number }, work: Work): number {
  const nodes: Node[] = []
  for (let next = at; next < wanted.length; next++) {
    const node = wanted[next] as Node
    if (work.draft.has(node.id)) break
    nodes.push(withoutPresent(node, work))
  }
  const index = work.draft.indexBehind(parent, wanted[at - 1]?.id)
  work.draft.insert(parent, index, nodes)
  work.operations.push({ op: 'insert', parent, index, nodes })
  return nodes.length
}

// Existing descendants are moved in afterwards; but a section needs at least one column.
function withoutPresent(node: Node, work: Work): Node {
  const key = childKey(node)
  const children = childrenOf(node)
  if (key === undefined || children === undefined || children.length === 0) return node
  const [first] = children
  if (key === 'columns' && first !== undefined && children.every(({ id }) => work.draft.has(id))) {
    remove(first.id, work)
  }
  const absent = children.filter(({ id }) => !work.draft.has(id)).map((child) => withoutPresent(child, work))
  return { ...node, [key]: absent } as Node
}

function remove(id: NodeId, { draft, operations }: Work): void {
  draft.remove(id)
  operations.push({ op: 'remove', id })
}
