import { type NodeId, rootId } from '../model.ts'
import { homeId, readHome } from '../operations/home.ts'
import { findNode } from '../walk.ts'
import type { Conflict, Step } from './step.ts'
import { siblingsOf } from './others.ts'

/** The current id of a node or, for a list, its parent in operations. */
export function idNow(parent: NodeId, { renamed }: Step): NodeId {
  const { id, other } = readHome(parent)
  return homeId(renamed.get(id) ?? id, other)
}

/** True if the parent is part of an insertion that conflicted. */
export function isLost(parent: NodeId, { lost }: Step): boolean {
  return lost.has(readHome(parent).id)
}

/** Children of a parent in the author's version, with their current ids. */
export function seenIds(parent: NodeId, step: Step): NodeId[] {
  return siblingsOf(step.seen, parent).map(({ id }) => idNow(id, step))
}

/** The conflict of an operation on a node that others removed, or replaced by one of another type. */
export function goneConflict(home: NodeId, step: Step): Conflict | undefined {
  const { id } = readHome(home)
  if (id === rootId) return undefined
  const node = findNode(step.now, idNow(id, step))
  if (node !== undefined && node.type === findNode(step.seen, id)?.type) return undefined
  const { others } = step
  return {
    operation: step.index,
    reason: 'removed',
    id,
    ...others.named(others.removedBy(id) ?? others.placedBy(id)),
    message: `${id} was removed by another user`,
  }
}
