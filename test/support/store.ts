/** Empty migrated stores for tests, on both dialects. */
import { describe } from 'bun:test'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Evidence, createAuditKeys, createEvidence, useAuditKeys } from '../../src/platform/audit/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { type Dialect, type Store, databaseFile, migrate, openStore } from '../../src/platform/storage/index.ts'
import { publishStarters, starters } from '../../src/surfaces/templates/index.ts'
import { cleanUp } from './clean-up.ts'
import { type DatabaseTemplate, createDatabase } from './postgres.ts'
import { repeatingStore } from './repeating-store.ts'

/** The instance secret of tests. */
export const testSecret = 'a secret that only tests know about, nobody else'

export const dialects: readonly Dialect[] = ['sqlite', 'postgres']

/** A migrated database of SQLite that `npm test` made; without it each store is migrated by itself. */
const prepared = process.env['TEST_STORE']

/** The same with the public templates, which take a service a quarter of a second to publish. */
const preparedWithStarters = process.env['TEST_SERVICE_STORE']

const migrated = { name: 'migrated', prepare: migrateAt }
const withStarters = { name: 'with_starters', prepare: publishAt }

/** Declares the same tests for each dialect. `open` gives a fresh store. */
export function eachDialect(declare: (dialect: Dialect, open: () => Promise<Store>) => void): void {
  for (const dialect of dialects) {
    describe(dialect, () => declare(dialect, () => openTestStore(dialect)))
  }
}

/** A migrated, empty store of its own; closes itself after the last test, or earlier by `close`. */
export async function openTestStore(dialect: Dialect): Promise<Store> {
  return openPreparedStore(dialect, { file: prepared, template: migrated })
}

/** A store as a service leaves it after its first start; closes itself like `openTestStore`. */
export async function openServiceStore(dialect: Dialect): Promise<Store> {
  return openPreparedStore(dialect, { file: preparedWithStarters, template: withStarters })
}

async function openPreparedStore(
  dialect: Dialect,
  { file, template }: { file: string | undefined; template: DatabaseTemplate },
): Promise<Store> {
  const dataDir = temporaryDirectory()
  if (dialect === 'postgres') return openEmptyStore({ url: await createDatabase(template), dataDir })
  if (file !== undefined) copyFileSync(file, join(dataDir, databaseFile))
  const store = await openEmptyStore({ dataDir })
  await migrate(store)
  return store
}

/** The address of a migrated, empty Postgres database, for tests that reach it in a way of their own. */
export function createMigratedDatabase(): Promise<string> {
  return createDatabase(migrated)
}

/** A store as it was found: nothing is migrated. Closes itself like `openTestStore`. */
export async function openEmptyStore(place: { url?: string; dataDir: string }): Promise<Store> {
  const opened = await openStore({ ...place, poolSize: 5 })
  const store = process.env.SVC_TEST_REPEAT === undefined ? opened : repeatingStore(opened)
  useAuditKeys(store.read, createAuditKeys([testSecret]))
  cleanUp(() => store.close())
  return store
}

/** Audit notes of a store without a service around it. */
export function evidenceOf(store: Store): Evidence {
  const evidence = createEvidence({ store, log: createLog('error'), restrictedOf: async () => new Set() })
  cleanUp(() => evidence.close())
  return evidence
}

/** A new directory, removed after the last test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'svc-test-'))
  cleanUp(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function migrateAt(url: string): Promise<void> {
  const store = await openStore({ url, dataDir: tmpdir(), poolSize: 1 })
  await migrate(store)
  await store.close()
}

async function publishAt(url: string): Promise<void> {
  const store = await openStore({ url, dataDir: tmpdir(), poolSize: 1 })
  await migrate(store)
  await store.tx((db) => publishStarters(db, starters))
  await store.close()
}
