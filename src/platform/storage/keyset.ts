/** Pages that begin behind the last row of the page before: its position is the values of the columns of the order. */
import { type SQL, type SQLWrapper, and, sql } from 'drizzle-orm'

type Position = readonly (string | number)[]

/** A page of rows in the order of their ids, which is that of their creation. */
export interface IdPage {
  limit: number
  descending: boolean
  /** Only rows behind this id, in the order of the page. */
  after?: string | number | undefined
  /** Inclusive lower bound of the ids. */
  sinceId?: string | undefined
  /** Exclusive upper bound of the ids. */
  untilId?: string | undefined
}

/** Condition: on the page, or behind it. */
export function isInIdPage(column: SQLWrapper, { after, descending, sinceId, untilId }: Omit<IdPage, 'limit'>) {
  return and(
    isBehind([column], { after: after === undefined ? undefined : [after], descending }),
    sinceId === undefined ? undefined : sql`${column} >= ${sinceId}`,
    untilId === undefined ? undefined : sql`${column} < ${untilId}`,
  )
}

/** Condition: behind the position, in the order of these columns. Compared as a row, which an index can serve. */
export function isBehind(
  columns: readonly SQLWrapper[],
  { after, descending }: { after: Position | undefined; descending: boolean },
): SQL | undefined {
  if (after === undefined) return undefined
  const row = sql.join([...columns], sql`, `)
  const position = sql.join(
    after.map((value) => sql`${value}`),
    sql`, `,
  )
  return descending ? sql`(${row}) < (${position})` : sql`(${row}) > (${position})`
}

export function inOrder(columns: readonly SQLWrapper[], { descending }: { descending: boolean }): SQL[] {
  return columns.map((column) => (descending ? sql`${column} desc` : sql`${column} asc`))
}
