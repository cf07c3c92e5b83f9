/** Search hits and the select that joins them to their templates. */
import { type SQL, sql } from 'drizzle-orm'
import { type Db, type Search, searchHits } from '../../../../platform/storage/index.ts'

/** Columns and condition of a select over hits. The rank is 0 for hits in the name, 1 in the subject, 2 elsewhere. */
export type RequestedHits = (rank: SQL) => { columns: SQL; where: SQL | undefined }

const manyHits = 1000

/**
 * Selects the templates that a search found. The columns must include those by which the select is ordered.
 *
 * Few hits are looked up one by one; for many, one scan of the project is faster. Postgres cannot estimate the number of
 * hits and assumes one, so the statement contains both plans, and the counted hits decide which of them returns rows.
 * Neither is a join that the planner could reorder: a wrong order took a thousand times as long.
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

/** Like `ofHits`, with hits looked up one by one; `found` selects `id` and `rank` and may contain duplicates. */
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
