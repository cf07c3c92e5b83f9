import type { Blobs } from './blobs.ts'

/** Blobs under a prefix that belong to things with ids. */
export interface Belonging {
  prefix: string
  /** The id in a key; undefined for a key that is none of these, which is left alone. */
  idIn(key: string): string | undefined
  /** Younger ones, by their ids, are left alone: what they belong to may be about to be written. */
  before: string
  /** Those of these ids that still are. */
  known(ids: readonly string[]): Promise<Set<string>>
}

const batch = 500

/** Deletes blobs whose owner is not there, and answers how many. Stops between two batches once the signal aborts. */
export async function removeOrphans(blobs: Blobs, belonging: Belonging, signal?: AbortSignal): Promise<number> {
  const { prefix, idIn, before, known } = belonging
  let removed = 0
  let after: string | undefined
  for (;;) {
    const entries = await blobs.list(prefix, { limit: batch, ...(after === undefined ? {} : { after }) })
    const old = entries.flatMap(({ key }) => {
      const id = idIn(key)
      return id === undefined || id >= before ? [] : [{ key, id }]
    })
    const there = await known([...new Set(old.map(({ id }) => id))])
    for (const { key, id } of old) {
      if (there.has(id)) continue
      await blobs.delete(key)
      removed++
    }
    after = entries.at(-1)?.key
    if (after === undefined || signal?.aborted === true) return removed
  }
}
