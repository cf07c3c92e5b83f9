import { type Block, type Node } from '../model.ts'
import { withoutOthers } from '../comparison/tree.ts'
import { childKey, childrenOf, fallbackOf, othersOf } from '../walk.ts'
import { type LockBreach, breach } from './breach.ts'
import type { LockHolder } from './held.ts'

/** New nodes that say and show the same as one that may not be duplicated, whatever their ids, names and locks. */
export function copyBreaches({ after, before, comparison, locks }: LockHolder): LockBreach[] {
  const types = new Set(comparison.added.map(({ type }) => type))
  const originals = new Map<string, string>()
  for (const [id, lock] of locks) {
    for (const tree of lock.duplicate === true ? [before, after] : []) {
      const node = tree.get(id)?.node
      if (node !== undefined && types.has(node.type)) originals.set(likeness(node), id)
    }
  }
  if (originals.size === 0) return []
  return comparison.added.flatMap(({ id, path }) => {
    const node = after.get(id)?.node
    const original = node === undefined ? undefined : originals.get(likeness(node))
    if (original === undefined || original === id) return []
    const says = `${original} cannot be duplicated, and this is the same`
    return [{ ...breach(original, { holder: original, lock: 'duplicate', path, says }), id }]
  })
}

const personal = new Set(['id', 'name', 'lock'])

// The same for two nodes exactly when they differ in nothing but ids, names and locks.
function likeness(node: Node): string {
  const children = childKey(node)
  const fallback = fallbackOf(node) === undefined ? undefined : 'fallback'
  const members = Object.entries(node as Block)
    .filter(([key]) => !personal.has(key) && key !== children && key !== 'each' && key !== fallback)
    .map(([key, value]) => [key, sorted(value)])
  members.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  const inside = (childrenOf(node) ?? []).map(likeness)
  const others = Object.fromEntries(othersOf(node).map(({ nodes, other }) => [other, nodes.map(likeness)]))
  return JSON.stringify([members, sorted(withoutOthers(node.each)), sorted(others), inside])
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [key, sorted(member)])
  return entries.sort(([one], [other]) => (one < other ? -1 : 1))
}
