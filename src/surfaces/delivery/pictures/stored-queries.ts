import type { Log } from '../../../platform/log/index.ts'
import { createSingleFlight } from '../../../platform/scheduling/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { type AssetRow, storedImageQueries } from '../../assets/index.ts'
import { type SignedOnly, signedOnlyOf } from './listed.ts'

/** Whether a document of the image's own project shows it with these parameters. */
export type IsStored = (row: AssetRow, parameters: SignedOnly) => Promise<boolean>

const cachedMs = 10_000
const maxCached = 500

/**
 * Finds out from the documents of a project, cached for ten seconds: URLs that were written before they needed a signature, or by
 * hand, remain valid without one.
 */
export function createIsStored(store: Store, log: Log): IsStored {
  const cached = new Map<string, { keys: ReadonlySet<string>; untilMs: number }>()
  const loading = createSingleFlight<ReadonlySet<string>>()

  async function load(row: AssetRow): Promise<ReadonlySet<string>> {
    const { queries, isComplete } = await storedImageQueries(store.read, row, ['crop', 'bg', 'palette'])
    if (!isComplete)
      log.warn('Too many documents transform one image; some of its URLs need a signature', { asset: row.id })
    const keys = new Set(queries.map((query) => keyOf(signedOnlyOf(query) ?? {})))
    if (cached.size >= maxCached) cached.clear()
    cached.set(row.id, { keys, untilMs: Date.now() + cachedMs })
    return keys
  }

  return async (row, parameters) => {
    const known = cached.get(row.id)
    const keys =
      known !== undefined && Date.now() < known.untilMs
        ? known.keys
        : await loading.get(row.id, undefined, () => load(row))
    return keys.has(keyOf(parameters))
  }
}

function keyOf({ crop, bg, palette }: SignedOnly): string {
  return JSON.stringify([crop, bg, palette])
}
