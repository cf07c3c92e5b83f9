import type { BlockSchemas } from '../block-schema.ts'
import { type Comparison, forEachList, stayedIn } from '../comparison/compare.ts'
import { type Tree, pathAt, propertyKeys, withoutOthers } from '../comparison/tree.ts'
import type { EmailDocument, Block, Node, NodeId, Operation } from '../model.ts'
import { type Locks, type LockBreach, breach, holderOf } from './breach.ts'
import { isEqual } from '../comparison/equal.ts'
import { textsIn } from '../comparison/texts.ts'
import { childKey, childrenOf, fallbackOf, othersOf } from '../walk.ts'
import { alwaysIncreasing } from '../comparison/order.ts'

/** A change, and the locks that apply to it. */
export interface LockHolder {
  from: EmailDocument
  to: EmailDocument
  before: Tree
  after: Tree
  locks: Locks
  comparison: Comparison
  blocks: BlockSchemas
}

/** Nodes with locked content that refer to a replaced asset: their image would change. */
export function assetBreaches({ after, from, locks, to }: LockHolder): LockBreach[] {
  const changed = Object.entries(from.assets ?? {}).filter(([name, asset]) => !isEqual(asset, to.assets?.[name]))
  if (changed.length === 0) return []
  return [...after].flatMap(([id, context]) => {
    const holder = holderOf(context, locks, ({ content }) => content === true)
    if (holder === undefined) return []
    const { node } = context
    const texts = textsIn(propertyKeys(node, node).map((key) => (key === 'each' ? null : (node as Block)[key])))
    const used = changed.find(([name]) => texts.has(name))
    if (used === undefined) return []
    const message = `it uses the asset ${used[0]}, which cannot be changed`
    return [breach(id, { holder, lock: 'content', path: pathAt(context), message })]
  })
}

/** New nodes equal to one that must not be duplicated, ignoring ids, names and locks. */
export function copyBreaches({ after, before, comparison, locks }: LockHolder): LockBreach[] {
  const types = new Set(comparison.added.map(({ type }) => type))
  const originals = new Map<string, string>()
  for (const [id, lock] of locks) {
    for (const tree of lock.duplicate === true ? [before, after] : []) {
      const node = tree.get(id)?.node
      if (node !== undefined && types.has(node.type)) originals.set(contentKey(node), id)
    }
  }
  if (originals.size === 0) return []
  return comparison.added.flatMap(({ id, path }) => {
    const node = after.get(id)?.node
    const original = node === undefined ? undefined : originals.get(contentKey(node))
    if (original === undefined || original === id) return []
    const message = `${original} cannot be duplicated, and this is a copy of it`
    return [{ ...breach(original, { holder: original, lock: 'duplicate', path, message }), id }]
  })
}

const personal = new Set(['id', 'name', 'lock'])

// Equal for two nodes that differ only in ids, names and locks.
function contentKey(node: Node): string {
  const children = childKey(node)
  const fallback = fallbackOf(node) === undefined ? undefined : 'fallback'
  const members = Object.entries(node as Block)
    .filter(([key]) => !personal.has(key) && key !== children && key !== 'each' && key !== fallback)
    .map(([key, value]) => [key, sorted(value)])
  members.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  const inside = (childrenOf(node) ?? []).map(contentKey)
  const others = Object.fromEntries(othersOf(node).map(({ nodes, other }) => [other, nodes.map(contentKey)]))
  return JSON.stringify([members, sorted(withoutOthers(node.each)), sorted(others), inside])
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [key, sorted(member)])
  return entries.sort(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * Locked nodes that changed their position among their siblings. If two neighbors swap, either may be the moved one: the
 * operations decide; without them it is the locked one.
 */
export function orderBreaches(
  { after, before, locks, to }: LockHolder,
  operations?: readonly Operation[],
): LockBreach[] {
  const breaches: LockBreach[] = []
  if (![...locks.values()].some(({ move }) => move === true)) return breaches
  const touched = operations === undefined ? undefined : touchedBy(operations)
  forEachList(to.rows, (list) => {
    const stayed = stayedIn(list, before, after)
    if (!stayed.some(({ id }) => locks.get(id)?.move === true)) return
    const steady = alwaysIncreasing(stayed.map(({ index }) => index))
    for (const [at, { id }] of stayed.entries()) {
      const context = after.get(id)
      if (steady.has(at) || context === undefined || locks.get(id)?.move !== true) continue
      if (touched !== undefined && !touched.has(id)) continue
      breaches.push(breach(id, { holder: id, lock: 'move', path: pathAt(context), message: 'it cannot be moved' }))
    }
  })
  return breaches
}

function touchedBy(operations: readonly Operation[]): Set<NodeId> {
  const ids = new Set<NodeId>()
  for (const operation of operations) {
    if (operation.op === 'move') ids.add(operation.id)
    else if (operation.op === 'insert') for (const { id } of operation.nodes) ids.add(id)
  }
  return ids
}
