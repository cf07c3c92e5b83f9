import type { Lock, NodeId } from '../../engines/document/index.ts'
import type { Outline } from './outline.ts'

/** Whether a node may be taken to another place. */
export function mayMove(outline: Outline, id: NodeId): boolean {
  return lockOf(outline, id)?.move !== true && mayHold(outline, outline.spots.get(id)?.parent)
}

/** Whether a node may go away: neither it nor anything in it is held. */
export function mayRemove(outline: Outline, id: NodeId): boolean {
  const spot = outline.spots.get(id)
  if (spot === undefined || !mayHold(outline, spot.parent)) return false
  const from = outline.order.indexOf(id)
  for (const inside of outline.order.slice(from)) {
    const other = outline.spots.get(inside)
    if (inside !== id && (other?.depth ?? 0) <= spot.depth) break
    if (other?.node.lock?.remove === true) return false
  }
  return true
}

/** Whether there may be a second one of a node. */
export function mayDuplicate(outline: Outline, id: NodeId): boolean {
  return lockOf(outline, id)?.duplicate !== true && mayHold(outline, outline.spots.get(id)?.parent)
}

/** Whether what a node says may be changed; `text` asks for its texts alone. */
export function mayEdit(outline: Outline, id: NodeId, what: 'all' | 'text' = 'all'): boolean {
  return !around(outline, id).some(({ content }) => content === true || (content === 'text' && what === 'text'))
}

/** Whether a node may look different. */
export function mayStyle(outline: Outline, id: NodeId): boolean {
  return !around(outline, id).some(({ style }) => style === true)
}

/** Whether nodes may come into or leave a parent. */
export function mayHold(outline: Outline, parent: NodeId | undefined): boolean {
  return parent === undefined || !around(outline, parent).some(({ content }) => content === true)
}

/** Whether a node carries any lock, for the sign that says so. */
export function isLocked(outline: Outline, id: NodeId): boolean {
  return around(outline, id).some((lock) => Object.values(lock).some((part) => part !== false))
}

function lockOf(outline: Outline, id: NodeId): Lock | undefined {
  return outline.spots.get(id)?.node.lock
}

function around(outline: Outline, id: NodeId): Lock[] {
  const locks: Lock[] = []
  for (let spot = outline.spots.get(id); spot !== undefined; spot = outline.spots.get(spot.parent)) {
    if (spot.node.lock !== undefined) locks.push(spot.node.lock)
  }
  return locks
}
