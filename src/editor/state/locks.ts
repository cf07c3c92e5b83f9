import type { Lock, Node, NodeId } from '../../email/document/index.ts'
import type { Outline } from './outline.ts'

/** Actions that locks can forbid; `text` is a change of texts only. */
export type LockedAction = 'move' | 'remove' | 'duplicate' | 'style' | 'content' | 'text'

/** A lock that forbids an action, and the node that has it. */
export interface BlockingLock {
  node: Node
  lock: keyof Lock
}

/** Returns the lock that forbids an action: of the node, of a parent or, for removals, of a descendant. */
export function findBlockingLock(outline: Outline, id: NodeId, what: LockedAction): BlockingLock | undefined {
  switch (what) {
    case 'style':
      return enclosingLock(outline, id, 'style', ({ style }) => style === true)
    case 'content':
      return enclosingLock(outline, id, 'content', ({ content }) => content === true)
    case 'text':
      return enclosingLock(outline, id, 'content', ({ content }) => content !== undefined)
    case 'remove':
      return (
        findBlockingLock(outline, outline.entries.get(id)?.parent ?? '', 'content') ??
        containedLock(outline, id, ({ remove }) => remove)
      )
    default:
      return ownLock(outline, id, what) ?? findBlockingLock(outline, outline.entries.get(id)?.parent ?? '', 'content')
  }
}

export function mayMove(outline: Outline, id: NodeId): boolean {
  return findBlockingLock(outline, id, 'move') === undefined
}

/** Locks of the node and its descendants count. */
export function mayRemove(outline: Outline, id: NodeId): boolean {
  return outline.entries.has(id) && findBlockingLock(outline, id, 'remove') === undefined
}

/** True if the content may be changed; `text` for texts only. */
export function mayEdit(outline: Outline, id: NodeId, what: 'content' | 'text' = 'content'): boolean {
  return findBlockingLock(outline, id, what) === undefined
}

export function mayStyle(outline: Outline, id: NodeId): boolean {
  return findBlockingLock(outline, id, 'style') === undefined
}

/** True if children may be added to or removed from the parent. */
export function mayEditChildren(outline: Outline, parent: NodeId | undefined): boolean {
  return parent === undefined || findBlockingLock(outline, parent, 'content') === undefined
}

/** True if a node has a lock of its own. */
export function isLocked(outline: Outline, id: NodeId): boolean {
  return (
    enclosingLock(outline, id, 'content', (lock) => Object.values(lock).some((part) => part !== false)) !== undefined
  )
}

function ownLock(outline: Outline, id: NodeId, lock: 'move' | 'duplicate'): BlockingLock | undefined {
  const node = outline.entries.get(id)?.node
  return node?.lock?.[lock] === true ? { node, lock } : undefined
}

function enclosingLock(
  outline: Outline,
  id: NodeId,
  lock: 'style' | 'content',
  forbids: (lock: Lock) => boolean,
): BlockingLock | undefined {
  for (let entry = outline.entries.get(id); entry !== undefined; entry = outline.entries.get(entry.parent)) {
    if (entry.node.lock !== undefined && forbids(entry.node.lock)) return { node: entry.node, lock }
  }
  return undefined
}

// Checks the node, and the nodes that are removed with it.
function containedLock(
  outline: Outline,
  id: NodeId,
  forbids: (lock: Lock) => boolean | undefined,
): BlockingLock | undefined {
  const entry = outline.entries.get(id)
  if (entry === undefined) return undefined
  const from = outline.order.indexOf(id)
  for (const inside of outline.order.slice(from)) {
    const other = outline.entries.get(inside)
    if (inside !== id && (other?.depth ?? 0) <= entry.depth) break
    if (other?.node.lock !== undefined && forbids(other.node.lock) === true) return { node: other.node, lock: 'remove' }
  }
  return undefined
}
