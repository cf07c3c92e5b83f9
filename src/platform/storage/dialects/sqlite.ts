import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Db, Store } from '../db.ts'
import { StorageError } from '../failure.ts'
import { sqliteKit } from '../kit.ts'
import { defineTables } from '../tables/tables.ts'
import { prepareDataDir } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { refuseWrites } from './refuse-writes.ts'
import { Connection } from './sqlite-connection.ts'
import { SqliteWriter } from './sqlite-writer.ts'

const databaseFile = 'svc.db'

// FULL: a commit survives power loss. temp_store: nothing is written outside the data directory.
const pragmas = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -32000;
  PRAGMA journal_size_limit = 67108864;
`

/** Opens the SQLite file of a data directory, which is made if it is missing. */
export function openSqlite({ dataDir, exclusive = false }: { dataDir: string; exclusive?: boolean }): Store {
  prepareDataDir(dataDir)
  const unlock = exclusive ? lockDataDir(dataDir) : () => undefined
  const file = join(dataDir, databaseFile)
  try {
    return assemble(
      dataDir,
      unlock,
      connect(file, 'PRAGMA busy_timeout = 5000;'),
      connect(file, 'PRAGMA busy_timeout = 5000;'),
    )
  } catch (error) {
    unlock()
    throw new StorageError(
      `The database ${file} cannot be opened (${error instanceof Error ? error.message : error}). ` +
        'Check that it is a SQLite file of this service and that this user may write to it.',
      error,
    )
  }
}

function connect(file: string, more: string): Connection {
  const connection = new Connection(file, { create: true, strict: true })
  connection.exec(more + pragmas)
  return connection
}

function assemble(dataDir: string, unlock: () => void, writing: Connection, reading: Connection): Store {
  const writer = new SqliteWriter(writing)
  let closing: Promise<void> | undefined
  writing.exec('PRAGMA busy_timeout = 0')
  reading.exec('PRAGMA query_only = ON')
  const read = refuseWrites(createDb(reading))
  // The logger is the one place that drizzle passes before every statement.
  const write = createDb(writing, { logQuery: writer.assertInside })
  return {
    dialect: 'sqlite',
    dataDir,
    read,
    tx: (work) => writer.run(() => work(write)),
    ping: async () => void reading.prepare('SELECT 1').get(),
    async backup(file) {
      if (existsSync(file)) throw new StorageError(`The backup ${file} exists already; choose another name.`)
      reading.prepare('VACUUM INTO ?').run(file)
    },
    close: () => (closing ??= close()),
  }

  async function close() {
    await writer.close()
    writing.exec('PRAGMA busy_timeout = 1000; PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE);')
    reading.close()
    writing.close()
    unlock()
  }
}

function createDb(connection: Connection, logger: { logQuery(): void } | false = false): Db {
  const drizzled = drizzle({ client: connection, logger })
  const builders = Object.fromEntries(
    (['select', 'selectDistinct', 'insert', 'update', 'delete', 'with', '$with', '$count'] as const).map((name) => [
      name,
      (...values: never[]) => (drizzled[name] as (...values: never[]) => unknown)(...values),
    ]),
  )
  return Object.assign(builders as unknown as Db, {
    dialect: 'sqlite' as const,
    tables: defineTables(sqliteKit),
    rows: async <T>(query: SQL) => drizzled.all<T>(query),
    async script(text: string) {
      if (logger) logger.logQuery()
      connection.exec(text)
    },
  })
}
