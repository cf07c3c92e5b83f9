import type { Node } from '../model.ts'
import { withLists } from '../walk.ts'

/**
 * Assigns the next free id of n1, n2, … to every node without one, in reading order. Returns the same list if all have one.
 */
export function withIds(rows: readonly Node[], used: ReadonlySet<string>): readonly Node[] {
  let last = 0
  const next = () => {
    do last++
    while (used.has(`n${last}`))
    return `n${last}`
  }
  return listWithIds(rows, next)
}

function listWithIds<T extends Node>(nodes: readonly T[], next: () => string): readonly T[] {
  let changed = false
  const named = nodes.map((node) => {
    const result = nodeWithIds(node, next)
    changed ||= result !== node
    return result
  })
  return changed ? named : nodes
}

function nodeWithIds<T extends Node>(node: T, next: () => string): T {
  let result = node
  if ((node.id as string | undefined) === undefined) result = { ...node, id: next() }
  return withLists(result, (list) => listWithIds(list, next))
}
