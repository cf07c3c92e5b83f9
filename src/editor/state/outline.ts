import { type EmailDocument, type Node, type NodeId, childrenOf, rootId } from '../../email/document/index.ts'

export interface OutlineEntry {
  node: Node
  /** `root` for the rows of the email. */
  parent: NodeId
  index: number
  /** The children of the parent, including this node. */
  siblings: readonly Node[]
  depth: number
}

/** The nodes of a document by id and in reading order. */
export interface Outline {
  entries: ReadonlyMap<NodeId, OutlineEntry>
  /** Ids in reading order, parents first. */
  order: readonly NodeId[]
}

const known = new WeakMap<EmailDocument, Outline>()

/** The outline of a document, computed once. Alternatives of loops and fallbacks are not part of it. */
export function outlineOf(document: EmailDocument): Outline {
  const before = known.get(document)
  if (before !== undefined) return before
  const entries = new Map<NodeId, OutlineEntry>()
  addAll(document.rows, rootId, 0, entries)
  const outline = { entries, order: [...entries.keys()] }
  known.set(document, outline)
  return outline
}

function addAll(siblings: readonly Node[], parent: NodeId, depth: number, entries: Map<NodeId, OutlineEntry>): void {
  for (const [index, node] of siblings.entries()) {
    entries.set(node.id, { node, parent, index, siblings, depth })
    const children = childrenOf(node)
    if (children !== undefined) addAll(children, node.id, depth + 1, entries)
  }
}
