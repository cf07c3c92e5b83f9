import { type Blobs, collectReleased } from '../../platform/blobs/index.ts'
import { type Store, underLocks } from '../../platform/storage/index.ts'
import { assetsSignal } from './blob-keys.ts'
import * as rows from './store.ts'
import { selectStored } from './version-store.ts'

export interface UsersOfProject {
  companyId: string
  projectId: string
  userPrefix: string
  /** Unix time in ms. */
  beforeMs: number
}

const batch = 100

/**
 * Deletes the assets that users uploaded before the given time, with their bytes, even if emails use them; returns the
 * number deleted.
 */
export async function purgeAssetsOfUsers(
  { store, blobs }: { store: Store; blobs: Blobs },
  users: UsersOfProject,
  signal: AbortSignal,
): Promise<number> {
  const { companyId, projectId } = users
  let removed = 0
  for (;;) {
    const deleted = await store.tx(async (db) => {
      const found = await rows.lockAssets(db, projectId, await rows.selectIdsOfUsers(db, users, batch))
      const ids = found.map(({ id }) => id)
      if (ids.length === 0) return { count: 0, keys: [] }
      const { bytes, keys } = await selectStored(db, found)
      await rows.deleteAssets(db, projectId, ids)
      await rows.takeFromTotals(db, companyId, { bytes, count: found.length })
      db.signal(assetsSignal)
      return { count: found.length, keys }
    }, underLocks)
    const named = (keys: readonly string[]) => rows.selectNamedKeys(store.read, keys)
    if (deleted.keys.length > 0) await collectReleased(blobs, deleted.keys, { named })
    removed += deleted.count
    if (deleted.count < batch || signal.aborted) return removed
  }
}
