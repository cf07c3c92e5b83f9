import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { Db, Store } from '../db.ts'
import { StorageError, storageFailure } from '../failure.ts'
import { sqliteKit } from '../kit.ts'
import { defineTables } from '../tables/tables.ts'
import { type Drizzled, createDb, refuseWrites } from './create-db.ts'
import { databaseFile } from './database-file.ts'
import { prepareDataDir } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { Listeners } from './listeners.ts'
import { copyDatabase } from './sqlite-backup.ts'
import { Connection } from './sqlite-connection.ts'
import { SqliteSnapshots } from './sqlite-snapshots.ts'
import { SqliteWriter } from './sqlite-writer.ts'

const tables = defineTables(sqliteKit)

// FULL: a commit survives power loss. temp_store: no temporary file outside of the data directory. wal_autocheckpoint: a
// page that is written repeatedly is copied once for 16 MB of log.
const pragmas = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -8000;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864;
`

interface Opening {
  dataDir: string
  exclusive?: boolean
  mustExist?: boolean
}

/** Opens the SQLite file of a data directory and creates both if they are missing, unless `mustExist` is set. */
export function openSqlite({ dataDir, exclusive = false, mustExist = false }: Opening): Store {
  const file = join(dataDir, databaseFile)
  if (mustExist && !existsSync(file))
    throw new StorageError(
      `There is no database at ${file}. Set SVC_DATA_DIR to the data directory of the service, or SVC_DATABASE_URL; ` +
        'where there is none yet, svc serve makes one when it starts, svc migrate right away.',
    )
  prepareDataDir(dataDir)
  const unlock = exclusive ? lockDataDir(dataDir) : undefined
  try {
    return assemble({ dataDir, unlock }, connect(file), connect(file))
  } catch (error) {
    unlock?.()
    throw new StorageError(
      `The database ${file} cannot be opened (${error instanceof Error ? error.message : error}). ` +
        'Check that it is a SQLite file of this service and that this user may write to it.',
      error,
    )
  }
}

function connect(file: string): Connection {
  const connection = new Connection(file, { create: true, strict: true })
  connection.exec(pragmas)
  return connection
}

interface DatabaseFile {
  dataDir: string
  /** Unlocks the data directory; undefined if it was never locked. */
  unlock: (() => void) | undefined
}

function assemble({ dataDir, unlock }: DatabaseFile, writing: Connection, reading: Connection): Store {
  const listeners = new Listeners()
  const snapshots = new SqliteSnapshots(reading)
  const writer = new SqliteWriter(writing, listeners, snapshots.forget)
  let closing: Promise<void> | undefined
  writing.exec('PRAGMA busy_timeout = 0')
  reading.exec('PRAGMA query_only = ON')
  const identity = {}
  const { signal, addLast } = writer
  const read = refuseWrites(dbOf(reading, { identity, signal, addLast, snapshot: snapshots.current }))
  // `beforeEach` is passed as the logger: the only hook that drizzle calls before every statement.
  const write = dbOf(writing, { identity, signal, addLast, beforeEach: writer.assertInside })
  return {
    dialect: 'sqlite',
    dataDir,
    isExclusive: unlock !== undefined,
    read,
    health: read,
    tx: (work, { survives } = {}) => writer.run(write, () => work(write), survives),
    txWithoutDeadlines: (work) => writer.run(write, () => work(write)),
    statement: (query) => writer.run(write, () => write.rows(query)),
    statementWithoutDeadlines: (query) => writer.run(write, () => write.rows(query)),
    retries: () => new Map(),
    inBulkhead: (_, work) => work(),
    listen: (channel, listener) => listeners.add(channel, listener),
    poolUse: () => undefined,
    sizes: async () => ({
      databaseBytes: bytesOf(join(dataDir, databaseFile)),
      walBytes: bytesOf(join(dataDir, `${databaseFile}-wal`)),
    }),
    ping: async () => void reading.prepare('SELECT 1 FROM sqlite_schema').get(),
    sampleClock: async () => 0,
    backup: async (to) => copyDatabase(join(dataDir, databaseFile), to),
    close: () => (closing ??= close()),
  }

  async function close() {
    await writer.close()
    reading.close()
    try {
      tidy(writing)
    } finally {
      writing.close()
      unlock?.()
    }
  }
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

// Optional: rows that stay in the write-ahead log are found there at the next start.
function tidy(connection: Connection): void {
  try {
    connection.forgetStatements()
    connection.exec('PRAGMA busy_timeout = 1000; PRAGMA optimize;')
    forgetSizes(connection)
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE);')
  } catch (error) {
    if (storageFailure(error).kind === 'other') throw error
  }
}

const fewRows = 1000

// Statistics of a small table would make later processes scan it long after it has grown. Those of the jobs table are always
// deleted, because its backlog varies.
function forgetSizes(connection: Connection): void {
  const has = (table: string) => connection.query('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== null
  if (!has('sqlite_stat1')) return
  const small = `SELECT tbl FROM sqlite_stat1 GROUP BY tbl HAVING max(CAST(stat AS INTEGER)) < ${fewRows}`
  const forgotten = `tbl = 'jobs' OR tbl IN (${small})`
  if (has('sqlite_stat4')) connection.exec(`DELETE FROM sqlite_stat4 WHERE ${forgotten}`)
  connection.exec(`DELETE FROM sqlite_stat1 WHERE ${forgotten}`)
}

// Typed as Postgres by the one cast of the kit: behind `await` both builders behave the same.
function dbOf(
  connection: Connection,
  {
    beforeEach,
    ...own
  }: Pick<Db, 'identity' | 'signal' | 'addLast'> & { beforeEach?: () => void; snapshot?: () => number },
): Db {
  const drizzled = drizzle({ client: connection, logger: beforeEach === undefined ? false : { logQuery: beforeEach } })
  return createDb(drizzled as unknown as Drizzled, {
    dialect: 'sqlite',
    ...own,
    tables,
    nowMs: Date.now,
    beforeLock: () => undefined,
    rows: async <T>(query: SQL) => drizzled.all<T>(query),
    async values(text, params) {
      beforeEach?.()
      return connection.prepare(text).values(...(params as never[]))
    },
    async script(text) {
      beforeEach?.()
      connection.exec(text)
    },
  })
}
