import type { Config } from '../../platform/config/index.ts'
import { type Store, migrationStatus, openStore } from '../../platform/storage/index.ts'
import { loadAuditKeys } from '../audit-keys.ts'
import { type InstanceConfig, vaultOf, withExistingSecret } from '../instance-secret.ts'
import { requireSecret } from '../secret-check.ts'

type StoreLocation = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * Opens the configured store for the time of some work. The server may be running on the same store meanwhile. Throws an
 * Error that says what to do while the store is not of this build's schema.
 */
export function withStore<T>(place: StoreLocation, work: (store: Store) => Promise<T>): Promise<T> {
  return withAnyStore(place, async (store) => {
    await requireSchema(store)
    return work(store)
  })
}

/**
 * The same for commands that read or write the audit log, which takes the secret of the service: throws an Error that says
 * what to do when it is not at hand, or another.
 */
export function withAuditedStore<T>(
  config: Config,
  work: (store: Store, config: InstanceConfig) => Promise<T>,
): Promise<T> {
  return withStore(config, async (store) => {
    const withSecret = withExistingSecret(config)
    await requireSecret(store.read, vaultOf(withSecret))
    await loadAuditKeys(store, withSecret)
    return work(store, withSecret)
  })
}

/** The same whatever is in the store: for commands that inspect its schema. */
export function withAnyStore<T>(place: StoreLocation, work: (store: Store) => Promise<T>): Promise<T> {
  return during(open(place, true), work)
}

/** The same, and the store is made where there is none: for the command that brings its schema about. */
export function withNewStore<T>(place: StoreLocation, work: (store: Store) => Promise<T>): Promise<T> {
  return during(open(place, false), work)
}

/** The same, and SQLite's data directory is locked meanwhile: a StorageError while a server runs on it. */
export function withExclusiveStore<T>(
  { databaseUrl, dataDir }: StoreLocation,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  return during(openStore({ url: databaseUrl, dataDir, exclusive: true }), work)
}

function open({ databaseUrl, dataDir }: StoreLocation, mustExist: boolean): Promise<Store> {
  return openStore({ url: databaseUrl, dataDir, mustExist })
}

async function during<T>(opening: Promise<Store>, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await opening
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function requireSchema(store: Store): Promise<void> {
  const { migrations } = await migrationStatus(store)
  const pending = migrations.filter(({ appliedAt }) => appliedAt === null).length
  if (pending === 0) return
  const fault = pending === migrations.length ? 'The store is empty.' : `The store lacks ${pending} migrations.`
  throw new Error(`${fault} svc serve prepares it when it starts, svc migrate right away.`)
}
