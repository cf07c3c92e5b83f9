import type { EmailDocument, Node, NodeId } from '../model.ts'
import { type OtherKey, childrenOf, listsOf, withList } from '../walk.ts'

/** One step down the tree: the index in one of a node's lists. */
export interface Step {
  index: number
  /** The list, when it is not that of the children. */
  other: OtherKey | undefined
}

/** The path to a node from the top rows, with the nodes on the way. */
export interface InsertPosition {
  node: Node
  steps: readonly Step[]
  /** Nodes around it, outermost first. */
  above: readonly Node[]
}

/** Finds a node with the way to it. */
export function findPosition(document: EmailDocument, id: NodeId): InsertPosition | undefined {
  const steps: Step[] = []
  const above: Node[] = []
  const node = search(document.rows, id, { steps, above, other: undefined })
  return node === undefined ? undefined : { node, steps, above }
}

/** The list of children of a node, or of the document for `root`. */
export function childrenAt(document: EmailDocument, position: InsertPosition | undefined): readonly Node[] | undefined {
  return position === undefined ? document.rows : childrenOf(position.node)
}

/** The document with one node replaced; everything off the way to it is shared. */
export function replaceNode(document: EmailDocument, position: InsertPosition, node: Node): EmailDocument {
  return { ...document, rows: replaceIn(document.rows, position.steps, node) as EmailDocument['rows'] }
}

/** The document with the children of a node (or its rows, without a place) replaced. */
export function replaceChildren(
  document: EmailDocument,
  position: InsertPosition | undefined,
  children: readonly Node[],
): EmailDocument {
  if (position === undefined) return { ...document, rows: children as EmailDocument['rows'] }
  return replaceNode(document, position, withList(position.node, undefined, children))
}

function search(
  nodes: readonly Node[],
  id: NodeId,
  mode: { steps: Step[]; above: Node[]; other: OtherKey | undefined },
): Node | undefined {
  const { above, other, steps } = mode
  for (const [index, node] of nodes.entries()) {
    steps.push({ index, other })
    if (node.id === id) return node
    above.push(node)
    for (const list of listsOf(node)) {
      const found = search(list.nodes, id, { steps, above, other: list.other })
      if (found !== undefined) return found
    }
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
  else {
    const list = listsOf(current).find(({ other }) => other === next.other)
    copy[index] = withList(current, next.other, replaceIn(list?.nodes ?? [], rest, node))
  }
  return copy
}
