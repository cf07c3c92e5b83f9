import type MiniSearch from 'minisearch'

/** An entry of the search index, written by the build and read by the search box. */
export interface SearchHit {
  /** `Guide`, `API` or `Error`. */
  kind: string
  title: string
  url: string
  /** The guide of a section, or the request of an operation. */
  where: string
  excerpt: string
}

/** Shared by the build and the search box, because tokens must match. */
export const searchOptions = {
  fields: ['title', 'where', 'text'],
  storeFields: ['kind', 'title', 'url', 'where', 'excerpt'],
  // Also indexes the parts of codes and settings.
  tokenize: (text: string): string[] => {
    const words = text.split(/[\s\p{P}\p{S}]+/u)
    const whole = (text.match(/[\w.-]+/g) ?? []).filter((word) => word.length < 60 && /\w[_.-]\w/.test(word))
    return [...words, ...whole].filter((word) => word !== '')
  },
  searchOptions: {
    boost: { title: 10, where: 3 },
    // Ranks a guide before the operations of its subject.
    boostDocument: (_: unknown, __: string, found?: Record<string, unknown>): number =>
      found?.['kind'] === 'Guide' && found['where'] === '' ? 1.5 : 1,
    prefix: true,
    fuzzy: (word: string): number => (word.length > 4 ? 0.2 : 0),
    combineWith: 'AND' as const,
  },
}

/** Best match first. */
export function findIn(index: MiniSearch, words: string): SearchHit[] {
  return index.search(words).map((found) => {
    const read = (name: keyof SearchHit) => String(found[name])
    return {
      kind: read('kind'),
      title: read('title'),
      url: read('url'),
      where: read('where'),
      excerpt: read('excerpt'),
    }
  })
}
