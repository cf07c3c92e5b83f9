import type { Log } from '../../../platform/log/index.ts'
import { createSingleFlight } from '../../../platform/scheduling/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import {
  type AssetRow,
  type ImageParameters,
  keepImageQuery,
  keptImageQueries,
  storedImageQueries,
} from '../../assets/index.ts'
import { type SignedOnly, rectOf, signedOnlyOf } from './listed.ts'

/** True if a document of the image's own project uses it with these parameters, or did when they were requested before. */
export type IsStored = (row: AssetRow, parameters: SignedOnly) => Promise<boolean>

interface StoredQuery {
  /** Used by current documents. */
  readonly shown: ReadonlySet<string>
  readonly kept: Set<string>
}

const cachedMs = 10_000
const maxCached = 500

/**
 * Looks up the parameters in the documents of the project, cached for ten seconds: URLs written by hand, or before
 * signatures were required, stay valid without one. Parameters requested once are stored permanently, because a sent email
 * contains the URL, and its template may be deleted.
 */
export function createIsStored(store: Store, log: Log): IsStored {
  const cached = new Map<string, StoredQuery & { untilMs: number }>()
  const loading = createSingleFlight<StoredQuery>()

  async function load(row: AssetRow): Promise<StoredQuery> {
    const keptQueries = await keptImageQueries(store.read, row.id)
    const { queries, isComplete } = await storedImageQueries(store.read, row, ['crop', 'bg', 'palette'])
    if (!isComplete)
      log.warn('Too many documents transform one image; some of its URLs require a signature', { asset: row.id })
    const keysOf = (all: readonly ImageParameters[]) => new Set(all.map((query) => keyOf(signedOnlyOf(query) ?? {})))
    const known = { shown: keysOf(queries), kept: keysOf(keptQueries) }
    if (cached.size >= maxCached) cached.clear()
    cached.set(row.id, { ...known, untilMs: Date.now() + cachedMs })
    return known
  }

  async function keep({ id }: AssetRow, parameters: SignedOnly): Promise<void> {
    try {
      if (!(await keepImageQuery(store, id, parameters)))
        log.warn(
          'Too many transformations of one image; some of its URLs stop working when no document contains them',
          { asset: id },
        )
    } catch (error) {
      log.error('storing the transformation of an image failed', { asset: id, error })
    }
  }

  return async (row, parameters) => {
    const before = cached.get(row.id)
    const isFresh = before !== undefined && Date.now() < before.untilMs
    const known = isFresh ? before : await loading.get(row.id, undefined, () => load(row))
    const key = keyOf(parameters)
    if (known.kept.has(key) || known.kept.has(keyOf(roundedBefore(parameters)))) return true
    if (!known.shown.has(key)) return false
    // Marked before the write, so that concurrent requests do not store it again.
    known.kept.add(key)
    await keep(row, parameters)
    return true
  }
}

// Earlier versions rounded crops to steps of 16 pixels, and stored them so.
function roundedBefore({ crop, ...others }: SignedOnly): SignedOnly {
  if (crop === undefined) return others
  const { x, y, width, height } = rectOf(crop)
  const down = (length: number) => Math.floor(length / 16) * 16
  const near = (length: number) => Math.max(16, Math.round(length / 16) * 16)
  return { ...others, crop: [down(x), down(y), near(width), near(height)].join() }
}

function keyOf({ crop, bg, palette }: SignedOnly): string {
  return JSON.stringify([crop, bg, palette])
}
