import type { EmailDocument, NodeId, Operation } from '../model.ts'
import type { Conflict } from './conflict.ts'
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
