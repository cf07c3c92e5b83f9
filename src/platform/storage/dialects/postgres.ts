import { SQL as Client } from 'bun'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sql'
import { SampledClock, type TimeSample } from '../clock.ts'
import type { Db, Store } from '../db.ts'
import { type PostgresDeadlines, usualDeadlines } from '../deadlines.ts'
import { StorageError, StorageTimeout } from '../failure.ts'
import { postgresKit } from '../kit.ts'
import { defineTables } from '../tables/tables.ts'
import { type Drizzled, createDb, refuseWrites } from './create-db.ts'
import { clientOver, clientOverPool } from './postgres-client.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { PostgresPool } from './postgres-pool.ts'
import { PostgresSignals } from './postgres-signals.ts'
import { Scopes, afterSiblings } from './scope.ts'

const tables = defineTables(postgresKit)

interface Opening {
  url: string
  dataDir: string
  poolSize?: number
  deadlines?: Partial<PostgresDeadlines>
}

/**
 * Connects to a Postgres server and fails at once when it does not answer. `poolSize` is the most connections held for work;
 * a few more are opened while all of them wait, one listens for signals, and one serves health checks.
 */
export async function openPostgres({ url, dataDir, poolSize = 10, ...given }: Opening): Promise<Store> {
  const deadlines = { ...usualDeadlines, ...given.deadlines }
  const pool = new PostgresPool({ url, deadlines, size: poolSize })
  const store = assemble({ url, deadlines, pool }, dataDir)
  try {
    await store.sampleClock()
  } catch (error) {
    await store.close()
    throw unreachable(url, error)
  }
  return store
}

interface Parts {
  url: string
  deadlines: PostgresDeadlines
  pool: PostgresPool
}

function assemble({ url, deadlines, pool }: Parts, dataDir: string): Store {
  const drizzled = drizzle({ client: clientOverPool(pool) }) as Drizzled
  const scopes = new Scopes<Drizzled>()
  const clock = new SampledClock(() => readClock(pool))
  const sampling = setInterval(() => void clock.sample().catch(() => undefined), sampleEveryMs)
  sampling.unref()
  const shared = { identity: {}, signal: (channel: string) => scopes.signal(channel), nowMs: () => clock.nowMs() }
  const health = new HealthConnection(url, deadlines)
  const read = refuseWrites(dbOf(drizzled, shared))
  const signals = new PostgresSignals(
    async (channel, payload) => void (await read.rows(sql`select pg_notify(${channel}, ${payload})`)),
    (onclose) => new Client({ url, bigint: true, max: 1, connectionTimeout: deadlines.connectMs / 1000, onclose }),
  )
  let closing: Promise<void> | undefined
  const begin = <T>(on: Drizzled, depth: number, work: (db: Db) => Promise<T>) =>
    on.transaction((transaction) =>
      scopes.enter(transaction as Drizzled, depth, () => work(dbOf(transaction as Drizzled, shared))),
    )
  const commit = async <T>(on: Drizzled, work: (db: Db) => Promise<T>) => {
    const done = await begin(on, 0, work)
    signals.tell(done.signals)
    return done.value
  }
  return {
    dialect: 'postgres',
    dataDir,
    isExclusive: false,
    read,
    health: refuseWrites(dbOf(drizzle({ client: health.client }) as Drizzled, shared)),
    async tx(work) {
      const scope = scopes.current()
      if (scope !== undefined) return afterSiblings(scope, () => begin(scope.handle, scope.depth + 1, work))
      return commit(drizzled, work)
    },
    txWithoutDeadlines: (work) =>
      pool.use((connection) =>
        connection.withoutDeadlines(() => commit(drizzle({ client: clientOver(connection) }) as Drizzled, work)),
      ),
    statement: (query) => dbOf(drizzled, shared).rows(query),
    statementWithoutDeadlines: (query) =>
      pool.use((connection) =>
        connection.withoutDeadlines(() =>
          dbOf(drizzle({ client: clientOver(connection) }) as Drizzled, shared).rows(query),
        ),
      ),
    inBulkhead: (name, work) => pool.inBulkhead(name, work),
    listen: (channel, listener) => signals.listen(channel, listener),
    async ping() {
      await health.run('SELECT 1', [], false)
      if (pool.isStarved) throw new StorageTimeout('Every connection to Postgres is in use.')
    },
    sampleClock: () => clock.sample(),
    backup: async () => {
      throw new StorageError('A Postgres database is backed up with pg_dump.')
    },
    close: () => (closing ??= close()),
  }

  async function close() {
    clearInterval(sampling)
    await signals.close()
    health.close()
    await pool.close()
  }
}

