/**
 * The database: SQLite in the data directory, or Postgres. One description of the tables serves both, typed as Postgres.
 * Imports no other module of the platform. `openStore`, then `migrate`; `store.read` to read, `store.tx` to write. Start at
 * db.ts; tables/ describes the tables, migrations/ at the root of the repository creates them.
 */
export { type Backup, listBackups } from './backups.ts'
export { SampledClock, type TimeSample } from './clock.ts'
export {
  type Db,
  type Durability,
  type Isolation,
  type LastStep,
  type PoolUse,
  type Store,
  type StoreSizes,
  type TxOptions,
  advisoryLock,
  dedicatedBulkheads,
  keepRows,
  lockFreeRows,
  lockRows,
  lockRowsToChange,
  retriedStates,
  statementwise,
  underLocks,
} from './db.ts'
export { jsonGiven, prepared, preparedAndKept, preparedInsert, preparedUpdate } from './prepared.ts'
export { foldCase, foldForSearch, foldWithPlaces } from './folding.ts'
export { type ExternalMatch, findByExternalIds, hasMetadata, lockExternalId } from './external-ids.ts'
export { type IdPage, inOrder, isBehind, isInIdPage } from './keyset.ts'
export { type LinkColumns, type LinkStore, linkStore } from './link-store.ts'
export { isAmongTexts } from './among.ts'
export { StorageError, type StorageFailure, StorageReadOnly, storageFailure } from './failure.ts'
export { contentKey } from './content-key.ts'
export { makeDataDir } from './dialects/data-dir.ts'
export { databaseFile } from './dialects/database-file.ts'
export { type WidePermission, findWidePermissions, tightenPermissions } from './dialects/private-files.ts'
export { checkDatabaseFile } from './dialects/sqlite-check.ts'
export type { Dialect } from './kit.ts'
export { type Migrating, type MigrationStatus, migrate, migrationStatus } from './migrate.ts'
export { type StoreOptions, openStore } from './open.ts'
export { type Search, saveSearchText, searchHeads, searchHits, searchHitsAmong, searchedWords } from './search.ts'
export { findSpellings } from './spelling.ts'
export { together } from './together.ts'
export { type JobState, jobStates } from './tables/jobs.ts'
export type { Tables } from './tables/tables.ts'
