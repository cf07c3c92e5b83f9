import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * Condition: the text column has one of the values, a JSON array of texts. One parameter for any number of values, because
 * both databases prepare a statement for each number of parameters. As an array, Postgres looks each value up in an index; a
 * subquery makes it read the whole table until that has statistics.
 */
export function isAmongTexts(db: Pick<Db, 'dialect'>, column: SQLWrapper, list: string | Placeholder): SQL {
  return db.dialect === 'sqlite'
    ? sql`${column} in (select value from json_each(${list}))`
    : sql`${column} = any(array(select value from json_array_elements_text(${list}::text::json)))`
}
