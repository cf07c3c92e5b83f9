import { type Node, type NodeId, childrenOf } from '../../email/document/index.ts'
import type { Outline } from '../state/index.ts'

/**
 * The block that follows or precedes one: in reading order, or above and below it where `isNear` tells which of several
 * columns the eye is in. An empty column or a module represents itself. Undefined at the edge of the email.
 */
export function blockAfter(
  outline: Outline,
  id: NodeId,
  by: 1 | -1,
  isNear?: (column: NodeId) => boolean,
): NodeId | undefined {
  for (let entry = outline.entries.get(id); entry !== undefined; entry = outline.entries.get(entry.parent)) {
    // Columns are beside each other: for keys up and down there is nothing after one but what follows its section.
    if (entry.node.type === 'column' && isNear !== undefined) continue
    const next = entry.siblings[entry.index + by]
    if (next !== undefined) return edgeOf(next, by, isNear).id
  }
  return undefined
}

// The first or last block in a node.
function edgeOf(node: Node, by: 1 | -1, isNear?: (column: NodeId) => boolean): Node {
  const children = node.type === 'dynamicList' ? [] : (childrenOf(node) ?? [])
  const near = children[0]?.type === 'column' ? children.find(({ id }) => isNear?.(id) === true) : undefined
  const inside = near ?? children.at(by === 1 ? 0 : -1)
  return inside === undefined ? node : edgeOf(inside, by, isNear)
}
