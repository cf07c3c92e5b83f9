/** Searches by relevance that do not compute every hit: for frequent words the newest templates fill the page. */
import { and, sql } from 'drizzle-orm'
import { type Db, searchHeads, searchHitsAmong } from '../../../../platform/storage/index.ts'
import { conditionsOf } from './filter-store.ts'
import { ofFewHits } from './hits-store.ts'
import { type PageRequest, type SearchMatch, type Position, readPlaces } from './matches-store.ts'
import type { Selection } from './selection.ts'

/** Templates inspected per entry of the page. */
const inspectedForEach = 12

/**
 * The page of a search by relevance, if it can be determined without computing every hit; otherwise undefined.
 *
 * Within a rank, hits are ordered newest first. If the newest templates contain enough hits of the rank with which the page
 * begins, these are the page. If they contain enough hits of any rank, the hits in names and subjects, which are few and
 * have their own index, precede the other hits among the newest templates. Computing every hit of a word that all of 10,000
 * templates contain took ten times as long.
 */
export async function selectEarly(
  db: Db,
  selection: Selection,
  request: PageRequest,
): Promise<SearchMatch[] | undefined> {
  const { order, after, limit } = request
  if (order.by !== 'relevance' || selection.visibility !== 'mine' || selection.status !== 'active') return undefined
  const begins = after === undefined ? 0 : Number(after[0])
  const near = await readNewest(db, selection, request)
  if (near.length < limit) return undefined
  const sure = near.filter((place) => rankOf(place) === begins)
  if (sure.length >= limit) return sure.slice(0, limit)
  const found = searchHeads(db, selection)
  if (found === undefined || begins === 2) return undefined
  const heads = await readPlaces(db, selection, request, (asked) => ofFewHits(db, found, asked))
  if (heads.length >= limit) return heads
  // After a hit in a name, the hits in texts start at the newest template, which was not inspected.
  if (after !== undefined) return undefined
  return [...heads, ...near.filter((place) => rankOf(place) === 2)].slice(0, limit)
}

function rankOf({ position: [rank] }: SearchMatch): number {
  return Number(rank)
}

/** The hits among the most recently updated templates, or among those updated before the position. */
function readNewest(db: Db, selection: Selection, request: PageRequest): Promise<SearchMatch[]> {
  const { templates } = db.tables
  const { visibility, status } = conditionsOf(db, selection)
  const limit = request.limit * inspectedForEach
  const where = and(visibility, status, request.after && isOlder(db, request.after))
  const newest = sql`select ${templates.id} as id from ${templates} where ${where}
    order by ${templates.updatedAt} desc, ${templates.id} desc limit ${limit}`
  return readPlaces(db, selection, { ...request, limit }, (asked) =>
    ofFewHits(db, searchHitsAmong(db, selection, newest), asked),
  )
}

function isOlder({ tables: { templates } }: Db, [, updated, id]: Position) {
  return sql`(${templates.updatedAt}, ${templates.id}) < (${updated}, ${id})`
}
