/** The SQL of what a search found: hits first, then the templates that they are. */
import { type SQL, sql } from 'drizzle-orm'
import { type Db, searchHits } from '../../../../../platform/storage/index.ts'
import type { Selection } from '../selection.ts'

/** What is asked of hits. Their rank is 0 where the words stand in the name, 1 in the subject, 2 elsewhere. */
export type AskedOfHits = (rank: SQL) => { columns: SQL; where: SQL | undefined }

const manyHits = 1000

/**
 * A select of the templates that a search found. What it is put in order by has to be among its columns.
 *
 * Few are looked up; of many it is quicker to read all of the project once. Postgres cannot tell how many there will be,
 * and takes them for one, so both ways are in the statement, and the hits are counted before one of them is gone. Neither
 * is a join whose order could be chosen: a wrong choice took a thousand times as long.
 */
export function ofHits(db: Db, selection: Selection, asked: AskedOfHits): SQL {
  const { templates } = db.tables
  const hits = sql`with found as materialized (${searchHits(db, selection)})`
  const each = asked(sql`hit.rank`)
  const eachOnce = sql`(select id, min(rank) as rank from found group by id) as hit`
  if (db.dialect === 'sqlite') {
    return sql`${hits} select ${each.columns} from ${eachOnce} cross join ${templates} on ${templates.id} = hit.id
      where ${each.where ?? sql`true`}`
  }
  const isHit = (of: SQL) => sql`${templates.id} in (select id from found ${of})`
  const read = asked(sql`(case when ${isHit(sql`where rank = 0`)} then 0
    when ${isHit(sql`where rank = 1`)} then 1 else 2 end)`)
  const counted = sql`(select count(*) from found)`
  const many = sql.raw(String(manyHits))
  return sql`${hits}
    select ${each.columns}
    from ${eachOnce} cross join lateral (select * from ${templates} where id = hit.id offset 0) as ${templates}
    where ${counted} <= ${many} and ${each.where ?? sql`true`}
    union all
    select ${read.columns} from ${templates}
    where ${counted} > ${many} and (${isHit(sql``)}) is true and ${read.where ?? sql`true`}`
}
