import { type Block, type Node, summarizeNode } from '../document/index.ts'
import type { BlockTypes } from '../render/index.ts'

const maxLength = 40

/** Names nodes as people would: by the name they gave, or the type and its first words. */
export class NodeTitles {
  readonly #blocks: BlockTypes
  // Thousands of findings may lie in one node, and to find its first words all of it is read.
  readonly #titles = new Map<Node, string>()

  constructor(blocks: BlockTypes) {
    this.#blocks = blocks
  }

  /** Such as `Button “Shop now”`, `Section “Header”` or `Image hero`. */
  of(node: Node): string {
    let title = this.#titles.get(node)
    if (title === undefined) this.#titles.set(node, (title = this.#titleOf(node)))
    return title
  }

  #titleOf(node: Node): string {
    const label = this.#labelOf(node)
    if (node.name !== undefined && node.name !== '') return `${label} “${short(node.name)}”`
    const words = summarizeNode(node)
    return words === '' ? `${label} ${node.id.slice(node.id.lastIndexOf(':') + 1)}` : `${label} “${short(words)}”`
  }

  #labelOf(node: Node): string {
    if (node.type === 'module') return 'Module'
    const known = this.#blocks.get(node.type)?.label
    return known ?? node.type.slice(0, 1).toUpperCase() + node.type.slice(1, maxLength)
  }
}

function short(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text
}

/** True if a node is a block of that type. */
export function isBlock(node: Node | undefined, type: string): node is Block {
  return node !== undefined && node.type === type
}
