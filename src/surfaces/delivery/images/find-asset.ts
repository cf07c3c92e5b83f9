import { isId } from '../../../kernel/ids/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { type AssetRow, assetsSignal, selectPublicAsset } from '../../assets/index.ts'

/** What is known of the asset that a public address names; undefined when there is none. */
export type FindAsset = (id: string) => Promise<AssetRow | undefined>

const trustedMs = 5000
const maxCached = 10_000

/**
 * Looks assets up, and caches them for some seconds; a change or deletion is heard of at once, from other replicas too
 * unless the word of it is lost.
 */
export function createFindAsset(store: Store): FindAsset {
  const cached = new Map<string, { row: AssetRow; untilMs: number }>()
  let isListening = false
  return async (id) => {
    if (!isListening) {
      isListening = true
      store.listen(assetsSignal, () => cached.clear())
    }
    const known = cached.get(id)
    if (known !== undefined && Date.now() < known.untilMs) return known.row
    cached.delete(id)
    const row = isId('asset', id) ? await selectPublicAsset(store.read, id) : undefined
    if (row === undefined) return undefined
    if (cached.size >= maxCached) cached.clear()
    cached.set(id, { row, untilMs: Date.now() + trustedMs })
    return row
  }
}
