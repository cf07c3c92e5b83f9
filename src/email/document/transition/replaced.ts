import { limits } from '../../../kernel/limits.ts'
import { type Tree, parentIdAt } from '../comparison/tree.ts'
import type { Node, NodeId } from '../model.ts'
import { childrenOf } from '../walk.ts'
import { type LooseBlocks, isSettable } from './loops.ts'

/**
 * The nodes of a document that cannot stay what they are on the way to another: they are removed first and come back, if
 * at all, as new nodes. What is said of a node holds for all in it.
 */
export function findReplaced(before: Tree, after: Tree, loose: LooseBlocks): Set<NodeId> {
  const replaced = new Set<NodeId>()
  const isCrowded = sizeOfUnion(before, after) > limits.documentNodes
  for (const [id, { node }] of before) {
    if (loose.before.has(id)) continue
    const next = after.get(id)
    if (next === undefined ? isCrowded : loose.after.has(id) || !mayStay(node, next.node)) replaced.add(id)
  }
  for (const [id, { node }] of before) {
    if (!loose.before.has(id) && isEmptied(node, { after, replaced })) replaced.add(id)
  }
  return replaced
}

function sizeOfUnion(before: Tree, after: Tree): number {
  let size = before.size
  for (const id of after.keys()) if (!before.has(id)) size++
  return size
}

// New columns come before the old ones go, so both together must be within the limit.
function mayStay(old: Node, node: Node): boolean {
  if (old === node) return true
  if (old.type !== node.type || !isSettable(old, node)) return false
  if (!keepsColumns(old)) return true
  const ids = new Set([...(childrenOf(old) ?? []), ...(childrenOf(node) ?? [])].map(({ id }) => id))
  return ids.size <= limits.sectionColumns
}

// A section keeps at least one column all the way, so that the others are free to go. One that goes for good does not
// are in anybody's way before the end.
function isEmptied(node: Node, { after, replaced }: { after: Tree; replaced: ReadonlySet<NodeId> }): boolean {
  if (!keepsColumns(node)) return false
  let leaves = false
  for (const { id } of childrenOf(node) ?? []) {
    const next = after.get(id)
    if (replaced.has(id) || (next !== undefined && parentIdAt(next) !== node.id)) leaves = true
    else return false
  }
  return leaves
}

function keepsColumns(node: Node): boolean {
  return node.type === 'section' || node.type === 'columns'
}
