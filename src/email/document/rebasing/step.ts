import type { EmailDocument, NodeId, Operation } from '../model.ts'
import type { Others } from './others.ts'

export interface Step {
  index: number
  /** The author's document before this operation, and after it. */
  seen: EmailDocument
  wanted: EmailDocument
  /** The current document. */
  now: EmailDocument
  base: EmailDocument
  others: Others
  /** New ids by old id, for generated ids that others used first. */
  renamed: Map<NodeId, NodeId>
  /** Nodes of this author whose insertion conflicted: later operations inside them belong to that conflict. */
  lost: Set<NodeId>
}

export type Outcome = { operations: Operation[] } | { conflicts: Conflict[] }

/** An operation that contradicts concurrent ones. */
export interface Conflict {
  /** Index in the requested operations. */
  operation: number
  /**
   * `removed`: the node or its target no longer exists. `changed`: another value was set, or the node to be removed was
   * changed. `moved`: the node was moved elsewhere. `taken`: the id belongs to another node by now. `refused`: the current
   * document does not allow the operation.
   */
  reason: 'removed' | 'changed' | 'moved' | 'taken' | 'refused'
  /** The affected node; absent for settings. */
  id?: NodeId
  /** The property that both sides set: `text`, `style.color`, `meta.subject`. */
  property?: string
  /** The concurrent operation and its index, if a single one can be identified. */
  other?: { index: number; operation: Operation }
  message: string
}
