import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Dialect } from './kit.ts'
import type { Tables } from './tables/tables.ts'

type Builders = Pick<
  PgDatabase<PgQueryResultHKT, Record<string, never>>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$with' | '$count'
>

/** What a `store.ts` function is given: drizzle's builders as far as both dialects have them, and the tables. */
export interface Db extends Builders {
  readonly dialect: Dialect
  /** One object per open store, the same in all of its transactions: the key under which other modules hold what belongs to it. */
  readonly identity: object
  readonly tables: Tables
  /** True if it sees only what is committed, as `store.read` does: what it gives may be cached. */
  readonly readsCommitted: boolean
  /**
   * Runs SQL written by hand. Columns have the names the SQL gives them. Integers are numbers on both dialects; booleans and
   * JSON come as the driver has them: 0, 1 and text on SQLite.
   */
  rows<T>(query: SQL): Promise<T[]>
  /** Runs a statement that is written already, with its parameters as the driver takes them: for `prepared` on Postgres. */
  values(text: string, params: readonly unknown[]): Promise<unknown[][]>
  /**
   * Once the outermost transaction is durable, everybody who listens to the channel hears it: on Postgres in other
   * replicas too. Nothing is heard of a transaction, or a nested one, that fails.
   */
  signal(channel: string): void
  /**
   * Epoch milliseconds by the clock that all replicas share: the server's on Postgres, this host's on SQLite. Costs no query.
   * What is stored to be compared with the time later, by any replica, is written and compared by this clock.
   */
  nowMs(): number
  /**
   * Collects an item for a step that runs once, with all items, after the work of the outermost transaction and right before
   * it commits. Of a nested transaction that fails, and of an attempt that is repeated, nothing is kept.
   */
  addLast<T>(step: LastStep<T>, item: T): void
  /**
   * In a transaction: reads what is committed now, where `db` itself sees a snapshot from its beginning. A read of its own
   * connection there, which does not see the transaction's own rows; the same as `db` where that sees what is committed.
   */
  readonly newest: Db
  /** Has to be called before an explicit lock is taken: a transaction that takes one is READ COMMITTED. See `TxOptions`. */
  beforeLock(): void
  /** Runs several statements without parameters; for migrations. */
  script(text: string): Promise<void>
}

/** Names for `Store.inBulkhead` whose work has a connection of its own and waits for nobody else's: background work that must go on. */
export const dedicatedBulkheads = { leases: 'leases', schedules: 'schedules' } as const

/** Connections to Postgres for work, and callers that wait for one. */
export interface PoolUse {
  inUse: number
  idle: number
  waiting: number
}

/** Bytes of a database. */
export interface StoreSizes {
  databaseBytes: number
  /** Of SQLite's write-ahead log; 0 for Postgres, whose own nobody may inspect. */
  walBytes: number
}

/** What a transaction outlives: a loss of `power`, or only the end of the `process`. */
export type Durability = 'power' | 'process'

/** A step at the end of a transaction, with what was collected for it. It may read and write, as the work may. */
export type LastStep<T> = (db: Db, items: readonly T[]) => Promise<void>

/**
 * `serializable`: as if nobody else wrote meanwhile, among transactions of this level. `read committed`: each statement sees
 * what is committed when it begins, so the work itself holds locks for what it decides.
 */
export type Isolation = 'serializable' | 'read committed'

/** How a transaction runs. */
export interface TxOptions {
  /** `power` unless given. On Postgres the server decides. */
  survives?: Durability
  /**
   * `serializable` unless given; SQLite has one writer and is always that. On Postgres a transaction that takes explicit locks
   * (`lockRows`, `advisoryLock`) is `read committed`, because the snapshot of the other level is older than the lock that it
   * waited for: where that is not declared, it begins again at that level as it wants the first lock. Say why where it is
   * given.
   */
  isolation?: Isolation
}

/** For work that takes explicit locks on all that it decides by: it waits where `serializable` would have to begin again. */
export const underLocks: TxOptions = { isolation: 'read committed' }

/**
 * For work that decides nothing by what it read: each statement is right by itself, such as one that counts up, or that
 * deletes what is old. Being seldom repeated, it keeps hot paths fast.
 */
export const statementwise: TxOptions = { isolation: 'read committed' }

/** The keys of `RetryCounts`: SQLSTATEs, and `undeclared` for a lock in a transaction that was not declared for it. */
export const retriedStates = ['40001', '40P01', '23505', '23503', 'undeclared'] as const

/** How often transactions were repeated, and failed although they were, by SQLSTATE. */
export type RetryCounts = ReadonlyMap<string, { readonly retried: number; readonly gaveUp: number }>

