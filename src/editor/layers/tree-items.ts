import { type Node, childrenOf } from '../../email/document/index.ts'
import { labelOf } from '../actions/index.ts'
import type { TreeItem } from '../../ui/tree/index.ts'
import { iconOfNode } from '../stage/index.ts'

/** `nameOf` names nodes without a text. */
export function treeItems(nodes: readonly Node[], nameOf: (node: Node) => string): TreeItem[] {
  return nodes.map((node) => {
    return {
      id: node.id,
      label: labelOf(node, nameOf),
      icon: iconOfNode(node),
      children: treeItems(childrenOf(node) ?? [], nameOf),
      isDimmed: node.hide !== undefined,
    }
  })
}
