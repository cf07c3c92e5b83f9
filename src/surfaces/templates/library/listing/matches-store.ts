/** The SQL of the order of lists: which rows make a page, told by what they are put in order by. */
import { type SQL, and, asc, desc, sql } from 'drizzle-orm'
import type { Db } from '../../../../platform/storage/index.ts'
import { conditionsOf } from './filter-store.ts'
import type { RequestedHits } from './hits-store.ts'
import type { Order, Selection } from './selection.ts'

/** Where a page starts: the values by which the last row of the page before was ordered, its id at the end. */
export type Position = readonly (string | number)[]

export interface PageRequest {
  order: Order
  after: Position | undefined
  limit: number
}

/** A row of a list, by itself. */
export interface SearchMatch {
  id: string
  position: Position
}

/** One value of the order. */
interface Key {
  value: SQL
  descending: boolean
}

/** At most `limit` rows behind a position, in order; `matching` is the select of those in which the words stand, or of all. */
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
    const where = and(...Object.values(conditionsOf(db, selection)), after && isBehind(keys, after))
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

/** The values of the order, the id last: no two rows are at the same place. */
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

/** Rows after the position: larger in the first value that differs, smaller where the order descends. */
function isBehind(keys: readonly Key[], after: Position): SQL {
  const [head, ...tail] = keys
  const [value, ...rest] = after
  if (head === undefined || value === undefined) return sql`false`
  // Values that all go one way compare as a row, which an index can serve; a mixture has to be spelled out.
  if (tail.every(({ descending }) => descending === head.descending)) {
    const row = sql.join(
      keys.map((key) => key.value),
      sql`, `,
    )
    const position = sql.join(
      after.map((each) => sql`${each}`),
      sql`, `,
    )
    return head.descending ? sql`(${row}) < (${position})` : sql`(${row}) > (${position})`
  }
  const further = head.descending ? sql`${head.value} < ${value}` : sql`${head.value} > ${value}`
  return sql`(${further} or (${head.value} = ${value} and ${isBehind(tail, rest)}))`
}
