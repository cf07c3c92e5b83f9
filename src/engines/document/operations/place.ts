import { type EmailDocument, type Node, type NodeId, rootId } from '../model.ts'
import { childKey, childrenOf } from '../walk.ts'

/** One step down the tree: the index in a node's list of children, or among the blocks its loop shows instead. */
export interface Step {
  index: number
  /** The step leads into `each.else`, which has no id to insert under. */
  other: boolean
}

/** Where a node stands, from the top rows down to itself, and the nodes on the way. */
export interface Place {
  node: Node
  steps: readonly Step[]
  /** Nodes around it, outermost first. */
  above: readonly Node[]
}

/** Finds a node with the way to it. */
export function findPlace(document: EmailDocument, id: NodeId): Place | undefined {
  const steps: Step[] = []
  const above: Node[] = []
  const node = search(document.rows, id, { steps, above, other: false })
  return node === undefined ? undefined : { node, steps, above }
}

/** The list of children of a node, or of the document for `root`. */
export function childrenAt(document: EmailDocument, place: Place | undefined): readonly Node[] | undefined {
  return place === undefined ? document.rows : childrenOf(place.node)
}

/** The document with one node replaced; everything off the way to it is shared. */
export function replaceNode(document: EmailDocument, place: Place, node: Node): EmailDocument {
  return { ...document, rows: replaceIn(document.rows, place.steps, node) as EmailDocument['rows'] }
}

/** The document with the children of a node (or its rows, without a place) replaced. */
export function replaceChildren(
  document: EmailDocument,
  place: Place | undefined,
  children: readonly Node[],
): EmailDocument {
  if (place === undefined) return { ...document, rows: children as EmailDocument['rows'] }
  return replaceNode(document, place, withChildren(place.node, children))
}

function search(
  nodes: readonly Node[],
  id: NodeId,
  way: { steps: Step[]; above: Node[]; other: boolean },
): Node | undefined {
  const { above, other, steps } = way
  for (const [index, node] of nodes.entries()) {
    steps.push({ index, other })
    if (node.id === id) return node
    above.push(node)
    const found =
      search(childrenOf(node) ?? [], id, { steps, above, other: false }) ??
      search(node.each?.else ?? [], id, { steps, above, other: true })
    if (found !== undefined) return found
    above.pop()
    steps.pop()
  }
  return undefined
}

function replaceIn(nodes: readonly Node[], steps: readonly Step[], node: Node): readonly Node[] {
  const [step, ...rest] = steps
  const index = step?.index ?? 0
  const next = rest[0]
  const current = nodes[index]
  const copy = [...nodes]
  if (next === undefined || current === undefined) copy[index] = node
  else if (next.other && current.each !== undefined) {
    const others = replaceIn(current.each.else ?? [], rest, node)
    copy[index] = { ...current, each: { ...current.each, else: others } } as Node
  } else copy[index] = withChildren(current, replaceIn(childrenOf(current) ?? [], rest, node))
  return copy
}

function withChildren(node: Node, children: readonly Node[]): Node {
  const key = childKey(node)
  return key === undefined ? node : ({ ...node, [key]: children } as Node)
}

/** The id by which operations name a parent. */
export function parentIdOf(place: Place): NodeId {
  return place.above.at(-1)?.id ?? rootId
}
