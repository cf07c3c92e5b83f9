import { AsyncLocalStorage } from 'node:async_hooks'
import { StorageTimeout, storageFailure } from '../failure.ts'
import { type PoolUse, dedicatedBulkheads } from '../db.ts'
import { type ConnectOptions, PostgresConnection, clientCheckMs } from './postgres-connection.ts'

/** Connections beyond the size of the pool, and the max share of one bulkhead. */
const reserve = { connections: 4, perBulkhead: 2 }

/** Bulkheads with one more connection each, so that they wait for no other work. */
const dedicated = new Set<string>(Object.values(dedicatedBulkheads))

/**
 * Milliseconds for which a connection that was closed while its statements ran counts as in use: its session exists until
 * the server notices, and a replacement would exceed the limit of sessions.
 */
const lingerMs = clientCheckMs + 500

/** Max reads that are sent on one connection before it is released, so that transactions get their turn. */
const maxShared = 64

/** A connection shared by the reads of one bulkhead. */
interface Shared {
  connection: PostgresConnection
  /** Reads without a response so far. */
  running: number
  sent: number
}

interface Waiter {
  bulkhead: string
  resolve(): void
  reject(error: Error): void
  timer: Timer
}

/**
 * A pool of Postgres connections, opened on demand, each with one user at a time. Waiting has a timeout. Work runs in a
 * bulkhead, such as the routes of one resource: if one bulkhead has all connections and its statements wait for a lock, the
 * others still get a few from a reserve, and a free connection goes to the waiter whose bulkhead has the fewest.
 */
export class PostgresPool {
  readonly #options: ConnectOptions
  readonly #size: number
  readonly #bulkheads = new AsyncLocalStorage<string | (() => string)>()
  readonly #idle: PostgresConnection[] = []
  readonly #all = new Set<PostgresConnection>()
  readonly #busy = new Map<string, number>()
  /** The connections that the reads of each bulkhead share. */
  readonly #shared = new Map<string, Set<Shared>>()
  /** Connections in use, except those of dedicated bulkheads. */
  #busyCount = 0
  readonly #lingering = new Set<Timer>()
  #waiters: Waiter[] = []
  #isStarved = false
  #closing: Promise<void> | undefined
  #drained: (() => void) | undefined

  constructor({ url, deadlines, size }: Pick<ConnectOptions, 'url' | 'deadlines'> & { size: number }) {
    this.#options = { url, deadlines, onClose: (connection) => this.#lost(connection) }
    this.#size = size
  }

  /** True if a bulkhead without a connection was refused one, and none was released since. */
  get isStarved(): boolean {
    return this.#isStarved
  }

  /** Connections in use and idle, and calls that wait for one. */
  get counts(): PoolUse {
    return { inUse: this.#all.size - this.#idle.length, idle: this.#idle.length, waiting: this.#waiters.length }
  }

  /**
   * Runs the work, and everything it starts, in the bulkhead of that name. A function delays computing the name until it is
   * needed.
   */
  inBulkhead<T>(name: string | (() => string), work: () => T): T {
    return this.#bulkheads.run(name, work)
  }

  /** Runs the work on a connection. Fails with StorageTimeout if none is released in time. */
  async use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const bulkhead = this.#bulkhead()
    const connection = await this.#acquire(bulkhead)
    try {
      return await work(connection)
    } finally {
      this.#release(connection, bulkhead)
    }
  }

  /**
   * Runs one read statement. If the bulkhead may not have another connection, it is queued after the reads on one that the
   * bulkhead already has. A queued read waits no longer than for a silent connection, and if one times out, those after it
   * fail at once.
   */
  async read(text: string, params: readonly unknown[], asArrays: boolean): Promise<unknown[]> {
    const bulkhead = this.#bulkhead()
    const known = this.#mayTake(bulkhead) ? undefined : this.#leastQueued(bulkhead)
    if (known !== undefined) return this.#readOn(known, bulkhead, [text, params, asArrays])
    const connection = await this.#acquire(bulkhead)
    const shared: Shared = { connection, running: 0, sent: 0 }
    const others = this.#shared.get(bulkhead)
    if (others === undefined) this.#shared.set(bulkhead, new Set([shared]))
    else others.add(shared)
    return this.#readOn(shared, bulkhead, [text, params, asArrays])
  }

