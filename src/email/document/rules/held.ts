import type { BlockSchemas } from '../block-schema.ts'
import type { Comparison } from '../comparison/compare.ts'
import type { Tree } from '../comparison/tree.ts'
import type { EmailDocument } from '../model.ts'
import type { Locks } from './breach.ts'

/** A change and the locks that hold in it. */
export interface LockHolder {
  from: EmailDocument
  to: EmailDocument
  before: Tree
  after: Tree
  locks: Locks
  comparison: Comparison
  blocks: BlockSchemas
}
