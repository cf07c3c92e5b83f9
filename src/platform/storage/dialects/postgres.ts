import { SQL as Client } from 'bun'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sql'
import { SampledClock, type TimeSample } from '../clock.ts'
import type { Db, Isolation, Store } from '../db.ts'
import { type PostgresDeadlines, usualDeadlines } from '../deadlines.ts'
import { StorageError, StorageReadOnly, StorageTimeout } from '../failure.ts'
import { postgresKit } from '../kit.ts'
import { defineTables } from '../tables/tables.ts'
import { type Drizzled, createDb, refuseWrites } from './create-db.ts'
import { clientOver, clientOverPool } from './postgres-client.ts'
import { PostgresConnection, readOnlyQuery } from './postgres-connection.ts'
import { PostgresPool } from './postgres-pool.ts'
import { PostgresSignals } from './postgres-signals.ts'
import { LockInSnapshot, Retries } from './postgres-retries.ts'
import { type Scope, Scopes, afterSiblings, runLastSteps } from './scope.ts'

const tables = defineTables(postgresKit)

interface Opening {
  url: string
  dataDir: string
  poolSize?: number
  /** For a server: refuses a pooler in transaction mode even where single statements work. */
  exclusive?: boolean
  deadlines?: Partial<PostgresDeadlines>
}

/**
 * Connects to a Postgres server and fails at once if it does not respond. `poolSize` is the max number of connections for
 * work; a few more are opened while all of them wait, one listens for signals, one serves health checks, and one serves
 * `newest`.
 */
export async function openPostgres({
  url,
  dataDir,
  poolSize = 10,
  exclusive = false,
  ...given
}: Opening): Promise<Store> {
  const deadlines = { ...usualDeadlines, ...given.deadlines }
  const pool = new PostgresPool({ url, deadlines, size: poolSize })
  const store = assemble({ url, deadlines, pool }, dataDir)
  try {
    if (exclusive) await refuseTransactionPooler(url, pool)
    await store.sampleClock()
  } catch (error) {
    await store.close()
    if (error instanceof StorageError && !(error instanceof StorageTimeout)) throw error
    throw isPreparedStatementLost(error) ? behindTransactionPooler(url, error) : unreachable(url, error)
  }
  return store
}

interface PostgresDeps {
  url: string
  deadlines: PostgresDeadlines
  pool: PostgresPool
}

/** State shared by a transaction and all that are nested in it. */
interface Root {
  isolation: Isolation
  wantsLock: boolean
}

