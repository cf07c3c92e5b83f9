import type { Store } from './db.ts'
import type { PostgresDeadlines } from './deadlines.ts'
import { openSqlite } from './dialects/sqlite.ts'
import { StorageError } from './failure.ts'

export type StoreOptions = {
  /** `postgres://…`; without it SQLite in the data directory. */
  url?: string | undefined
  dataDir: string
  /** Refuses a SQLite data directory that another process has opened exclusively: for servers, not for short commands. */
  exclusive?: boolean
  /** Fails if there is no SQLite database instead of creating one: for commands, which may run in the wrong directory. */
  mustExist?: boolean
  /** Max connections to Postgres for work; see `openPostgres`. */
  poolSize?: number
  /** Overrides of the default Postgres timeouts. */
  deadlines?: Partial<PostgresDeadlines>
}

/** Opens the database; throws StorageError with a message for the operator. It is not migrated yet: see `migrate`. */
export async function openStore({ url, ...options }: StoreOptions): Promise<Store> {
  if (!url) return openSqlite(options)
  if (/^postgres(ql)?:\/\/[^/]/.test(url) && URL.canParse(url)) {
    // Loaded on demand: its tables and driver take a tenth of the startup time.
    const { openPostgres } = await import('./dialects/postgres.ts')
    return openPostgres({ ...options, url })
  }
  throw new StorageError(
    'SVC_DATABASE_URL must be postgres://user:password@host:port/database, or be left out for SQLite.',
  )
}
