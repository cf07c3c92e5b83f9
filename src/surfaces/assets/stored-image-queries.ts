import { type Db, type Store, underLocks } from '../../platform/storage/index.ts'
import { limits } from '../../kernel/limits.ts'
import { selectTextsWithQuery } from '../templates/index.ts'
import { type ImageParameters, readImageQuery } from './image-query.ts'
import { lockAsset, saveKeptQueries, selectKeptQueries } from './store.ts'

/**
 * The transformations of an image in documents, versions and modules of its own project that use one of these parameters.
 * `isComplete` is false if more documents match than are searched.
 */
export async function storedImageQueries(
  db: Db,
  { id, projectId }: { id: string; projectId: string },
  parameters: readonly (keyof ImageParameters)[],
): Promise<{ queries: ImageParameters[]; isComplete: boolean }> {
  const { texts, isComplete } = await selectTextsWithQuery(db, projectId, { assetId: id, parameters })
  const searches = new Set<string>()
  for (const text of texts) for (const search of searchesIn(text, id)) searches.add(search)
  const queries = [...searches].map(readImageQuery).filter((query) => query !== undefined)
  return { queries, isComplete }
}

/** Transformations that stay valid even if no document uses them any more. */
export async function keptImageQueries(db: Db, id: string): Promise<ImageParameters[]> {
  return readKept(await selectKeptQueries(db, id))
}

/**
 * Keeps the URL of a transformation valid after its document is deleted, because sent emails may contain it. Returns false
 * if the image already has `limits.keptImageQueries`.
 */
export function keepImageQuery(store: Store, id: string, query: ImageParameters): Promise<boolean> {
  return store.tx(
    async (db) => {
      if (!(await lockAsset(db, id))) return true
      const kept = readKept(await selectKeptQueries(db, id))
      if (kept.some((each) => textOf(each) === textOf(query))) return true
      if (kept.length >= limits.keptImageQueries) return false
      await saveKeptQueries(db, id, [...kept, query])
      return true
    },
    { ...underLocks, survives: 'process' },
  )
}

// Storage may return the members in another order.
function textOf(query: ImageParameters): string {
  return JSON.stringify(Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function readKept(value: unknown): ImageParameters[] {
  return Array.isArray(value) ? (value as ImageParameters[]) : []
}

/** Query strings of the image's URLs in a text: JSON, or HTML inside JSON. */
function searchesIn(text: string, id: string): string[] {
  const found: string[] = []
  const start = `/cdn/${id}`
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) {
    const [, search] =
      /^(?:\.\d+)?\/[^/?#"'\s<>()\\]*\?([^#"'\s<>()\\]*)/.exec(text.slice(at + start.length, at + maxUrl)) ?? []
    if (search !== undefined) found.push(search)
  }
  return found
}

const maxUrl = 4096
