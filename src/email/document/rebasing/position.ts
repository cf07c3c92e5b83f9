import type { Node, NodeId } from '../model.ts'

/**
 * Where a node goes in a list as it is now that was to go to an index of the list as its author saw it: behind the
 * nearest node before it that both have, and behind what others put there.
 */
export function positionIn(now: readonly NodeId[], seen: readonly NodeId[], index: number): number {
  const known = new Set(seen)
  let at = 0
  for (let left = index - 1; left >= 0; left--) {
    const found = now.indexOf(seen[left] ?? '')
    if (found < 0) continue
    at = found + 1
    break
  }
  while (at < now.length && !known.has(now[at] ?? '')) at++
  return at
}

/** The ids of some nodes. */
export function idsOf(nodes: readonly Node[]): NodeId[] {
  return nodes.map(({ id }) => id)
}
