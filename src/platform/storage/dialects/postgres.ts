import { SQL as Client } from 'bun'
import type { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sql'
import type { Db, Store } from '../db.ts'
import { StorageError } from '../failure.ts'
import { postgresKit } from '../kit.ts'
import { defineTables } from '../tables/tables.ts'
import { type Drizzled, createDb, refuseWrites } from './create-db.ts'
import { PostgresSignals } from './postgres-signals.ts'
import { Scopes, afterSiblings } from './scope.ts'

const tables = defineTables(postgresKit)

/** Connects to a Postgres server and fails at once when it does not answer. `poolSize` is the most connections held. */
export async function openPostgres({
  url,
  dataDir,
  poolSize = 10,
}: {
  url: string
  dataDir: string
  poolSize?: number
}): Promise<Store> {
  const options = { url, connectionTimeout: 10, bigint: true }
  const client = new Client({ ...options, max: poolSize })
  const signals = new PostgresSignals(client, (onclose) => new Client({ ...options, max: 1, onclose }))
  const store = assemble({ client, signals }, dataDir)
  try {
    await store.ping()
  } catch (error) {
    await client.close({ timeout: 0 })
    throw unreachable(url, error)
  }
  return store
}

function assemble({ client, signals }: { client: Client; signals: PostgresSignals }, dataDir: string): Store {
  const drizzled = drizzle({ client }) as Drizzled
  const scopes = new Scopes<Drizzled>()
  const signal = (channel: string) => scopes.signal(channel)
  let closing: Promise<void> | undefined
  const begin = <T>(on: Drizzled, depth: number, work: (db: Db) => Promise<T>) =>
    on.transaction((transaction) =>
      scopes.enter(transaction as Drizzled, depth, () => work(dbOf(transaction as Drizzled, signal))),
    )
  return {
    dialect: 'postgres',
    dataDir,
    isExclusive: false,
    read: refuseWrites(dbOf(drizzled, signal)),
    async tx(work) {
      const scope = scopes.current()
      if (scope !== undefined) return afterSiblings(scope, () => begin(scope.handle, scope.depth + 1, work))
      const done = await begin(drizzled, 0, work)
      signals.tell(done.signals)
      return done.value
    },
    statement: (query) => dbOf(drizzled, signal).rows(query),
    listen: (channel, listener) => signals.listen(channel, listener),
    ping: async () => void (await client`SELECT 1`),
    backup: async () => {
      throw new StorageError('A Postgres database is backed up with pg_dump.')
    },
    close: () => (closing ??= close()),
  }

  async function close() {
    await signals.close()
    await client.close()
  }
}

function dbOf(drizzled: Drizzled, signal: Db['signal']): Db {
  return createDb(drizzled, {
    dialect: 'postgres',
    tables,
    signal,
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
