import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Db } from '../db.ts'
import { StorageError } from '../failure.ts'

export type Drizzled = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** The members of drizzle's database and our additions, as one plain object. */
export function createDb(
  drizzled: Drizzled,
  own: Pick<
    Db,
    'dialect' | 'identity' | 'tables' | 'signal' | 'nowMs' | 'addLast' | 'beforeLock' | 'rows' | 'values' | 'script'
  > & { newest?: Db; snapshot?: () => number },
): Db {
  const { newest, snapshot = () => undefined, ...rest } = own
  const db: Db = {
    ...rest,
    snapshot,
    get newest() {
      return newest ?? db
    },
    readsCommitted: false,
    select: drizzled.select.bind(drizzled),
    selectDistinct: drizzled.selectDistinct.bind(drizzled),
    insert: drizzled.insert.bind(drizzled),
    update: drizzled.update.bind(drizzled),
    delete: drizzled.delete.bind(drizzled),
    with: drizzled.with.bind(drizzled),
    $with: drizzled.$with.bind(drizzled),
    $count: drizzled.$count.bind(drizzled),
  }
  return db
}

/** The Db outside of transactions. Its write members fail at once, so that a missing `tx` is detected on both dialects. */
export function refuseWrites(db: Db): Db {
  const refuse = () => {
    throw new StorageError('store.read cannot write; use store.tx.')
  }
  const writing = { insert: refuse, update: refuse, delete: refuse, script: refuse, signal: refuse, addLast: refuse }
  return { ...db, readsCommitted: true, ...writing }
}
