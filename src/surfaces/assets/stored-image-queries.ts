import type { Db } from '../../platform/storage/index.ts'
import { selectTextsWithQuery } from '../templates/index.ts'
import { type PictureParameters, readPictureQuery } from './picture-query.ts'

/**
 * The transformations of an image that documents, versions and modules of its own project name with one of these parameters.
 * `isComplete` is false when more documents have them than are searched.
 */
export async function storedImageQueries(
  db: Db,
  { id, projectId }: { id: string; projectId: string },
  parameters: readonly (keyof PictureParameters)[],
): Promise<{ queries: PictureParameters[]; isComplete: boolean }> {
  const { texts, isComplete } = await selectTextsWithQuery(db, projectId, { assetId: id, parameters })
  const searches = new Set<string>()
  for (const text of texts) for (const search of searchesIn(text, id)) searches.add(search)
  const queries = [...searches].map(readPictureQuery).filter((query) => query !== undefined)
  return { queries, isComplete }
}

/** The queries of the URLs of an image in a text: JSON, or HTML inside of JSON. */
function searchesIn(text: string, id: string): string[] {
  const found: string[] = []
  const start = `/cdn/${id}/`
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) {
    const [, search] = /^[^/?#"'\s<>()\\]*\?([^#"'\s<>()\\]*)/.exec(text.slice(at + start.length, at + maxUrl)) ?? []
    if (search !== undefined) found.push(search)
  }
  return found
}

const maxUrl = 4096
