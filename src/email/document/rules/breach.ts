import type { Issue } from '../../../kernel/errors/index.ts'
import type { TreeEntry } from '../comparison/tree.ts'
import type { Lock, NodeId } from '../model.ts'

/** Something that a lock of the document forbids. The path is that in the new document, of what is gone in the old. */
export interface LockBreach extends Issue {
  id: NodeId
  /** The part of the lock, or `lock` when the lock itself was taken away. */
  lock: keyof Lock | 'lock'
  /** The node that carries the lock: the node itself or one around it. */
  holder: NodeId
}

/** The locks that hold in a document, by node. */
export type Locks = ReadonlyMap<NodeId, Lock>

/** The nearest locked ancestor, or the node itself, whose lock covers a part of its content. */
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

/** A breach in words. */
export function breach(
  id: NodeId,
  { holder, lock, path, says }: { holder: NodeId; lock: LockBreach['lock']; path: string; says: string },
): LockBreach {
  const where = holder === id ? `${id} is locked` : `${id} is in ${holder}, which is locked`
  return { path, message: `${where}: ${says}`, id, lock, holder }
}
