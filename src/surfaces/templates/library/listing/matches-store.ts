/** Ordering and paging of lists: reads only the columns by which rows are ordered. */
import { type SQL, and, asc, desc, sql } from 'drizzle-orm'
import { type Db, isBehind } from '../../../../platform/storage/index.ts'
import { conditionsOf } from './filter-store.ts'
import type { RequestedHits } from './hits-store.ts'
import type { Order, Selection } from './selection.ts'

/** Start of a page: the order values of the last row of the previous page, its id last. */
export type Position = readonly (string | number)[]

export interface PageRequest {
  order: Order
  after: Position | undefined
  limit: number
}

/** Id and position of a row. */
export interface SearchMatch {
  id: string
  position: Position
}

interface Key {
  value: SQL
  descending: boolean
}

/** At most `limit` rows after a position, in order; `matching` selects the rows with the search words, or all rows. */
export async function readPlaces(
  db: Db,
  selection: Selection,
  { order, after, limit }: PageRequest,
  matching: (asked: RequestedHits) => SQL,
): Promise<SearchMatch[]> {
  const { templates } = db.tables
  const asked = (rank: SQL) => {
    const keys = keysOf(db, order, rank)
    const [first, second] = [keys[0]?.value ?? sql`null`, keys[1]?.value ?? sql`null`]
    const where = and(...Object.values(conditionsOf(db, selection)), after && isAfter(keys, after))
    return { columns: sql`${templates.id} as id, ${first} as first, ${second} as second`, where }
  }
  const keys = keysOf(db, order, sql`null`)
  const names = [sql`first`, sql`second`].slice(0, keys.length - 1).concat(sql`id`)
  const ordered = names.map((name, at) => (keys[at]?.descending ? desc(name) : asc(name)))
  const rows = await db.rows<{ id: string; first: string | number; second: string | number }>(
    sql`${matching(asked)} order by ${sql.join(ordered, sql`, `)} limit ${limit}`,
  )
  return rows.map(({ id, first, second }) => ({ id, position: [...[first, second].slice(0, keys.length - 1), id] }))
}

/** The order values, the id last, so that positions are unique. */
function keysOf({ tables: { templates } }: Db, { by, descending }: Order, rank: SQL): Key[] {
  const id = { value: sql`${templates.id}`, descending }
  const updated = { value: sql`${templates.updatedAt}`.mapWith(Number), descending }
  switch (by) {
    case 'relevance':
      return [
        { value: rank, descending: false },
        { ...updated, descending: true },
        { ...id, descending: true },
      ]
    case 'name':
      return [{ value: sql`lower(${templates.name})`, descending }, id]
    case 'created_at':
      return [{ value: sql`${templates.createdAt}`.mapWith(Number), descending }, id]
    case 'updated_at':
      return [updated, id]
  }
}

/** Rows after the position: greater in the first value that differs, or smaller if the order is descending. */
function isAfter(keys: readonly Key[], after: Position): SQL | undefined {
  const [head, ...tail] = keys
  const [value, ...rest] = after
  if (head === undefined || value === undefined) return sql`false`
  // Values with the same direction compare as a row, which an index can serve; mixed directions must be spelled out.
  const isOneWay = tail.every(({ descending }) => descending === head.descending)
  const columns = keys.map((key) => key.value)
  if (isOneWay) return isBehind(columns, { after, descending: head.descending })
  const further = head.descending ? sql`${head.value} < ${value}` : sql`${head.value} > ${value}`
  return sql`(${further} or (${head.value} = ${value} and ${isAfter(tail, rest)}))`
}
