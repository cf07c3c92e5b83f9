import { type ExtractedTag, holdsTag, maxDepth, opaque, opening, opensRegion, splitTags } from '../tags/extracted.ts'
import type { Element } from '../tree/dom.ts'

/**
 * Makes a loop opaque if its end is elsewhere in the tree, together with all tags that refer to its item implicitly. Changes
 * `tags` in place.
 */
export function revertUnclosedLoops(parents: readonly Element[], tags: ExtractedTag[]): void {
  if (!tags.some((tag) => 'within' in tag)) return
  const closed = new Set<ExtractedTag>()
  for (const parent of parents) {
    const open: ExtractedTag[] = []
    for (const child of parent.children) {
      if (child.kind !== 'text' || !holdsTag(child.text)) continue
      for (const part of splitTags(child.text, tags)) {
        if (typeof part === 'string') continue
        if (opensRegion(part)) open.push(part)
        else if (part.kind === 'end') {
          const isDeep = open.length > maxDepth
          const opener = open.pop()
          if (opener !== undefined && !isDeep) closed.add(opener)
        }
      }
    }
  }
  const reverted = new Set<ExtractedTag>()
  for (const [index, tag] of tags.entries()) {
    const { within } = tag as { within?: ExtractedTag }
    if (within === undefined || (closed.has(within) && !reverted.has(within))) continue
    reverted.add(tag)
    const isElse = tag.kind === 'else' ? { isElse: true as const } : {}
    tags[index] = opensRegion(tag) ? opening(tag.source) : { ...opaque(tag.source), ...isElse }
  }
}