function assemble({ url, deadlines, pool }: PostgresDeps, dataDir: string): Store {
  const drizzledAt: Record<Isolation, Drizzled> = {
    serializable: drizzle({ client: clientOverPool(pool, 'serializable') }) as Drizzled,
    'read committed': drizzle({ client: clientOverPool(pool, 'read committed') }) as Drizzled,
  }
  const drizzled = drizzledAt['read committed']
  const scopes = new Scopes<Drizzled>()
  const clock = new SampledClock(() => readClock(pool))
  const sampling = setInterval(() => void clock.sample().catch(() => undefined), sampleEveryMs)
  sampling.unref()
  const shared: Shared = {
    identity: {},
    signal: (channel) => scopes.signal(channel),
    addLast: (step, item) => scopes.addLast(step, item),
    beforeLock: () => undefined,
    nowMs: () => clock.nowMs(),
  }
  const health = healthConnection(url, deadlines)
  const side = new OwnConnection(url, deadlines)
  const newest = refuseWrites(dbOf(drizzle({ client: side.client }) as Drizzled, shared))
  const inSnapshot = (root: Root): Shared => ({
    ...shared,
    newest,
    beforeLock() {
      root.wantsLock = true
      throw new LockInSnapshot()
    },
  })
  const retries = new Retries()
  const read = refuseWrites(dbOf(drizzled, shared))
  const signals = new PostgresSignals(
    async (channel, payload) => void (await read.rows(sql`select pg_notify(${channel}, ${payload})`)),
    (onclose) => new Client({ url, bigint: true, max: 1, connectionTimeout: deadlines.connectMs / 1000, onclose }),
    deadlines.heartbeatMs,
  )
  let closing: Promise<void> | undefined
  const roots = new WeakMap<object, Root>()
  const begin = <T>(on: Drizzled, depth: number, root: Root, work: (db: Db) => Promise<T>) =>
    on.transaction(async (transaction) => {
      const handle = transaction as Drizzled
      roots.set(handle, root)
      const db = dbOf(handle, root.isolation === 'serializable' ? inSnapshot(root) : shared)
      const finish = depth === 0 ? (steps: Scope<unknown>['lastSteps']) => runLastSteps(db, steps) : undefined
      const entered = await scopes.enter(handle, depth, () => work(db), finish)
      // The work may have caught the error.
      if (root.wantsLock) throw new LockInSnapshot()
      return entered
    })
  const outermost = async <T>(on: Drizzled, isolation: Isolation, work: (db: Db) => Promise<T>) => {
    const done = await begin(on, 0, { isolation, wantsLock: false }, work)
    signals.notifyListeners(done.signals)
    return done.value
  }
  return {
    dialect: 'postgres',
    dataDir,
    isExclusive: false,
    read,
    health: refuseWrites(dbOf(drizzle({ client: health.client }) as Drizzled, shared)),
    async tx(work, { isolation: wanted = 'serializable' } = {}) {
      const scope = scopes.current()
      if (scope !== undefined) {
        const root = roots.get(scope.handle) as Root
        return afterSiblings(scope, () => begin(scope.handle, scope.depth + 1, root, work))
      }
      return retries.run(wanted, (isolation) => outermost(drizzledAt[isolation], isolation, work))
    },
    txWithoutDeadlines: (work) =>
      pool.use((connection) =>
        connection.withoutDeadlines(() =>
          outermost(drizzle({ client: clientOver(connection) }) as Drizzled, 'read committed', work),
        ),
      ),
    retries: () => retries.counts,
    statement: (query) => dbOf(drizzled, shared).rows(query),
    statementWithoutDeadlines: (query) =>
      pool.use((connection) =>
        connection.withoutDeadlines(() =>
          dbOf(drizzle({ client: clientOver(connection) }) as Drizzled, shared).rows(query),
        ),
      ),
    inBulkhead: (name, work) => pool.inBulkhead(name, work),
    listen: (channel, listener) => signals.listen(channel, listener),
    poolUse: () => pool.counts,
    async sizes() {
      const [row] = await health.run('SELECT pg_database_size(current_database())', [], true)
      return { databaseBytes: Number((row as unknown[])[0]), walBytes: 0 }
    },
    async ping() {
      await health.assertWritable()
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
    side.close()
  }
}

/** Synchronized clocks drift by less than a millisecond in this time. */
const sampleEveryMs = 10_000

/** The time of the server, measured around the statement alone, without the wait for a connection. */
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

function healthConnection(url: string, deadlines: PostgresDeadlines): OwnConnection {
  const { probeMs } = deadlines
  const quick = { connectMs: probeMs, silenceMs: probeMs, statementMs: probeMs, lockMs: probeMs }
  return new OwnConnection(url, { ...deadlines, ...quick })
}

/**
 * A connection outside of the pool for reads that must not wait for it, opened on first use and again after a disconnect.
 */
class OwnConnection {
  readonly #open: () => PostgresConnection
  #connection: PostgresConnection | undefined
  #isClosed = false
  readonly client: Client

  constructor(url: string, deadlines: PostgresDeadlines) {
    this.#open = () => new PostgresConnection({ url, deadlines })
    this.client = clientOver(this)
  }

  async run(text: string, params: readonly unknown[], asArrays: boolean): Promise<unknown[]> {
    const known = this.#connection
    if (known === undefined || known.isClosed) return this.#fresh().run(text, params, asArrays)
    try {
      return await known.run(text, params, asArrays)
    } catch (error) {
      if (!known.isClosed) throw error
      // Lost while it was idle, so the server may still be up.
      return this.#fresh().run(text, params, asArrays)
    }
  }

  /** Fails with StorageReadOnly if the server does not accept writes, after a check on a new connection. */
  async assertWritable(): Promise<void> {
    if (!(await this.#isReadOnly())) return
    // The connection may lead to a primary that was demoted, while others already lead to the new one.
    this.#connection?.close()
    if (await this.#isReadOnly())
      throw new StorageReadOnly(
        'Postgres is read-only: a standby, a demoted primary, or default_transaction_read_only is on. ' +
          'Point SVC_DATABASE_URL at the primary, or make this server writable; svc then continues without a restart.',
      )
  }

  async #isReadOnly(): Promise<boolean> {
    const [row] = await this.run(readOnlyQuery, [], true)
    return (row as unknown[])[0] === 'on'
  }

  close(): void {
    this.#isClosed = true
    this.#connection?.close()
  }

  #fresh(): PostgresConnection {
    if (this.#isClosed) throw new StorageError('The store is closed.')
    if (this.#connection === undefined || this.#connection.isClosed) this.#connection = this.#open()
    return this.#connection
  }
}

type Shared = Pick<Db, 'identity' | 'signal' | 'nowMs' | 'addLast' | 'beforeLock'> & { newest?: Db }

function dbOf(drizzled: Drizzled, shared: Shared): Db {
  return createDb(drizzled, {
    ...shared,
    dialect: 'postgres',
    tables,
    rows: async <T>(query: SQL) => ((await drizzled.execute(query)) as object[]).map((row) => numbersOf<T>(row)),
    values: (text, params) =>
      clientOf(drizzled)
        .unsafe(text, params as unknown[])
        .values() as Promise<unknown[][]>,
    script: async (text) => void (await drizzled.execute(text)),
  })
}

// Drizzle does not export it. For a transaction it is the transaction's connection.
function clientOf(drizzled: Drizzled): Client {
  return (drizzled as object as { session: { client: Client } }).session.client
}

// The driver returns bigint and count(*) as BigInt, or else as strings that look like text; all of ours are below 2^53.
// Converts in place: the row is not shared, and a copy took as long as the driver.
function numbersOf<T>(row: object): T {
  const values = row as Record<string, unknown>
  for (const name in values) {
    const value = values[name]
    if (typeof value === 'bigint') values[name] = Number(value)
  }
  return row as T
}

/**
 * Fails if sessions share connections to the server, as behind a pooler in transaction mode: a setting of one session is
 * then seen by another, or lost.
 */
async function refuseTransactionPooler(url: string, pool: PostgresPool): Promise<void> {
  const mark = crypto.randomUUID()
  const read = "SELECT coalesce(current_setting('svc.session', true), '')"
  const markOf = ([row]: unknown[]) => (row as unknown[])[0]
  const isShared = await pool.use(async (first) => {
    await first.run("SELECT set_config('svc.session', $1, false)", [mark], true)
    return pool.use(async (second) => {
      // The transaction keeps the second session on the connection that the pooler has just got back from the first one.
      await second.run('BEGIN', [], true)
      const seen = markOf(await second.run(read, [], true))
      const kept = markOf(await first.run(read, [], true))
      await second.run('ROLLBACK', [], true)
      return seen === mark || kept !== mark
    })
  })
  if (isShared) throw behindTransactionPooler(url)
}

// A name that exists already, or is unknown, although each connection prepares its own: SQLSTATE 42P05, 26000.
function isPreparedStatementLost(error: unknown): boolean {
  const { errno } = error as { errno?: unknown }
  return errno === '42P05' || errno === '26000'
}

function behindTransactionPooler(url: string, cause?: unknown): StorageError {
  const { hostname, port } = new URL(url)
  return new StorageError(
    `The pooler at ${hostname}:${port || 5432} works in transaction mode, where prepared statements, session settings and ` +
      'LISTEN do not hold. Set it to session mode (PgBouncer: pool_mode = session), or point SVC_DATABASE_URL at Postgres itself.',
    cause,
  )
}

// The driver's messages may quote the whole URL; ours contains only the parts that are no secret.
function unreachable(url: string, error: unknown): StorageError {
  const { hostname, port, pathname } = new URL(url)
  const reason = error instanceof Error ? error.message.replaceAll(url, 'the given URL') : 'no response'
  return new StorageError(
    `Postgres at ${hostname}:${port || 5432}${pathname} cannot be used (${reason}). ` +
      'Check SVC_DATABASE_URL, that the server runs, and that it accepts this user from this host.',
  )
}
