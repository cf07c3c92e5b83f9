import { type IdPrefix, firstId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { IdPage } from '../../storage/index.ts'
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

/** Filters and sort of a list in the order of creation. */
export interface CreatedQuery extends PageQuery {
  sort?: 'created_at' | '-created_at'
  created_since?: string
  created_until?: string
}

export interface CreatedList<T> {
  /** Name of the list, its owner, and filters besides those of `CreatedQuery`. */
  key: readonly unknown[]
  kind: IdPrefix
  /** Without a sort in the query. */
  sort: 'created_at' | '-created_at'
  read(page: IdPage): Promise<T[]>
}

/** One page of a list in the order of creation, which is that of the ids. INVALID_CURSOR. */
export function readCreatedPage<T extends { id: string }>(
  query: CreatedQuery,
  { key, kind, read, sort: usual }: CreatedList<T>,
): ReturnType<typeof readPage<T>> {
  const { sort = usual, created_since: since, created_until: until } = query
  return readPage(query, {
    key: JSON.stringify([...key, sort, since, until]),
    read: ({ after, limit }) =>
      read({
        limit,
        descending: sort === '-created_at',
        after: idAfter(after),
        sinceId: since === undefined ? undefined : firstId(kind, Date.parse(since)),
        untilId: until === undefined ? undefined : firstId(kind, Date.parse(until)),
      }),
    positionOf: ({ id }) => [id],
  })
}

/** The id at the end of a position, for lists that are sorted by id alone. */
export function idAfter(after: readonly CursorValue[] | undefined): string | undefined {
  const id = after?.at(-1)
  return id == null ? undefined : String(id)
}
