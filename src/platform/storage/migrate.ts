import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from './kit.ts'
import type { Store, Db } from './db.ts'
import { sql } from 'drizzle-orm'
import { backUpBeforeMigrating } from './backups.ts'
import { StorageError } from './failure.ts'
import { countSearchTexts, refoldSearch } from './refold-search.ts'

type MigrationFile = { name: string; text: string; checksum: string }

/** The migrations of this build: embedded in the executable under their folder's name, or in the repository. */
const shippedMigrations = Bun.isStandaloneExecutable
  ? join(import.meta.dir, 'migrations')
  : join(import.meta.dir, '../../../migrations')

/** Sorted by number. */
function readMigrations(folder: string, dialect: Dialect): MigrationFile[] {
  const directory = join(folder, dialect)
  return readdirSync(directory)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(join(directory, file), 'utf8')
      return { name: file.slice(0, -'.sql'.length), text, checksum: checksumOf(text) }
    })
}

// Line endings are normalized, because a checkout may change them.
function checksumOf(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

export type MigrationStatus = {
  /** True if exactly the migrations of this build are applied. */
  upToDate: boolean
  migrations: {
    name: string
    /** Epoch milliseconds, null while pending. */
    appliedAt: number | null
    /** `edited`: the file differs from the applied one. `unknown`: this build has no such file, so it is older. */
    problem?: 'edited' | 'unknown'
  }[]
}

type AppliedRow = { name: string; checksum: string; applied_at: number }

// Any number that no other program on the same database uses.
const advisoryLock = 7_306_001

/** A pending change of a store that was in use before. */
export interface Migrating {
  pending: readonly string[]
  /** Templates whose texts are rewritten: a few seconds for ten thousand. */
  templates: number
}

/** The part of a migration that SQL cannot do; it runs after the file. */
interface Step {
  run(db: Db): Promise<void>
  /** Number of templates that it rewrites, read before any migration runs. */
  templates(db: Db): Promise<number>
}

const steps: Readonly<Record<string, Step>> = {
  '0028_search_pieces': { run: refoldSearch, templates: countSearchTexts },
}

/**
 * Migrates the database to the schema of this build: all pending migrations in one transaction, under a lock, so that
 * replicas may start together. Refuses a database that is newer than the build or whose migrations were edited. A SQLite
 * database that was in use before is copied to `backups/` first. `folder` contains `sqlite/` and `postgres/`; `receive` is
 * called before a store that was in use is changed.
 */
export async function migrate(
  store: Store,
  folder: string = shippedMigrations,
  receive?: (migrating: Migrating) => void,
): Promise<{ applied: string[] }> {
  const files = readMigrations(folder, store.dialect)
  const before = await migrationStatus(store, folder)
  assertUsable(store, before)
  if (before.upToDate) return { applied: [] }
  const lastApplied = before.migrations.findLast((migration) => migration.appliedAt !== null)
  if (lastApplied !== undefined && store.dialect === 'sqlite') await backUpBeforeMigrating(store, lastApplied.name)
  if (lastApplied !== undefined) receive?.(await describeMigration(store.read, before))
  return store.txWithoutDeadlines(async (db) => {
    if (store.dialect === 'postgres') await db.rows(sql`select pg_advisory_xact_lock(${advisoryLock})`)
    await db.script(
      'CREATE TABLE IF NOT EXISTS svc_migrations (name text NOT NULL PRIMARY KEY, checksum text NOT NULL, applied_at bigint NOT NULL)',
    )
    // Another process may have migrated while this one waited for the lock.
    const now = compare(files, await readApplied(db))
    assertUsable(store, now)
    const pending = pendingIn(now)
    for (const file of files) if (pending.includes(file.name)) await apply(db, file)
    return { applied: pending }
  })
}

/** Migrations that are applied, pending or in conflict with this build. Read-only; health checks pass `store.health`. */
export async function migrationStatus(
  store: Store,
  folder: string = shippedMigrations,
  db: Db = store.read,
): Promise<MigrationStatus> {
  return compare(readMigrations(folder, store.dialect), await readApplied(db))
}

function pendingIn({ migrations }: MigrationStatus): string[] {
  return migrations.filter((migration) => migration.appliedAt === null).map(({ name }) => name)
}

async function describeMigration(db: Db, status: MigrationStatus): Promise<Migrating> {
  const pending = pendingIn(status)
  let templates = 0
  for (const name of pending) templates += (await steps[name]?.templates(db)) ?? 0
  return { pending, templates }
}

async function apply(db: Db, file: MigrationFile): Promise<void> {
  await db.script(file.text)
  await steps[file.name]?.run(db)
  await db.rows(
    sql`insert into svc_migrations (name, checksum, applied_at) values (${file.name}, ${file.checksum}, ${Date.now()})`,
  )
}

async function readApplied(db: Db): Promise<AppliedRow[]> {
  const [table] = await db.rows<{ found: number }>(
    db.dialect === 'sqlite'
      ? sql`select 1 as found from sqlite_schema where name = 'svc_migrations'`
      : sql`select 1 as found where to_regclass('svc_migrations') is not null`,
  )
  return table === undefined
    ? []
    : db.rows<AppliedRow>(sql`select name, checksum, applied_at from svc_migrations order by name`)
}

function compare(files: MigrationFile[], rows: AppliedRow[]): MigrationStatus {
  const applied = new Map(rows.map((row) => [row.name, row]))
  const known = files.map((file) => {
    const row = applied.get(file.name)
    if (row === undefined) return { name: file.name, appliedAt: null }
    const entry = { name: file.name, appliedAt: Number(row.applied_at) }
    return row.checksum === file.checksum ? entry : { ...entry, problem: 'edited' as const }
  })
  const unknown = rows
    .filter((row) => !files.some((file) => file.name === row.name))
    .map((row) => ({ name: row.name, appliedAt: Number(row.applied_at), problem: 'unknown' as const }))
  const migrations = [...known, ...unknown]
  return { upToDate: migrations.every((entry) => entry.appliedAt !== null && !('problem' in entry)), migrations }
}

function assertUsable(store: Store, { migrations }: MigrationStatus): void {
  const newer = migrations.filter(({ problem }) => problem === 'unknown').map(({ name }) => name)
  if (newer.length > 0) {
    throw new StorageError(
      `The database has migrations that this version of svc does not know: ${newer.join(', ')}. It was used by a newer ` +
        `version. Start that version again${store.dialect === 'sqlite' ? `, or restore a backup from ${store.dataDir}/backups` : ''}.`,
    )
  }
  const edited = migrations.find(({ problem }) => problem === 'edited')
  if (edited !== undefined) {
    throw new StorageError(
      `Migration ${edited.name} has changed since it was applied to this database. ` +
        'Start the version of svc that applied it, or an official release; applied migrations are never edited.',
    )
  }
}
