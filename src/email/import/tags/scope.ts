import type { ExtractedTag } from './extracted.ts'

/** A block of a language whose inside may speak of an item without naming it. */
export interface Scope {
  /** The tag that opens it. */
  tag: ExtractedTag
  /** What a path in it begins with; undefined where it speaks as what is around it. */
  as: string | undefined
  isLoop: boolean
}
