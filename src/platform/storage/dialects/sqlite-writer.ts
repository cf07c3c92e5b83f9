import { AsyncLocalStorage } from 'node:async_hooks'
import { StorageError, storageFailure } from '../failure.ts'
import type { Db, Durability, LastStep } from '../db.ts'
import { type Entered, type Scope, Scopes, afterSiblings, runLastSteps } from './scope.ts'
import type { Listeners } from './listeners.ts'
import { type Connection, execute } from './sqlite-connection.ts'

/** One COMMIT contains at most this many transactions, and accepts no new ones after this time, milliseconds. */
const batchSize = 256
const batchMs = 10
/** Max wait for the write lock of another process, milliseconds. */
const lockWaitMs = 5000

type Job = {
  survives: Durability
  run: () => Promise<() => void>
  reject: (error: unknown) => void
}

/**
 * The single writer of a SQLite file. Transactions run one after the other, and those that wait at the same time share one
 * COMMIT and so one fsync: the first runs in the transaction itself, each further one in a savepoint, so that a failing one
 * is rolled back alone. A promise resolves only after the COMMIT; if that fails, all of them reject.
 */
export class SqliteWriter {
  readonly #connection: Connection
  readonly #scopes = new Scopes<undefined>()
  readonly #queue: Job[] = []
  #draining: Promise<void> | undefined
  readonly #listeners: Listeners
  readonly #committed: () => void
  #survives: Durability = 'power'
  #closed = false

  /** `committed` is called after each COMMIT, before its transactions resolve. */
  constructor(connection: Connection, listeners: Listeners, committed: () => void) {
    this.#connection = connection
    this.#listeners = listeners
    this.#committed = committed
  }

  run<T>(db: Db, work: () => Promise<T>, survives: Durability = 'power'): Promise<T> {
    const scope = this.#scopes.current()
    if (scope !== undefined) return afterSiblings(scope, () => this.#nested(scope, work))
    if (this.#closed) return Promise.reject(new StorageError('The database is closed.'))
    const inCallersContext = AsyncLocalStorage.snapshot()
    return new Promise((resolve, reject) => {
      const run = async () => {
        const { value, signals } = await inCallersContext(() =>
          this.#scopes.enter(undefined, 0, work, (steps) => runLastSteps(db, steps)),
        )
        this.#assertUnbroken()
        return () => {
          resolve(value)
          this.#listeners.notifyListeners(signals)
        }
      }
      this.#queue.push({ survives, run, reject })
      this.#draining ??= this.#drain()
    })
  }

  /** Throws unless the running code is inside an open transaction; called before every statement. */
  assertInside = (): void => {
    if (this.#scopes.current() === undefined) {
      throw new StorageError('This transaction has ended; await everything that uses its Db inside it.')
    }
    this.#assertUnbroken()
  }

  /** Adds a channel to signal once the running transaction is durable. */
  signal = (channel: string): void => this.#scopes.signal(channel)

  /** Collects an item for a last step of the running transaction. */
  addLast = <T>(step: LastStep<T>, item: T): void => this.#scopes.addLast(step, item)

  async close(): Promise<void> {
    this.#closed = true
    await this.#draining
  }

  // A full disk or an I/O error makes SQLite roll back on its own; later statements would each commit separately.
  #assertUnbroken(): void {
    if (!this.#connection.inTransaction) throw new StorageError('SQLite has rolled this transaction back.')
  }

  async #nested<T>(parent: Scope<undefined>, work: () => Promise<T>): Promise<Entered<T>> {
    const depth = parent.depth + 1
    return this.#savepoint(`nested_${depth}`, () => this.#scopes.enter(undefined, depth, work))
  }

  async #savepoint<T>(name: string, work: () => Promise<T>): Promise<T> {
    execute(this.#connection, `SAVEPOINT ${name}`)
    try {
      const value = await work()
      execute(this.#connection, `RELEASE ${name}`)
      return value
    } catch (error) {
      this.#undo(name)
      throw error
    }
  }

  // If not even the savepoint can be rolled back, no part of the transaction may be committed.
  #undo(name: string): void {
    if (!this.#connection.inTransaction) return
    try {
      execute(this.#connection, `ROLLBACK TO ${name}`)
      execute(this.#connection, `RELEASE ${name}`)
    } catch {
      if (this.#connection.inTransaction) execute(this.#connection, 'ROLLBACK')
    }
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      try {
        this.#sync(this.#queue.some(({ survives }) => survives === 'power') ? 'power' : 'process')
        await this.#begin()
      } catch (error) {
        for (const job of this.#queue.splice(0)) job.reject(error)
        break
      }
      await this.#batch()
      // A writer that writes again after each write must not block the event loop.
      if (this.#queue.length > 0) await turnOfTheEventLoop()
    }
    this.#draining = undefined
  }

  // NORMAL writes to the log and leaves the sync to the next FULL commit, so that no later commit can survive without it.
  #sync(survives: Durability): void {
    if (survives === this.#survives) return
    this.#connection.exec(`PRAGMA synchronous = ${survives === 'power' ? 'FULL' : 'NORMAL'}`)
    this.#survives = survives
  }

  // Waiting inside SQLite would block the whole process, so the lock is requested without a wait, and retried from here.
  async #begin(): Promise<void> {
    const giveUpAt = performance.now() + lockWaitMs
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 50)) {
      try {
        return execute(this.#connection, 'BEGIN IMMEDIATE')
      } catch (error) {
        if (storageFailure(error).kind !== 'busy' || performance.now() > giveUpAt) throw error
        await Bun.sleep(pauseMs)
      }
    }
  }

  async #batch(): Promise<void> {
    const endsAt = performance.now() + batchMs
    const done: { resolve: () => void; reject: (error: unknown) => void }[] = []
    while (done.length < batchSize && performance.now() < endsAt) {
      if (this.#survives === 'process' && this.#queue[0]?.survives === 'power') break
      const job = this.#queue.shift()
      if (job !== undefined) {
        await this.#take(job, done)
        if (!this.#connection.inTransaction) return
        continue
      }
      // Requests that have already arrived can join the batch; costs microseconds if there are none.
      await turnOfTheEventLoop()
      if (this.#queue.length === 0) break
    }
    this.#commit(done)
  }

  async #take(job: Job, done: { resolve: () => void; reject: (error: unknown) => void }[]): Promise<void> {
    try {
      const resolve = done.length === 0 ? await job.run() : await this.#savepoint('joined', job.run)
      done.push({ resolve, reject: job.reject })
    } catch (error) {
      if (this.#connection.inTransaction && done.length === 0) execute(this.#connection, 'ROLLBACK')
      // Rolled back by SQLite itself: the earlier transactions of the batch are lost too.
      if (!this.#connection.inTransaction) for (const earlier of done) earlier.reject(error)
      job.reject(error)
    }
  }

  #commit(done: { resolve: () => void; reject: (error: unknown) => void }[]): void {
    try {
      execute(this.#connection, 'COMMIT')
    } catch (error) {
      if (this.#connection.inTransaction) execute(this.#connection, 'ROLLBACK')
      for (const { reject } of done) reject(error)
      return
    }
    this.#committed()
    for (const { resolve } of done) resolve()
  }
}

function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
