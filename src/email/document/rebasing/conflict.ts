import type { NodeId, Operation } from '../model.ts'

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
