import type { EmailDocument, Node, NodeId } from '../model.ts'
import { type OtherKey, childrenOf, listsOf, withList } from '../walk.ts'

/** One step down the tree: an index in one of a node's lists. */
export interface Step {
  index: number
  /** The alternative list; undefined for the children. */
  other: OtherKey | undefined
}

/** The path to a node from the top-level rows, with its ancestors. */
export interface InsertPosition {
  node: Node
  steps: readonly Step[]
  /** Ancestors, outermost first. */
  above: readonly Node[]
}

export function findPosition(document: EmailDocument, id: NodeId): InsertPosition | undefined {
  const steps: Step[] = []
  const above: Node[] = []
  const node = search(document.rows, id, { steps, above, other: undefined })
  return node === undefined ? undefined : { node, steps, above }
}

/** The children of a node, or of the document for `root`. */
export function childrenAt(document: EmailDocument, position: InsertPosition | undefined): readonly Node[] | undefined {
  return position === undefined ? document.rows : childrenOf(position.node)
}

/** Replaces one node; shares everything off its path. */
export function replaceNode(document: EmailDocument, position: InsertPosition, node: Node): EmailDocument {
  return { ...document, rows: replaceIn(document.rows, position.steps, node) as EmailDocument['rows'] }
}

/** Replaces the children of a node, or the rows of the document without a position. */
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
