import { forEachList, stayedIn } from '../comparison/compare.ts'
import { alwaysIncreasing } from '../comparison/order.ts'
import { pathAt } from '../comparison/tree.ts'
import type { NodeId, Operation } from '../model.ts'
import { type LockBreach, breach } from './breach.ts'
import type { LockHolder } from './held.ts'

/**
 * Nodes that are locked where they stand and did not stay there among their siblings. Of two neighbors that changed
 * places either may be the one that moved: the operations tell, and without them it is the one that is locked.
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
      breaches.push(breach(id, { holder: id, lock: 'move', path: pathAt(context), says: 'it cannot be moved' }))
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
