import { type Block, type EmailDocument, type Node, childrenOf, fallbackOf } from '../../document/index.ts'
import type { Loop } from '../../data/index.ts'

/** A node and its position. */
export interface NodeContext {
  node: Node
  /** The nodes it is in, outermost first. */
  above: readonly Node[]
  /** The loops around what is in the node and its own, outermost first. */
  loops: readonly Loop[]
}

/** Every node in reading order, parents before children; blocks that a loop or fallback shows instead come last. */
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

// A list that AMP fetches is a loop over what the data has under the same path for everybody else.
function fetchedLoop(node: Node): Loop | undefined {
  const { as, path } = node as Block
  return node.type === 'dynamicList' && typeof as === 'string' && typeof path === 'string'
    ? { in: path, as }
    : undefined
}
