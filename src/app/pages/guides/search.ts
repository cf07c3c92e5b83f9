import type MiniSearch from 'minisearch'

/** What the build writes into the index of the search box, and what the box reads. */
export interface SearchHit {
  /** `Guide`, `API` or `Error`. */
  kind: string
  title: string
  url: string
  /** What it is a part of: a guide, or the call of an operation. */
  where: string
  excerpt: string
}

/** How pages are taken apart into words, alike in the build and in the box. */
export const searchOptions = {
  fields: ['title', 'where', 'text'],
  storeFields: ['kind', 'title', 'url', 'where', 'excerpt'],
  // Codes and settings are found by their parts too.
  tokenize: (text: string): string[] => {
    const words = text.split(/[\s\p{P}\p{S}]+/u)
    const whole = (text.match(/[\w.-]+/g) ?? []).filter((word) => word.length < 60 && /\w[_.-]\w/.test(word))
    return [...words, ...whole].filter((word) => word !== '')
  },
  searchOptions: {
    boost: { title: 10, where: 3 },
    // A whole guide before the many operations of its subject.
    boostDocument: (_: unknown, __: string, found?: Record<string, unknown>): number =>
      found?.['kind'] === 'Guide' && found['where'] === '' ? 1.5 : 1,
    prefix: true,
    fuzzy: (word: string): number => (word.length > 4 ? 0.2 : 0),
    combineWith: 'AND' as const,
  },
}

/** What an index has for these words, the best first. */
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
