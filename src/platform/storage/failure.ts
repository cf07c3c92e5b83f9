import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { sqliteKit } from './kit.ts'
import { defineTables } from './tables/tables.ts'

/** The storage cannot be opened or used as configured; the message contains the remedy for the operator. */
export class StorageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StorageError'
  }
}

/** The database did not respond in time, or had no connection free; the same call may succeed later. */
export class StorageTimeout extends StorageError {
  constructor(message: string) {
    super(message)
    this.name = 'StorageTimeout'
  }
}

/** The database responds and refuses writes: a standby, a primary that was demoted, or one that is set to read only. */
export class StorageReadOnly extends StorageError {
  constructor(message: string) {
    super(message)
    this.name = 'StorageReadOnly'
  }
}

/** The connection was lost while a transaction was being committed: its writes may be stored or not. */
export class CommitOutcomeUnknown extends StorageError {
  constructor(cause: unknown) {
    super('The connection to the database was lost during COMMIT.', cause)
    this.name = 'CommitOutcomeUnknown'
  }
}

export type StorageFailure = {
  /**
   * `full`: the disk is full, reads still work. `damaged`: the stored data is corrupt. `busy`: a lock is held elsewhere, a
   * deadline has passed, or Postgres chose this transaction as the victim of a deadlock; the same transaction may succeed
   * later. `read-only`: the database refuses every write. `unknown-outcome`: the transaction may have been committed.
   */
  kind: 'unique' | 'foreign-key' | 'not-null' | 'full' | 'damaged' | 'busy' | 'read-only' | 'unknown-outcome' | 'other'
  /**
   * The same on both dialects: the name of the unique index, `<table>_pkey` for a primary key, `<table>.<column>` for a
   * missing value. SQLite does not name the foreign key that failed; Postgres does.
   */
  constraint?: string
}

const postgresKinds: Record<string, StorageFailure['kind']> = {
  '23505': 'unique',
  '23503': 'foreign-key',
  '23502': 'not-null',
  '53100': 'full',
  '25006': 'read-only',
  XX001: 'damaged',
  XX002: 'damaged',
  '40001': 'busy',
  '40P01': 'busy',
  '53300': 'busy',
  '55P03': 'busy',
  // statement_timeout and idle_in_transaction_session_timeout.
  '57014': 'busy',
  '25P03': 'busy',
}

const sqliteKinds: Record<string, StorageFailure['kind']> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreign-key',
  SQLITE_CONSTRAINT_NOTNULL: 'not-null',
  SQLITE_FULL: 'full',
  // The wal-index could not grow.
  SQLITE_IOERR_SHMSIZE: 'full',
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_CORRUPT_INDEX: 'damaged',
  SQLITE_READONLY: 'read-only',
  SQLITE_READONLY_DIRECTORY: 'read-only',
  EROFS: 'read-only',
  SQLITE_BUSY: 'busy',
  SQLITE_BUSY_SNAPSHOT: 'busy',
  SQLITE_LOCKED: 'busy',
}

/** Classifies the error of a statement, a transaction or a write of a blob, in the same terms for both dialects. */
export function storageFailure(error: unknown): StorageFailure {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof StorageTimeout) return { kind: 'busy' }
    if (inner instanceof StorageReadOnly) return { kind: 'read-only' }
    if (inner instanceof CommitOutcomeUnknown) return { kind: 'unknown-outcome' }
    const { code, errno, constraint, table, column, message } = inner as DriverError
    const sqlite = sqliteKinds[code ?? '']
    if (sqlite !== undefined) return withConstraint(sqlite, sqliteConstraint(message))
    const postgres = postgresKinds[String(errno)]
    if (postgres === 'not-null') return withConstraint(postgres, `${table}.${column}`)
    if (postgres !== undefined) return withConstraint(postgres, constraint)
  }
  return { kind: 'other' }
}

type DriverError = Error & {
  code?: string
  errno?: string | number
  constraint?: string
  table?: string
  column?: string
}

function withConstraint(kind: StorageFailure['kind'], constraint: string | undefined): StorageFailure {
  return constraint ? { kind, constraint } : { kind }
}

// SQLite names columns ("UNIQUE constraint failed: users.email"), or the index if it covers an expression.
function sqliteConstraint(message: string): string | undefined {
  const failed = 'constraint failed: '
  const at = message.indexOf(failed)
  const subject = at < 0 ? '' : message.slice(at + failed.length)
  if (subject === '') return undefined
  const index = /^index '(.+)'$/.exec(subject)?.[1]
  return index ?? indexNames().get(subject) ?? subject
}

let known: Map<string, string> | undefined

function indexNames(): Map<string, string> {
  known ??= new Map(Object.values(defineTables(sqliteKit)).flatMap(namesOfTable))
  return known
}

function namesOfTable(table: unknown): [string, string][] {
  const { name, columns, indexes, primaryKeys } = getTableConfig(table as Parameters<typeof getTableConfig>[0])
  const list = (names: string[]) => names.map((column) => `${name}.${column}`).join(', ')
  return [
    ...columns.filter((column) => column.primary).map((column) => [list([column.name]), `${name}_pkey`] as const),
    ...primaryKeys.map((key) => [list(key.columns.map((column) => column.name)), `${name}_pkey`] as const),
    ...indexes.map(
      ({ config }) =>
        [list(config.columns.map((column) => ('name' in column ? String(column.name) : ''))), config.name] as const,
    ),
  ].map(([columns_, index]) => [columns_, index])
}
