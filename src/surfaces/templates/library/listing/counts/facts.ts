/** Counts the templates that a search found: their facts are read once and counted in memory for every facet. */
import type { PublishingState } from '../contract.ts'
import type { Selection } from '../selection.ts'

export interface Fact {
  type: string
  source: string
  ownerKind: string
  ownerId: string
  ownerName: string
  folderId: string | null
  /** Unparsed JSON: many templates share few combinations, so each is parsed once. */
  tags: string
  isTrashed: Truth
  isMarked: Truth
  /** As in the columns of templates. */
  release: number | null
  scheduled: number | null
  differs: Truth
  review: string | null
}

/** SQLite returns 0 and 1. */
type Truth = boolean | 0 | 1

/** Counts of each value, ignoring the filter of its own facet. */
export interface Tally {
  /** Facts that pass every filter. */
  total: number
  types: Map<string, number>
  sources: Map<string, number>
  /** Keyed by kind and id; `name` is the alphabetically last name of the owner. */
  owners: Map<string, { kind: string; id: string; name: string; count: number }>
  folders: Map<string | null, number>
  tags: Map<string, number>
  marked: Map<boolean, number>
  trashed: Map<boolean, number>
  /** Active templates in each state of publishing. */
  states: Record<PublishingState, number>
}

type Facet = Exclude<keyof Tally, 'total' | 'states'>

/** `total` counts facts that pass every filter; a facet counts those that pass every filter except its own. */
export function countFacts(facts: Iterable<Fact>, selection: Selection): Tally {
  const tests = testsOf(selection)
  const tally: Tally = {
    total: 0,
    types: new Map(),
    sources: new Map(),
    owners: new Map(),
    folders: new Map(),
    tags: new Map(),
    marked: new Map(),
    trashed: new Map(),
    states: { draft: 0, published: 0, scheduled: 0, changed: 0, in_review: 0 },
  }
  const tagTexts = new Map<string, number>()
  for (const fact of facts) {
    const failed = tests.filter(([, passes]) => !passes(fact))
    if (failed.length > 1) continue
    const only = failed[0]?.[0]
    const counts = (facet: Facet) => only === undefined || only === facet
    if (only === undefined) tally.total++
    if (counts('types')) add(tally.types, fact.type)
    if (counts('sources')) add(tally.sources, fact.source)
    if (counts('owners')) addOwner(tally.owners, fact)
    if (counts('folders')) add(tally.folders, fact.folderId)
    if (counts('tags')) add(tagTexts, fact.tags)
    if (counts('marked')) add(tally.marked, Boolean(fact.isMarked))
    if (counts('trashed')) add(tally.trashed, Boolean(fact.isTrashed))
    if (counts('trashed') && !fact.isTrashed) for (const state of statesOf(fact)) tally.states[state]++
  }
  for (const [text, count] of tagTexts) for (const tag of tagsIn(text)) add(tally.tags, tag, count)
  return tally
}

type Test = readonly [Facet, (fact: Fact) => boolean]

function testsOf({ types, sources, owners, folders, tags, favorite, status, state }: Selection): Test[] {
  const tests: Test[] = [
    [
      'trashed',
      (fact) =>
        Boolean(fact.isTrashed) === (status === 'trash') && (state === undefined || statesOf(fact).includes(state)),
    ],
  ]
  if (types !== undefined) tests.push(['types', (fact) => types.includes(fact.type)])
  if (sources !== undefined) tests.push(['sources', (fact) => sources.includes(fact.source)])
  if (owners !== undefined) tests.push(['owners', (fact) => owners.includes(fact.ownerId)])
  if (folders !== undefined) tests.push(['folders', (fact) => folders.includes(fact.folderId)])
  if (tags !== undefined) tests.push(['tags', (fact) => hasTags(tagsIn(fact.tags), tags)])
  if (favorite !== undefined) tests.push(['marked', ({ isMarked }) => Boolean(isMarked) === favorite])
  return tests
}

function hasTags(own: ReadonlySet<string>, { values, match }: NonNullable<Selection['tags']>): boolean {
  return match === 'all' ? values.every((tag) => own.has(tag)) : values.some((tag) => own.has(tag))
}

/** The same as `isInState`. */
function statesOf({ release, scheduled, differs, review }: Fact): PublishingState[] {
  return [
    release === 0 ? ('draft' as const) : ('published' as const),
    ...(scheduled === null ? [] : (['scheduled'] as const)),
    ...(release === 0 || Boolean(differs) ? (['changed'] as const) : []),
    ...(review === 'pending' ? (['in_review'] as const) : []),
  ]
}

function tagsIn(json: string): Set<string> {
  return new Set(JSON.parse(json) as string[])
}

function add<Value>(counts: Map<Value, number>, value: Value, count = 1): void {
  counts.set(value, (counts.get(value) ?? 0) + count)
}

function addOwner(owners: Tally['owners'], { ownerKind: kind, ownerId: id, ownerName: name }: Fact): void {
  const key = `${kind} ${id}`
  const known = owners.get(key)
  if (known === undefined) owners.set(key, { kind, id, name, count: 1 })
  else {
    known.count++
    if (name > known.name) known.name = name
  }
}
