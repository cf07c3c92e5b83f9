import type { Config } from '../../platform/config/index.ts'
import { type Store, openStore } from '../../platform/storage/index.ts'

/** Opens the configured store for the time of some work. The server may be running on the same store meanwhile. */
export async function withStore<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore({ url: databaseUrl, dataDir })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
