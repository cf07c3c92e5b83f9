import { isRecord } from '../reading/reading.ts'
import { richTextToPlain } from '../rich-text/plain.ts'
import { isRichText } from '../text.ts'
import { isEqual } from './equal.ts'

/** One value that differs. A side that had none lacks the member. */
export interface ValueChange {
  /** JSON Pointer from what is compared to the value. */
  path: string
  before?: unknown
  after?: unknown
  /** The words of both sides, where the value is rich text. */
  words?: { before: string; after: string }
}

/**
 * Where two values differ, as deep as both have the same form: objects member by member, lists of objects of the same
 * length item by item; anything else, and rich text, as a whole.
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

/** The names a JSON Pointer goes through (RFC 6901 4). */
export function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}
