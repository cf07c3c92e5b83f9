import { isId } from '../../../kernel/ids/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { type AssetRow, assetsSignal, selectPublicVersion } from '../../assets/index.ts'

/** Finds an asset by id and version in a public URL, with the file of the version; undefined if there is none. */
export type FindAsset = (id: string, version: number) => Promise<AssetRow | undefined>

const trustedMs = 5000
const maxCached = 10_000

/**
 * Caches assets for a few seconds. Changes and deletions, on other replicas too, clear the cache at once; if the signal is
 * lost, entries expire after `trustedMs`.
 */
export function createFindAsset(store: Store): FindAsset {
  const cached = new Map<string, { row: AssetRow; untilMs: number }>()
  let isListening = false
  return async (id, version) => {
    if (!isListening) {
      isListening = true
      store.listen(assetsSignal, () => cached.clear())
    }
    const key = `${id} ${version}`
    const known = cached.get(key)
    if (known !== undefined && Date.now() < known.untilMs) return known.row
    cached.delete(key)
    const row = isId('asset', id) ? await selectPublicVersion(store.read, id, version) : undefined
    if (row === undefined) return undefined
    if (cached.size >= maxCached) cached.clear()
    cached.set(key, { row, untilMs: Date.now() + trustedMs })
    return row
  }
}
