import { type Block, type EmailDocument, type Node, childrenOf, fallbackOf } from '../../document/index.ts'
import type { Loop } from '../../data/index.ts'

export interface NodeContext {
  node: Node
  /** Ancestors, outermost first. */
  above: readonly Node[]
  /** Enclosing loops and the node's own, outermost first. */
  loops: readonly Loop[]
}

/** Every node in reading order, parents before children; alternative blocks come last. */
export function nodeContextsOf(document: EmailDocument): NodeContext[] {
  const nodeContexts: NodeContext[] = []
  const walk = (nodes: readonly Node[], above: readonly Node[], loops: readonly Loop[]): void => {
    for (const node of nodes) {
      const loop = node.each ?? fetchedLoop(node)
      const own = loop === undefined ? loops : [...loops, loop]
      nodeContexts.push({ node, above, loops: own })
      const children = childrenOf(node)
      if (children !== undefined) walk(children, [...above, node], own)
      for (const others of [node.each?.else, fallbackOf(node)]) {
        if (others !== undefined) walk(others, [...above, node], loops)
      }
    }
  }
  walk(document.rows, [], [])
  return nodeContexts
}

// A list that AMP fetches is, in all other output, a loop over the data at the same path.
function fetchedLoop(node: Node): Loop | undefined {
  const { as, path } = node as Block
  return node.type === 'dynamicList' && typeof as === 'string' && typeof path === 'string'
    ? { in: path, as }
    : undefined
}
