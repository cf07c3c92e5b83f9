import type { EmailDocument, NodeId, Operation } from '../model.ts'
import type { Others } from './others.ts'

export interface Step {
  index: number
  /** The document as the author of the operations had it before this one, and after it. */
  seen: EmailDocument
  wanted: EmailDocument
  /** The document as it is now. */
  now: EmailDocument
  base: EmailDocument
  others: Others
  /** Ids that had to be given anew, because others have been given them since. */
  renamed: Map<NodeId, NodeId>
  /** Nodes of this author that could not be inserted: what follows in them is part of that conflict. */
  lost: Set<NodeId>
}

export type Outcome = { operations: Operation[] } | { conflicts: Conflict[] }

/** An operation that cannot be kept beside what others did in the meantime. */
export interface Conflict {
  /** Its position in the list. */
  operation: number
  /**
   * `removed`: the node is gone, or one it goes into. `changed`: another value was set, or what is to be removed was
   * changed. `moved`: the node was moved elsewhere. `taken`: the id belongs to another node now. `refused`: the document
   * as it is now does not allow it.
   */
  reason: 'removed' | 'changed' | 'moved' | 'taken' | 'refused'
  /** The node it is about; none for settings. */
  id?: NodeId
  /** Where both set something: `text`, `style.color`, `meta.subject`. */
  property?: string
  /** What others did, and its position among what they did, where one of their operations can be named. */
  other?: { index: number; operation: Operation }
  message: string
}
