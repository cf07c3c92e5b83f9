import { type EmailDocument, type Node, childrenOf } from '../../document/index.ts'
import type { Loop } from '../../data/index.ts'

/** A node and where it stands. */
export interface Spot {
  node: Node
  /** The nodes it stands in, outermost first. */
  above: readonly Node[]
  /** The loops around what is in the node and its own, outermost first. */
  loops: readonly Loop[]
}

/** Every node in reading order, parents before children; blocks that stand instead of an empty loop come last. */
export function spotsOf(document: EmailDocument): Spot[] {
  const spots: Spot[] = []
  const walk = (nodes: readonly Node[], above: readonly Node[], loops: readonly Loop[]): void => {
    for (const node of nodes) {
      const own = node.each === undefined ? loops : [...loops, node.each]
      spots.push({ node, above, loops: own })
      const children = childrenOf(node)
      if (children !== undefined) walk(children, [...above, node], own)
      if (node.each?.else !== undefined) walk(node.each.else, [...above, node], loops)
    }
  }
  walk(document.rows, [], [])
  return spots
}
