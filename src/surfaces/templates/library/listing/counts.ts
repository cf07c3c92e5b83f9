/** Facet counts: the number of templates for each value of each filter. */
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import type { FilterCounts, ListQuery } from './contract.ts'
import { countFacts } from './counts/facts.ts'
import {
  type Alike,
  countAlike,
  countFolders,
  countMarked,
  countStates,
  countTags,
  maxTags,
  selectFacts,
  selectFolderNames,
} from './counts/store.ts'
import { type Selection, selectionOf } from './selection.ts'

const maxOwners = 100

/** Each facet ignores its own filter, so that selecting one value does not remove the others. */
export async function countFilters(db: Db, caller: Caller, query: ListQuery): Promise<FilterCounts> {
  const selection = await selectionOf(db, caller, query)
  return selection.words.length > 0 ? countFound(db, selection) : countStored(db, selection)
}

/** A search is counted from one result set: searching again costs more than counting. */
async function countFound(db: Db, selection: Selection): Promise<FilterCounts> {
  const tally = countFacts(await selectFacts(db, selection), selection)
  const { folders, marked, trashed } = tally
  const named = await selectFolderNames(
    db,
    [...folders.keys()].filter((id) => id !== null),
  )
  const places = [...(folders.has(null) ? [{ id: null, name: null }] : []), ...named]
  return {
    total: tally.total,
    types: inOrder(tally.types) as FilterCounts['types'],
    folders: places.map((place) => ({ ...place, count: folders.get(place.id) ?? 0 })).sort((a, b) => b.count - a.count),
    owners: ownersInOrder([...tally.owners.values()]),
    favorite: { true: marked.get(true) ?? 0, false: marked.get(false) ?? 0 },
    tags: inOrder(tally.tags).slice(0, maxTags),
    sources: inOrder(tally.sources) as FilterCounts['sources'],
    status: { active: trashed.get(false) ?? 0, trash: trashed.get(true) ?? 0, ...tally.states },
  }
}

async function countStored(db: Db, selection: Selection): Promise<FilterCounts> {
  const [alike, folders, tags, marked, states] = await Promise.all([
    countAlike(db, selection),
    countFolders(db, selection),
    countTags(db, selection),
    countMarked(db, selection, 'marked'),
    countStates(db, selection),
  ])
  const passing = (without?: Facet) => countedOf(alike, selection, without)
  const total = sum(passing())
  const { state, ...withoutState } = selection
  const inAllStates = state === undefined ? alike : await countAlike(db, withoutState)
  const inStatus = inAllStates.filter((group) => passes(group, selection))
  return {
    total,
    types: countsOf(passing('type'), ({ type }) => type) as FilterCounts['types'],
    folders,
    owners: ownersOf(passing('owner')),
    favorite: {
      true: marked,
      false: (selection.favorite === undefined ? total : await countMarked(db, selection, 'all')) - marked,
    },
    tags,
    sources: countsOf(passing('source'), ({ source }) => source) as FilterCounts['sources'],
    status: {
      active: inStatus.reduce((count, { active }) => count + active, 0),
      trash: inStatus.reduce((count, { trashed }) => count + trashed, 0),
      ...states,
    },
  }
}

type Facet = 'type' | 'source' | 'owner'

/** A group with the number of its templates that have the requested status. */
type Counted = Alike & { count: number }

function countedOf(groups: readonly Alike[], selection: Selection, without: Facet | undefined): Counted[] {
  return groups
    .filter((group) => passes(group, selection, without))
    .map((group) => ({ ...group, count: selection.status === 'trash' ? group.trashed : group.active }))
    .filter(({ count }) => count > 0)
}

/** Applies the filters that the query left out, except `without`. */
function passes(group: Alike, { types, sources, owners }: Selection, without?: Facet): boolean {
  return (
    (without === 'type' || types?.includes(group.type) !== false) &&
    (without === 'source' || sources?.includes(group.source) !== false) &&
    (without === 'owner' || owners?.includes(group.ownerId) !== false)
  )
}

/** Most frequent first. */
function countsOf(groups: readonly Counted[], valueOf: (group: Counted) => string): { value: string; count: number }[] {
  return inOrder(new Map([...Map.groupBy(groups, valueOf)].map(([value, alike]) => [value, sum(alike)])))
}

function inOrder(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  const each = [...counts].map(([value, count]) => ({ value, count }))
  return each.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

function ownersOf(groups: readonly Counted[]): FilterCounts['owners'] {
  const owners = [...Map.groupBy(groups, ({ ownerKind, ownerId }) => `${ownerKind} ${ownerId}`).values()].map((own) => {
    const last = own.reduce((a, b) => (b.ownerName > a.ownerName ? b : a))
    return { kind: last.ownerKind, id: last.ownerId, name: last.ownerName, count: sum(own) }
  })
  return ownersInOrder(owners)
}

function ownersInOrder(owners: FilterCounts['owners']): FilterCounts['owners'] {
  return owners.sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)).slice(0, maxOwners)
}

function sum(groups: readonly Counted[]): number {
  return groups.reduce((total, { count }) => total + count, 0)
}
