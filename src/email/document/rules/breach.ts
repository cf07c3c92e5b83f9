import type { Issue } from '../../../kernel/errors/index.ts'
import type { TreeEntry } from '../comparison/tree.ts'
import type { Lock, NodeId } from '../model.ts'

/** A change that a lock forbids. The path refers to the new document, for removed nodes to the old one. */
export interface LockBreach extends Issue {
  id: NodeId
  /** The violated member of the lock, or `lock` if the lock itself was removed. */
  lock: keyof Lock | 'lock'
  /** The locked node: the node itself or an ancestor. */
  holder: NodeId
}

/** Effective locks by node. */
export type Locks = ReadonlyMap<NodeId, Lock>

/** The nearest node, from the node itself upwards, whose lock covers this part of its content. */
export function holderOf(
  context: TreeEntry | undefined,
  locks: Locks,
  covers: (lock: Lock) => boolean,
): NodeId | undefined {
  for (let at = context; at !== undefined; at = at.parent) {
    const lock = locks.get(at.node.id)
    if (lock !== undefined && covers(lock)) return at.node.id
  }
  return undefined
}

export function breach(
  id: NodeId,
  { holder, lock, path, message }: { holder: NodeId; lock: LockBreach['lock']; path: string; message: string },
): LockBreach {
  const where = holder === id ? `${id} is locked` : `${id} is in ${holder}, which is locked`
  return { path, message: `${where}: ${message}`, id, lock, holder }
}
