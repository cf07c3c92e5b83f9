import { isRecord } from '../reading/reading.ts'
import { richTextToPlain } from '../rich-text/plain.ts'
import { isRichText } from '../text.ts'
import { isEqual } from './equal.ts'

/** One changed value. A missing value omits `before` or `after`. */
export interface ValueChange {
  /** JSON Pointer relative to the compared value. */
  path: string
  before?: unknown
  after?: unknown
  /** Plain text of both sides, for rich text. */
  words?: { before: string; after: string }
}

/**
 * Lists changed values at the deepest common structure: objects by member, lists of objects of equal length by item;
 * anything else, and rich text, as a whole.
 */
export function changesBetween(before: unknown, after: unknown, path: string): ValueChange[] {
  const changes: ValueChange[] = []
  collect(before, after, path, changes)
  return changes
}

function collect(before: unknown, after: unknown, path: string, changes: ValueChange[]): void {
  if (isEqual(before, after)) return
  if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(after), ...Object.keys(before)])) {
      collect(before[key], after[key], `${path}/${escaped(key)}`, changes)
    }
  } else if (Array.isArray(before) && Array.isArray(after) && areParallel(before, after)) {
    for (const [index, item] of after.entries()) collect(before[index], item, `${path}/${index}`, changes)
  } else changes.push(changeOf(before, after, path))
}

function changeOf(before: unknown, after: unknown, path: string): ValueChange {
  const change: ValueChange = { path }
  if (before !== undefined) change.before = before
  if (after !== undefined) change.after = after
  if (isRichText(before) || isRichText(after)) change.words = { before: wordsOf(before), after: wordsOf(after) }
  return change
}

function areParallel(before: readonly unknown[], after: readonly unknown[]): boolean {
  const isDeep = (item: unknown) => typeof item === 'object' && item !== null
  if (before.length !== after.length || isRichText(before) || isRichText(after)) return false
  return before.every(isDeep) && after.every(isDeep)
}

function wordsOf(value: unknown): string {
  return isRichText(value) ? richTextToPlain(value) : typeof value === 'string' ? value : ''
}

// RFC 6901 3.
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Unescaped segments of a JSON Pointer (RFC 6901 4). */
export function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}
