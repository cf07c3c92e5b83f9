import { limits } from '../../../kernel/limits.ts'
import { type CursorValue, decodeCursor, encodeCursor } from './cursor.ts'

export interface PagedList<T> {
  /** Everything that distinguishes two lists: name, project, filters, sort. A list refuses cursors of another. */
  key: string
  /** Reads items after a position, in order. */
  read(start: { after: CursorValue[] | undefined; limit: number }): Promise<T[]>
  /** The sort values and id of an item, the position after which the next page begins. */
  positionOf(item: T): readonly CursorValue[]
}

export interface PageQuery {
  limit?: number
  cursor?: string
}

/**
 * One page of a list, with the cursor of the next. Reads one item more than the page has, to detect whether there are more.
 * Fails with INVALID_CURSOR for a cursor of another list.
 */
export async function readPage<T>(
  { limit = limits.pageDefault, cursor }: PageQuery,
  { key, positionOf, read }: PagedList<T>,
): Promise<{ items: T[]; page: { next_cursor: string | null; has_more: boolean } }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, key)
  const found = await read({ after, limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const hasMore = found.length > limit && last !== undefined
  return { items, page: { next_cursor: hasMore ? encodeCursor(positionOf(last), key) : null, has_more: hasMore } }
}

/** The id at the end of a position, for lists that are sorted by id alone. */
export function idAfter(after: readonly CursorValue[] | undefined): string | undefined {
  const id = after?.at(-1)
  return id == null ? undefined : String(id)
}
