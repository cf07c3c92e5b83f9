/** Replaces a range of the source, usually with nothing. */
export interface Edit {
  start: number
  end: number
  text: string
  /** Description for the report; absent if another edit has it. */
  what?: string
}

/**
 * Applies edits to the source. Of overlapping edits, the one that starts first wins (the longer one if both start at the
 * same offset).
 */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let out = ''
  let at = 0
  for (const edit of outermost(edits)) {
    out += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return out + source.slice(at)
}

/** The edits that no other one covers, in order. */
export function outermost(edits: readonly Edit[]): Edit[] {
  const sorted = [...edits].sort((left, right) => left.start - right.start || right.end - left.end)
  const kept: Edit[] = []
  let covered = -1
  for (const edit of sorted) {
    if (edit.start < covered || (edit.start === edit.end && edit.text === '')) continue
    kept.push(edit)
    covered = Math.max(covered, edit.end)
  }
  return kept
}
