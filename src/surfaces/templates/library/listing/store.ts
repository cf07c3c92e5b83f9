/** The SQL of lists: filters, order, pages. What the counts ask is in counts/store.ts. */
import { type SQL, and, asc, desc, inArray, sql } from 'drizzle-orm'
import type { EmailDocument } from '../../../../engines/document/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { type TemplateRow, rowColumns } from '../../template/index.ts'
import { conditionsOf } from './filter/store.ts'
import { ofHits } from './hits/store.ts'
import type { Order, Selection } from './selection.ts'

/** Where a page starts: the values by which the last row of the page before was ordered, its id at the end. */
export type Position = readonly (string | number)[]

/** A row with its own position. */
export type Listed = TemplateRow & { position: Position }

export interface PageRequest {
  order: Order
  after: Position | undefined
  limit: number
}

/** One value of the order. */
interface Key {
  value: SQL
  descending: boolean
}

/** At most `limit` rows behind a position. Rows that come or go meanwhile move no other row across pages. */
export async function selectPage(db: Db, selection: Selection, request: PageRequest): Promise<Listed[]> {
  const places = await selectPlaces(db, selection, request)
  if (places.length === 0) return []
  const ids = places.map(({ id }) => id)
  const found = await db
    .select(rowColumns(db, selection.viewer))
    .from(db.tables.templates)
    .where(inArray(db.tables.templates.id, ids))
  const rows = new Map(found.map((row) => [row.id, row]))
  return places.flatMap(({ id, position }) => {
    const row = rows.get(id)
    return row === undefined ? [] : [{ ...row, position }]
  })
}

/** Which rows make the page, in its order: sorting whole rows would take three times as long. */
async function selectPlaces(
  db: Db,
  selection: Selection,
  request: PageRequest,
): Promise<{ id: string; position: Position }[]> {
  const { templates } = db.tables
  const { order, after, limit } = request
  const asked = (rank: SQL) => {
    const keys = keysOf(db, order, rank)
    const [first, second] = [keys[0]?.value ?? sql`null`, keys[1]?.value ?? sql`null`]
    const where = and(...Object.values(conditionsOf(db, selection)), after && isBehind(keys, after))
    return { columns: sql`${templates.id} as id, ${first} as first, ${second} as second`, where }
  }
  const { columns, where } = asked(sql`null`)
  const matching =
    selection.words.length > 0
      ? ofHits(db, selection, asked)
      : sql`select ${columns} from ${templates} where ${where ?? sql`true`}`
  const keys = keysOf(db, order, sql`null`)
  const names = [sql`first`, sql`second`].slice(0, keys.length - 1).concat(sql`id`)
  const ordered = names.map((name, at) => (keys[at]?.descending ? desc(name) : asc(name)))
  const rows = await db.rows<{ id: string; first: string | number; second: string | number }>(
    sql`${matching} order by ${sql.join(ordered, sql`, `)} limit ${limit}`,
  )
  return rows.map(({ id, first, second }) => ({ id, position: [...[first, second].slice(0, keys.length - 1), id] }))
}

/** The documents of templates that a page shows, by their ids. */
export async function selectDocuments(db: Db, ids: readonly string[]): Promise<Map<string, EmailDocument>> {
  if (ids.length === 0) return new Map()
  const { templateDocuments: documents } = db.tables
  const rows = await db
    .select()
    .from(documents)
    .where(inArray(documents.templateId, [...ids]))
  return new Map(rows.map(({ templateId, document }) => [templateId, document as EmailDocument]))
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
