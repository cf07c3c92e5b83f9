import { type NodeId, rootId } from '../model.ts'
import { findNode } from '../walk.ts'
import type { Conflict } from './conflict.ts'
import { siblingsOf } from './others.ts'
import type { Step } from './step.ts'

/** The id under which a node stands in the document as it is now. */
export function idNow(id: NodeId, { renamed }: Step): NodeId {
  return renamed.get(id) ?? id
}

/** The children that the author saw in a parent, by the ids they have now. */
export function seenIds(parent: NodeId, step: Step): NodeId[] {
  return siblingsOf(step.seen, parent).map(({ id }) => idNow(id, step))
}

/** The conflict of an operation that needs a node which others removed, or replaced by one of another type. */
export function goneConflict(id: NodeId, step: Step): Conflict | undefined {
  if (id === rootId) return undefined
  const node = findNode(step.now, idNow(id, step))
  if (node !== undefined && node.type === findNode(step.seen, id)?.type) return undefined
  const { others } = step
  return {
    operation: step.index,
    reason: 'removed',
    id,
    ...others.named(others.whoRemoved(id) ?? others.whoPlaced(id)),
    message: `${id} was removed by others`,
  }
}