/** Clocks that are synchronized drift by less than a millisecond in this time. */
const sampleEveryMs = 10_000

/** The time of the server: measured around the statement alone, not around the wait for a connection. */
function readClock(pool: PostgresPool): Promise<TimeSample> {
  return pool.use(async (connection) => {
    const before = performance.now()
    const [row] = await connection.run(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
      [],
      false,
    )
    return { epochMs: Number((row as { now: bigint }).now), before, after: performance.now() }
  })
}

/** A connection beside the pool for health checks, opened at the first and again when it is lost. */
class HealthConnection {
  readonly #open: () => PostgresConnection
  #connection: PostgresConnection | undefined
  readonly client: Client

  constructor(url: string, deadlines: PostgresDeadlines) {
    const { probeMs } = deadlines
    const quick = { ...deadlines, connectMs: probeMs, silenceMs: probeMs, statementMs: probeMs, lockMs: probeMs }
    this.#open = () => new PostgresConnection({ url, deadlines: quick })
    this.client = clientOver(this)
  }

  async run(text: string, params: readonly unknown[], asArrays: boolean): Promise<unknown[]> {
    const known = this.#connection
    if (known === undefined || known.isClosed) return this.#fresh().run(text, params, asArrays)
    try {
      return await known.run(text, params, asArrays)
    } catch (error) {
      if (!known.isClosed) throw error
      // Lost while it was idle, which says nothing about the server.
      return this.#fresh().run(text, params, asArrays)
    }
  }

  close(): void {
    this.#connection?.close()
  }

  #fresh(): PostgresConnection {
    if (this.#connection === undefined || this.#connection.isClosed) this.#connection = this.#open()
    return this.#connection
  }
}

function dbOf(drizzled: Drizzled, { identity, signal, nowMs }: Pick<Db, 'identity' | 'signal' | 'nowMs'>): Db {
  return createDb(drizzled, {
    dialect: 'postgres',
    identity,
    tables,
    signal,
    nowMs,
    rows: async <T>(query: SQL) => ((await drizzled.execute(query)) as object[]).map((row) => numbersOf<T>(row)),
    values: (text, params) =>
      clientOf(drizzled)
        .unsafe(text, params as unknown[])
        .values() as Promise<unknown[][]>,
    script: async (text) => void (await drizzled.execute(text)),
  })
}

// Drizzle keeps it to itself; a transaction's is the connection that the transaction has.
function clientOf(drizzled: Drizzled): Client {
  return (drizzled as object as { session: { client: Client } }).session.client
}

// bigint and count(*) come as BigInt, or else as strings that could be text; all of ours are below 2^53. In place: the row is
// nobody else's, and a copy took as long as the driver.
function numbersOf<T>(row: object): T {
  const values = row as Record<string, unknown>
  for (const name in values) {
    const value = values[name]
    if (typeof value === 'bigint') values[name] = Number(value)
  }
  return row as T
}

// The driver's messages may quote the whole URL; ours names only what is no secret.
function unreachable(url: string, error: unknown): StorageError {
  const { hostname, port, pathname } = new URL(url)
  const reason = error instanceof Error ? error.message.replaceAll(url, 'the given URL') : 'no answer'
  return new StorageError(
    `Postgres at ${hostname}:${port || 5432}${pathname} cannot be used (${reason}). ` +
      'Check SVC_DATABASE_URL, that the server runs, and that it accepts this user from this host.',
  )
}
