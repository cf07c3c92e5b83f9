import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Dialect } from './kit.ts'
import type { Tables } from './tables/tables.ts'

type Builders = Pick<
  PgDatabase<PgQueryResultHKT, Record<string, never>>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$with' | '$count'
>

/** The argument of a `store.ts` function: the drizzle builders that both dialects have in common, and the tables. */
export interface Db extends Builders {
  readonly dialect: Dialect
  /**
   * One object per open store, the same in all of its transactions: the key under which other modules cache values per
   * store.
   */
  readonly identity: object
  readonly tables: Tables
  /** True if it sees only committed data, as `store.read` does: its results may be cached. */
  readonly readsCommitted: boolean
  /**
   * A number that differs after each commit, also one of another process; undefined if asking for it takes a round trip, and
   * in transactions.
   */
  snapshot(): number | undefined
  /**
   * Runs handwritten SQL. Columns have the names that the SQL gives them. Integers are numbers on both dialects; booleans
   * and JSON come as the driver returns them: 0, 1 and text on SQLite.
   */
  rows<T>(query: SQL): Promise<T[]>
  /** Runs SQL text with parameters in the driver's types: for `prepared` on Postgres. */
  values(text: string, params: readonly unknown[]): Promise<unknown[][]>
  /**
   * Notifies the listeners of the channel once the outermost transaction is durable: on Postgres in other replicas too. A
   * transaction that fails, also a nested one, notifies no listener.
   */
  signal(channel: string): void
  /**
   * Epoch milliseconds by the clock that all replicas share: the server's on Postgres, this host's on SQLite. Costs no
   * query. Stored times that any replica compares with the current time use this clock.
   */
  nowMs(): number
  /**
   * Collects an item for a step that runs once, with all items, after the work of the outermost transaction and right before
   * it commits. Items of a failed nested transaction, and of an attempt that is retried, are dropped.
   */
  addLast<T>(step: LastStep<T>, item: T): void
  /**
   * In a transaction: reads the currently committed data, where `db` itself sees a snapshot from the beginning. There it
   * reads on a separate connection, which does not see the transaction's own rows; otherwise it is the same as `db`.
   */
  readonly newest: Db
  /** Must be called before an explicit lock is taken: a transaction that takes one is READ COMMITTED. See `TxOptions`. */
  beforeLock(): void
  /** Runs several statements without parameters; for migrations. */
  script(text: string): Promise<void>
}

/** Names for `Store.inBulkhead` with a dedicated connection each: background work that must not wait for other work. */
export const dedicatedBulkheads = { leases: 'leases', schedules: 'schedules' } as const

/** Postgres connections for work, and callers that wait for one. */
export interface PoolUse {
  inUse: number
  idle: number
  waiting: number
}

export interface StoreSizes {
  databaseBytes: number
  /** SQLite's write-ahead log. 0 for Postgres, which does not report its own to ordinary roles. */
  walBytes: number
}

/** Failures that a committed transaction survives: a loss of `power`, or only the end of the `process`. */
export type Durability = 'power' | 'process'

/** A step at the end of a transaction, with the items that were collected for it. It may read and write, as the work may. */
export type LastStep<T> = (db: Db, items: readonly T[]) => Promise<void>

/**
 * `serializable`: as if no other transaction of this level wrote concurrently. `read committed`: each statement sees the
 * data committed when it begins, so the work itself must lock the rows that its decisions depend on.
 */
export type Isolation = 'serializable' | 'read committed'

export interface TxOptions {
  /** Default `power`. On Postgres the server decides. */
  survives?: Durability
  /**
   * Default `serializable`; SQLite has one writer and is always serializable. On Postgres a transaction that takes explicit
   * locks (`lockRows`, `advisoryLock`) is `read committed`, because a serializable snapshot is older than the lock that it
   * waited for. If that is not declared, the transaction restarts at that level when it requests the first lock. State the
   * reason wherever this is set.
   */
  isolation?: Isolation
}

/**
 * For work that takes explicit locks on everything its decisions depend on: it waits where `serializable` would be retried.
 */
export const underLocks: TxOptions = { isolation: 'read committed' }

/**
 * For work without decisions that depend on reads: each statement is correct by itself, such as an increment or the deletion
 * of old rows. It is rarely retried, which keeps hot paths fast.
 */
export const statementwise: TxOptions = { isolation: 'read committed' }

/** The keys of `RetryCounts`: SQLSTATEs, and `undeclared` for a lock in a transaction that was not declared for it. */
export const retriedStates = ['40001', '40P01', '23505', '23503', 'undeclared'] as const

/** Numbers of transactions that were retried, and that failed despite retries, by SQLSTATE. */
export type RetryCounts = ReadonlyMap<string, { readonly retried: number; readonly gaveUp: number }>