  #bulkhead(): string {
    const name = this.#bulkheads.getStore() ?? ''
    return typeof name === 'string' ? name : name()
  }

  /** The connection with the fewest queued reads of the bulkhead, among those that accept another. */
  #leastQueued(bulkhead: string): Shared | undefined {
    let leastQueued: Shared | undefined
    for (const shared of this.#shared.get(bulkhead) ?? [])
      if (
        shared.sent < maxShared &&
        !shared.connection.isClosed &&
        (leastQueued === undefined || shared.running < leastQueued.running)
      )
        leastQueued = shared
    return leastQueued
  }

  async #readOn(
    shared: Shared,
    bulkhead: string,
    statement: [text: string, params: readonly unknown[], asArrays: boolean],
  ): Promise<unknown[]> {
    const { connection } = shared
    shared.running++
    shared.sent++
    const timer =
      shared.running === 1 ? undefined : setTimeout(() => connection.close(), this.#options.deadlines.silenceMs)
    try {
      return await connection.run(...statement)
    } catch (error) {
      if (shared.running > 1 && storageFailure(error).kind === 'busy') connection.close()
      throw error
    } finally {
      clearTimeout(timer)
      if (--shared.running === 0) {
        const others = this.#shared.get(bulkhead)
        others?.delete(shared)
        if (others?.size === 0) this.#shared.delete(bulkhead)
        this.#release(connection, bulkhead)
      }
    }
  }

  /** Waits for running work, then closes every connection. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    for (const waiter of this.#waiters.splice(0)) {
      clearTimeout(waiter.timer)
      waiter.reject(closedError())
    }
    for (const timer of this.#lingering) clearTimeout(timer)
    if (this.#busy.size > 0) await new Promise<void>((resolve) => (this.#drained = resolve))
    await Promise.all([...this.#all].map((connection) => connection.end()))
  }

  async #acquire(bulkhead: string): Promise<PostgresConnection> {
    if (this.#closing !== undefined) throw closedError()
    if (this.#mayTake(bulkhead)) this.#takeSlot(bulkhead)
    else await this.#wait(bulkhead)
    try {
      return await this.#openConnection()
    } catch (error) {
      this.#releaseSlot(bulkhead)
      throw error
    }
  }

  /** An idle connection that responds, or a new one. */
  async #openConnection(): Promise<PostgresConnection> {
    for (;;) {
      const idle = this.#idle.pop()
      if (idle === undefined) break
      if (idle.isClosed) continue
      if (!idle.needsProbe || (await idle.probe())) return idle
      // The cause of this disconnect has probably affected the others too.
      for (const other of this.#idle) other.isSuspect = true
    }
    const connection = new PostgresConnection(this.#options)
    this.#all.add(connection)
    return connection
  }

  #mayTake(bulkhead: string): boolean {
    if (dedicated.has(bulkhead)) return this.#heldBy(bulkhead) === 0
    const count = this.#busyCount + this.#lingering.size
    if (count < this.#size) return true
    return count < this.#size + reserve.connections && this.#heldBy(bulkhead) < reserve.perBulkhead
  }

  #heldBy(bulkhead: string): number {
    return this.#busy.get(bulkhead) ?? 0
  }

  #takeSlot(bulkhead: string): void {
    if (!dedicated.has(bulkhead)) this.#busyCount++
    this.#busy.set(bulkhead, this.#heldBy(bulkhead) + 1)
  }

  #wait(bulkhead: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#waiters = this.#waiters.filter((each) => each !== waiter)
        if (this.#heldBy(bulkhead) === 0 && !dedicated.has(bulkhead)) this.#isStarved = true
        reject(new StorageTimeout('No connection to Postgres became free in time.'))
      }
      const waiter: Waiter = { bulkhead, resolve, reject, timer: setTimeout(refuse, this.#options.deadlines.queueMs) }
      this.#waiters.push(waiter)
    })
  }

  #release(connection: PostgresConnection, bulkhead: string): void {
    if (connection.isReadOnly) {
      connection.close()
      // The other connections may lead to the same demoted server.
      for (const other of this.#idle) other.isSuspect = true
    }
    if (!connection.isClosed) this.#idle.push(connection)
    this.#releaseSlot(bulkhead)
  }

  /** Decrements the connections of the bulkhead and serves the next waiter. */
  #releaseSlot(bulkhead: string): void {
    if (!dedicated.has(bulkhead)) {
      this.#isStarved = false
      this.#busyCount--
    }
    const held = this.#heldBy(bulkhead) - 1
    if (held === 0) this.#busy.delete(bulkhead)
    else this.#busy.set(bulkhead, held)
    if (!this.#serveNext() && this.#busy.size === 0) this.#drained?.()
  }

  /** Assigns a connection to the next waiter; false if no waiter may have one. */
  #serveNext(): boolean {
    const next = this.#next()
    if (next === undefined) return false
    this.#waiters = this.#waiters.filter((each) => each !== next)
    clearTimeout(next.timer)
    this.#takeSlot(next.bulkhead)
    next.resolve()
    return true
  }

  /** The waiter that may have a connection and whose bulkhead has the fewest; among equals, the first. */
  #next(): Waiter | undefined {
    let next: Waiter | undefined
    for (const waiter of this.#waiters)
      if (
        this.#mayTake(waiter.bulkhead) &&
        (next === undefined || this.#heldBy(waiter.bulkhead) < this.#heldBy(next.bulkhead))
      )
        next = waiter
    return next
  }

  #lost(connection: PostgresConnection): void {
    this.#all.delete(connection)
    const at = this.#idle.indexOf(connection)
    if (at >= 0) this.#idle.splice(at, 1)
    // A silent connection suggests that the server is silent, and that it will not notice the close either.
    if (connection.wasSilent) for (const other of this.#idle) other.isSuspect = true
    else if (connection.wasBusy) this.#linger()
  }

  #linger(): void {
    const timer = setTimeout(() => {
      this.#lingering.delete(timer)
      this.#serveNext()
    }, lingerMs)
    timer.unref()
    this.#lingering.add(timer)
  }
}

function closedError(): Error {
  return Object.assign(new Error('The store is closed.'), { code: 'ERR_POSTGRES_CONNECTION_CLOSED' })
}
