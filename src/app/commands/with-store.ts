import type { Config } from '../../platform/config/index.ts'
import { type Store, migrationStatus, openStore } from '../../platform/storage/index.ts'
import { loadAuditKeys } from '../audit-keys.ts'
import { type InstanceConfig, vaultOf, withExistingSecret } from '../instance-secret.ts'
import { requireSecret } from '../secret-check.ts'

type StoreLocation = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * Opens the configured store while `work` runs. A server may use the same store. Throws an Error with the remedy if the
 * store does not have the schema of this build.
 */
export function withStore<T>(place: StoreLocation, work: (store: Store) => Promise<T>): Promise<T> {
  return withAnyStore(place, async (store) => {
    await requireSchema(store)
    return work(store)
  })
}

/**
 * For commands that read or write the audit log, which requires the secret of the service: throws an Error with the remedy
 * if the secret is missing or a different one.
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

/** Accepts any schema, for commands that inspect it. */
export function withAnyStore<T>(place: StoreLocation, work: (store: Store) => Promise<T>): Promise<T> {
  return during(open(place, true), work)
}

/** Creates a missing store, for the command that migrates the schema. */
export function withNewStore<T>(place: StoreLocation, work: (store: Store) => Promise<T>): Promise<T> {
  return during(open(place, false), work)
}

/** Locks the data directory of SQLite: throws a StorageError while a server uses it. */
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
