/** Selects the events that a webhook with a filter receives; the only place where filters are applied. */
import type { TemplateState } from '../../../platform/events/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { selectTemplateStates } from '../../templates/index.ts'
import { type Subscriber, selectStates } from './store.ts'

type Filter = NonNullable<Subscriber['filter']>

/** A template that an event refers to. */
interface Subject {
  id: string
  /** After the change and, if it differs, before it; empty if they are no longer known. */
  states: readonly TemplateState[]
}

/** An event of the type that a webhook subscribes to. */
interface Candidate {
  event: { id: string; projectId: string; templateIds: readonly string[] | null }
  subscriber: Pick<Subscriber, 'filter'>
}

/**
 * The candidates that their filter selects: no query if there is no filter. An event of several templates, such as an
 * export, has no stored states: the current ones of its templates count.
 */
export async function selectMatching<C extends Candidate>(db: Db, candidates: readonly C[]): Promise<C[]> {
  const filtered = candidates.filter(({ subscriber }) => subscriber.filter !== null)
  if (filtered.length === 0) return [...candidates]
  const events = new Map(filtered.map(({ event }) => [event.id, event]))
  const subjects = await readSubjects(db, [...events.values()])
  return candidates.filter(
    ({ event, subscriber: { filter } }) => filter === null || matchesFilter(filter, subjects.get(event.id) ?? []),
  )
}

/** True if one state of one template matches all members of the filter. */
function matchesFilter(filter: Filter, subjects: readonly Subject[]): boolean {
  const { externalIds, folders, metadata, templateIds } = filter
  const isStateFree = externalIds === undefined && folders === undefined && metadata === undefined
  const matchesState = ({ externalId, folderIds, metadata: own }: TemplateState) =>
    (externalIds === undefined || (externalId !== null && externalIds.includes(externalId))) &&
    (folders === undefined ||
      folders.some(({ id, subtree }) => (subtree ? folderIds.includes(id) : folderIds[0] === id))) &&
    Object.entries(metadata ?? {}).every(([key, value]) => Object.hasOwn(own, key) && own[key] === value)
  return subjects.some(
    ({ id, states }) =>
      (templateIds === undefined || templateIds.includes(id)) && (isStateFree || states.some(matchesState)),
  )
}

async function readSubjects(db: Db, events: readonly Candidate['event'][]): Promise<Map<string, Subject[]>> {
  const stored = await selectStates(
    db,
    events.map(({ id }) => id),
  )
  const unknown = events.filter(({ id }) => !stored.has(id))
  const current = new Map<string, TemplateState>()
  for (const [projectId, group] of Map.groupBy(unknown, (event) => event.projectId)) {
    const ids = new Set(group.flatMap(({ templateIds }) => templateIds ?? []))
    if (ids.size === 0) continue
    for (const [id, state] of await selectTemplateStates(db, projectId, [...ids])) current.set(id, state)
  }
  const statesOf = (event: Candidate['event'], id: string) => {
    const now = current.get(id)
    return stored.get(event.id) ?? (now === undefined ? [] : [now])
  }
  return new Map(
    events.map((event) => [event.id, (event.templateIds ?? []).map((id) => ({ id, states: statesOf(event, id) }))]),
  )
}
