import type { Store } from './db.ts'
import type { PostgresDeadlines } from './deadlines.ts'
import { openSqlite } from './dialects/sqlite.ts'
import { StorageError } from './failure.ts'

export type StoreOptions = {
  /** `postgres://…`; without it SQLite in the data directory. */
  url?: string | undefined
  dataDir: string
  /** Refuse to open a SQLite data directory that another process has opened so: for servers, not for short commands. */
  exclusive?: boolean
  /** Refuse where there is no SQLite database yet instead of making one: for commands, which may be run in the wrong place. */
  mustExist?: boolean
  /** Max connections to Postgres for work; see `openPostgres`. */
  poolSize?: number
  /** How long Postgres is waited for, in place of the usual deadlines. */
  deadlines?: Partial<PostgresDeadlines>
}

/** Opens the database; throws StorageError with a message for the operator. It is not migrated yet: see `migrate`. */
export async function openStore({ url, ...options }: StoreOptions): Promise<Store> {
  if (!url) return openSqlite(options)
  if (/^postgres(ql)?:\/\/[^/]/.test(url) && URL.canParse(url)) {
    // Its tables and driver take a tenth of a start that does not need them.
    const { openPostgres } = await import('./dialects/postgres.ts')
    return openPostgres({ ...options, url })
  }
  throw new StorageError(
    'SVC_DATABASE_URL must be postgres://user:password@host:port/database, or be left out for SQLite.',
  )
}
