/** The SQL of what a search found: hits first, then the templates that they are. */
import { type SQL, sql } from 'drizzle-orm'
import { type Db, type Search, searchHits } from '../../../../platform/storage/index.ts'

/** What is queried of hits. Their rank is 0 where the words are in the name, 1 in the subject, 2 elsewhere. */
export type RequestedHits = (rank: SQL) => { columns: SQL; where: SQL | undefined }

const manyHits = 1000

/**
 * A select of the templates that a search found. What it is put in order by has to be among its columns.
 *
 * Few are looked up; of many it is quicker to read all of the project once. Postgres cannot tell how many there will be,
 * and takes them for one, so both ways are in the statement, and the hits are counted before one of them is gone. Neither
 * is a join whose order could be chosen: a wrong choice took a thousand times as long.
 */
export function ofHits(db: Db, search: Search, asked: RequestedHits): SQL {
  const { templates } = db.tables
  const found = searchHits(db, search)
  if (db.dialect === 'sqlite') return ofFewHits(db, found, asked)
  const isHit = (of: SQL) => sql`${templates.id} in (select id from found ${of})`
  const read = asked(sql`(case when ${isHit(sql`where rank = 0`)} then 0
    when ${isHit(sql`where rank = 1`)} then 1 else 2 end)`)
  const counted = sql`(select count(*) from found)`
  const many = sql.raw(String(manyHits))
  const few = (rank: SQL) => {
    const { columns, where } = asked(rank)
    return { columns, where: sql`${counted} <= ${many} and ${where ?? sql`true`}` }
  }
  return sql`${ofFewHits(db, found, few)}
    union all
    select ${read.columns} from ${templates}
    where ${counted} > ${many} and (${isHit(sql``)}) is true and ${read.where ?? sql`true`}`
}

/** The same for hits that are looked up one by one; `found` is a select of their `id` and `rank`, any of them several times. */
export function ofFewHits(db: Db, found: SQL, asked: RequestedHits): SQL {
  const { templates } = db.tables
  const { columns, where } = asked(sql`hit.rank`)
  const each =
    db.dialect === 'sqlite'
      ? sql`${templates} on ${templates.id} = hit.id`
      : sql`lateral (select * from ${templates} where id = hit.id offset 0) as ${templates}`
  return sql`with found as materialized (${found})
    select ${columns} from (select id, min(rank) as rank from found group by id) as hit cross join ${each}
    where ${where ?? sql`true`}`
}