/** An open database; one per process. */
export interface Store {
  readonly dialect: Dialect
  /** Directory of SQLite's file and backups. */
  readonly dataDir: string
  /** True if no other process can open the database this way: SQLite opened by a server. */
  readonly isExclusive: boolean
  /**
   * For reads outside of a transaction; sees only committed data, and refuses writes. Inside `tx` it does not see the
   * transaction's own rows.
   */
  readonly read: Db
  /**
   * For health checks: like `read`, but on Postgres over a dedicated connection and with a timeout of a few seconds, so that
   * it responds while every other connection is busy.
   */
  readonly health: Db
  /**
   * Runs `work` as one transaction and resolves once it is durable; a throw rolls it back and is rethrown. Inside another
   * transaction's work it becomes a savepoint of that one.
   *
   * The work must wait only for the database: SQLite has one writer, and every other write waits meanwhile. An error of a
   * statement is only safe to catch around a nested `tx`, because Postgres aborts the rest of a transaction after it.
   *
   * On Postgres the work may run several times: after a serialization failure (40001) or a deadlock (40P01) until it
   * succeeds, at most `limits.postgresAttempts` times, and once more after a unique or foreign key violation, because it
   * sees the other row then. Each attempt is rolled back completely, so the work must have no effects outside of the
   * database, and must create the values that it collects anew in each attempt.
   *
   * It survives a loss of power unless `survives` is `process`, which suits work that is simply repeated if it is lost.
   * Every later commit that is durable makes it durable too.
   */
  tx<T>(work: (db: Db) => Promise<T>, options?: TxOptions): Promise<T>
  /** Like an outermost `tx`, for migrations: without timeouts of statements and locks. */
  txWithoutDeadlines<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs one statement as its own transaction. On Postgres it begins and ends within the statement, so that a process that
   * is stopped holds no lock.
   */
  statement<T>(query: SQL): Promise<T[]>
  /** Like `statement`, for maintenance: without timeouts. */
  statementWithoutDeadlines<T>(query: SQL): Promise<T[]>
  /**
   * Runs work, such as one request, in the bulkhead of that name. On Postgres, a bulkhead whose statements all wait for a
   * lock leaves a few connections to the others.
   */
  inBulkhead<T>(name: string | (() => string), work: () => T): T
  /**
   * Calls the listener after transactions that signal the channel; returns a function that unsubscribes. A call only means
   * that there may be new rows: several signals may be merged into one, and one from another replica or process may be lost,
   * so listeners also poll from time to time.
   */
  listen(channel: string, listener: () => void): () => void
  /** Retries since the store was opened. */
  retries(): RetryCounts
  /**
   * Fails unless the database responds, accepts writes and has a connection for work; waits a few seconds at most. A
   * database that refuses writes is a StorageReadOnly.
   */
  ping(): Promise<void>
  /**
   * Compares the clock of `Db.nowMs` with the server's, which the store also does regularly; returns the correction in
   * milliseconds. 0 on SQLite.
   */
  sampleClock(): Promise<number>
  /** Undefined for SQLite. */
  poolUse(): PoolUse | undefined
  sizes(): Promise<StoreSizes>
  /** Writes a consistent copy to a new file (SQLite; Postgres has pg_dump). Blocks the process while it copies. */
  backup(file: string): Promise<void>
  /** Waits for running transactions, then closes. */
  close(): Promise<void>
}

/**
 * Locks the selected rows until the end of the transaction and skips rows that are already locked, without waiting. On
 * SQLite the single writer is the lock.
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
 * Locks the selected rows until the end of the transaction, which is READ COMMITTED. Other transactions cannot even add
 * references to them: for rows that are deleted, or counted before a delete. On SQLite the single writer is the lock.
 */
export function lockRows<Q extends { for(strength: 'update'): unknown }>(db: Db, query: Q): Q {
  if (db.dialect !== 'postgres') return query
  db.beforeLock()
  return query.for('update') as Q
}

/**
 * Like `lockRows`, for rows that are updated and not deleted: other transactions may add rows that reference them, whose
 * foreign keys would wait for `lockRows` and could deadlock with it.
 */
export function lockRowsToChange<Q extends { for(strength: 'no key update'): unknown }>(db: Db, query: Q): Q {
  if (db.dialect !== 'postgres') return query
  db.beforeLock()
  return query.for('no key update') as Q
}

/**
 * Protects the selected rows from deletion until the end of the transaction, which is READ COMMITTED. Other transactions may
 * protect them too, and update columns that are no keys. On SQLite the single writer is the lock.
 */
export function keepRows<Q extends { for(strength: 'key share'): unknown }>(db: Db, query: Q): Q {
  if (db.dialect !== 'postgres') return query
  db.beforeLock()
  return query.for('key share') as Q
}

/**
 * Takes the lock of that name until the end of the transaction, which is READ COMMITTED, and waits for other holders;
 * several may hold it `shared` at the same time. On SQLite the single writer is the lock.
 */
export async function advisoryLock(db: Db, name: string, mode: 'shared' | 'exclusive' = 'exclusive'): Promise<void> {
  if (db.dialect !== 'postgres') return
  db.beforeLock()
  const key = sql`hashtextextended(${name}, 0)`
  await db.rows(
    mode === 'shared' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`,
  )
}
