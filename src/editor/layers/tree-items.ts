import { type Node, type RichText, childrenOf, richTextToPlain } from '../../engines/document/index.ts'
import type { TreeItem } from '../../ui/tree/index.ts'
import { iconOf } from '../stage/index.ts'

const longest = 60

/** The nodes as lines of a tree; `nameOf` says what a node is called when nothing in it says it better. */
export function treeItems(nodes: readonly Node[], nameOf: (node: Node) => string): TreeItem[] {
  return nodes.map((node) => {
    return {
      id: node.id,
      label: labelOf(node, nameOf),
      icon: iconOf(node.type),
      children: treeItems(childrenOf(node) ?? [], nameOf),
      isDimmed: node.hide !== undefined,
    }
  })
}

/** What a line says: the given name, the first words of a text, or the kind. */
export function labelOf(node: Node, nameOf: (node: Node) => string): string {
  if (node.name !== undefined) return node.name
  const { text, label, alt } = node as { text?: unknown; label?: unknown; alt?: unknown }
  const said = Array.isArray(text) ? richTextToPlain(text as RichText) : [label, alt].find(isText)
  const words = (said ?? '').replaceAll(/\s+/g, ' ').trim()
  if (words === '') return nameOf(node)
  return words.length > longest ? `${words.slice(0, longest)}…` : words
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
