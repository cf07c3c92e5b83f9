/** How many templates each value of each filter would find. */
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import type { FilterCounts, ListQuery } from './contract.ts'
import {
  countAll,
  countFavorites,
  countFolders,
  countOwners,
  countSources,
  countStatus,
  countTags,
  countTypes,
  findHits,
} from './counts/store.ts'
import { selectionOf } from './selection.ts'

/** Counts for the current filter, each facet without its own part of it, so that a list of choices never empties itself. */
export async function countFilters(db: Db, caller: Caller, query: ListQuery): Promise<FilterCounts> {
  const selection = await selectionOf(db, caller, query)
  // One search for all facets: it costs more than the counting.
  if (selection.words.length > 0) selection.hits = await findHits(db, selection)
  const [total, types, folders, owners, favorite, tags, sources, status] = await Promise.all([
    countAll(db, selection),
    countTypes(db, selection),
    countFolders(db, selection),
    countOwners(db, selection),
    countFavorites(db, selection),
    countTags(db, selection),
    countSources(db, selection),
    countStatus(db, selection),
  ])
  return {
    total,
    types: types as FilterCounts['types'],
    folders,
    owners,
    favorite: { true: countOf(favorite, true), false: countOf(favorite, false) },
    tags,
    sources,
    status: { active: countOf(status, false), trash: countOf(status, true) },
  }
}

function countOf(rows: readonly { value: boolean; count: number }[], value: boolean): number {
  return rows.find((row) => row.value === value)?.count ?? 0
}