/** An open database. One per process. */
export interface Store {
  readonly dialect: Dialect
  /** Where SQLite's file and backups are. */
  readonly dataDir: string
  /** True if no other process can have the database open so: SQLite opened by a server. */
  readonly isExclusive: boolean
  /**
   * For reading outside a transaction; sees only what is committed, and refuses to write. Inside `tx` it does not see the
   * transaction's own rows.
   */
  readonly read: Db
  /**
   * For health checks: reads as `read` does, on Postgres over a connection of its own and within a few seconds, so that it
   * answers while every other connection waits.
   */
  readonly health: Db
  /**
   * Runs `work` as one transaction and resolves once it is durable; a throw rolls it back and is passed on. Called inside
   * another transaction's work it becomes a savepoint of that one.
   *
   * The work must not wait for anything but the database: SQLite has one writer, and every other write waits meanwhile.
   * An error of a statement is only safe to catch around a nested `tx`, for Postgres gives up the rest of a transaction
   * after it.
   *
   * On Postgres the work may run several times: after a serialization failure (40001) or a deadlock (40P01) until it
   * succeeds, at most `limits.postgresAttempts` times, and once more after a unique or foreign key violation, for it sees
   * the other row then. Each attempt is rolled back whole, so the work must leave nothing outside of the database: what it
   * collects begins within it.
   *
   * It outlives a loss of power unless `survives` says that this process is enough, for what is simply done again when it
   * is lost. Whatever is durable later makes it durable too.
   */
  tx<T>(work: (db: Db) => Promise<T>, options?: TxOptions): Promise<T>
  /** The same, outermost, for migrations: its statements may take and wait as long as they like. */
  txWithoutDeadlines<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs one statement as a transaction of its own. On Postgres it begins and ends within the statement, so that a process
   * that is stopped holds no lock.
   */
  statement<T>(query: SQL): Promise<T[]>
  /** The same for maintenance, which may take as long as it likes. */
  statementWithoutDeadlines<T>(query: SQL): Promise<T[]>
  /**
   * Runs work, such as one request, in the bulkhead of that name: on Postgres work of one bulkhead, whose statements all wait
   * for a lock, leaves a few connections to that of others.
   */
  inBulkhead<T>(name: string | (() => string), work: () => T): T
  /**
   * Has the listener called after transactions that signal the channel; answers a function that ends it. A call says only
   * that there may be news: several signals may become one, and one from another replica or process may be lost, so
   * anyone who listens also looks by itself from time to time.
   */
  listen(channel: string, listener: () => void): () => void
  /** How often transactions were repeated since the store was opened. */
  retries(): RetryCounts
  /**
   * Fails unless the database answers, takes writes and has a connection for work; waits a few seconds at most. A database that
   * refuses to write is a StorageReadOnly.
   */
  ping(): Promise<void>
  /**
   * Compares the clock of `Db.nowMs` with the server's, as the store does by itself from time to time; returns by how many
   * milliseconds it was off. 0 on SQLite.
   */
  sampleClock(): Promise<number>
  /** How many connections to Postgres are in use now; undefined for SQLite. */
  poolUse(): PoolUse | undefined
  /** How large the database is. */
  sizes(): Promise<StoreSizes>
  /** Writes a consistent copy to a new file (SQLite; Postgres has pg_dump). Blocks the process while it copies. */
  backup(file: string): Promise<void>
  /** Lets running transactions finish, then closes. */
  close(): Promise<void>
}

/**
 * The select with its rows locked until the end of the transaction, without the rows that someone else has locked: nobody is
 * waited for. On SQLite its one writer is the lock.
 */
export function lockFreeRows<Q extends { for(strength: 'update', config: { skipLocked: true }): unknown }>(
  db: Db,
  query: Q,
): Q {
  if (db.dialect !== 'postgres') return query
  db.beforeLock()
  return query.for('update', { skipLocked: true }) as Q
}

/**
 * The select with its rows locked until the end of the transaction, which is READ COMMITTED. Nobody may even refer to them
 * meanwhile: for rows that are deleted, or counted before that. SQLite needs nothing: its one writer is the lock.
 */
export function lockRows<Q extends { for(strength: 'update'): unknown }>(db: Db, query: Q): Q {
  if (db.dialect !== 'postgres') return query
  db.beforeLock()
  return query.for('update') as Q
}

/**
 * The same for rows that are changed and not deleted: others may add rows that refer to them meanwhile, whose foreign keys
 * would wait for `lockRows`, and may be waited for.
 */
export function lockRowsToChange<Q extends { for(strength: 'no key update'): unknown }>(db: Db, query: Q): Q {
  if (db.dialect !== 'postgres') return query
  db.beforeLock()
  return query.for('no key update') as Q
}

/**
 * The select with its rows kept from being deleted until the end of the transaction, which is READ COMMITTED. Others may hold
 * them too, and change what is no key. SQLite needs nothing.
 */
export function keepRows<Q extends { for(strength: 'key share'): unknown }>(db: Db, query: Q): Q {
  if (db.dialect !== 'postgres') return query
  db.beforeLock()
  return query.for('key share') as Q
}

/**
 * Waits for everybody else who holds the lock of that name and holds it until the end of the transaction, which is READ
 * COMMITTED; several may hold it `shared` at once. SQLite needs nothing: its one writer is the lock.
 */
export async function advisoryLock(db: Db, name: string, mode: 'shared' | 'exclusive' = 'exclusive'): Promise<void> {
  if (db.dialect !== 'postgres') return
  db.beforeLock()
  const key = sql`hashtextextended(${name}, 0)`
  await db.rows(
    mode === 'shared' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`,
  )
}
