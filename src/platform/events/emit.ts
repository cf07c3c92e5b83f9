import type { EventData, EventType } from '../../kernel/events/index.ts'
import { createId } from '../../kernel/ids/index.ts'
import { enqueueMany } from '../jobs/index.ts'
import type { Db } from '../storage/index.ts'
import { eventsOfJob, publishEvents } from './publish.ts'
import { type EventRow, type TemplateState, hasSubscription, insertEvents } from './store.ts'

export interface NewEvent<T extends EventType> {
  projectId: string
  data: EventData<T>
  /** True if grants restrict one of the templates that the data names as `template_id` or `template_ids`. */
  isRestricted?: boolean
  /** For an event of one template: its states after and before the change. Called only if the event is stored. */
  readStates?: () => Promise<TemplateState[]>
}

/**
 * Emits an event in the transaction that causes it: the event is stored with its final bytes and published once the
 * transaction is durable. Returns the event's id; undefined if the project has no subscription, because then it has no
 * reader and is not written.
 */
export async function emit<T extends EventType>(db: Db, type: T, event: NewEvent<T>): Promise<string | undefined> {
  return (await emitEach(db, type, event.projectId, [event]))[0]
}

/** `emitEach` for events that name no restricted template. */
export function emitMany<T extends EventType>(
  db: Db,
  type: T,
  projectId: string,
  data: readonly EventData<T>[],
): Promise<string[]> {
  return emitEach(
    db,
    type,
    projectId,
    data.map((each) => ({ data: each })),
  )
}

/** Emits several events of one type in one project, with as many statements as for one and with few jobs. */
export async function emitEach<T extends EventType>(
  db: Db,
  type: T,
  projectId: string,
  events: readonly Omit<NewEvent<T>, 'projectId'>[],
): Promise<string[]> {
  if (events.length === 0 || !(await hasSubscription(db, projectId))) return []
  const rows: EventRow[] = []
  for (const event of events) rows.push(await rowOf(type, { projectId, ...event }, db.nowMs()))
  await insertEvents(db, rows)
  const ids = rows.map(({ id }) => id)
  const jobs = Array.from({ length: Math.ceil(ids.length / eventsOfJob) }, (_, number) => ({
    payload: { eventIds: ids.slice(number * eventsOfJob, (number + 1) * eventsOfJob) },
    projectId,
  }))
  await enqueueMany(db, publishEvents, jobs)
  return ids
}

/** Stores an event without publishing it: the caller delivers it. Returns its id. */
export async function keepEvent<T extends EventType>(db: Db, type: T, event: NewEvent<T>): Promise<string> {
  const row = await rowOf(type, event, db.nowMs())
  await insertEvents(db, [row])
  return row.id
}

async function rowOf<T extends EventType>(
  type: T,
  { projectId, data, isRestricted = false, readStates }: NewEvent<T>,
  nowMs: number,
): Promise<EventRow> {
  const createdAt = nowMs
  const id = createId('event', createdAt)
  const body = JSON.stringify({ id, type, timestamp: new Date(createdAt).toISOString(), project_id: projectId, data })
  const templateStates = (await readStates?.()) ?? null
  return { id, projectId, type, body, templateIds: templateIdsOf(data), isRestricted, templateStates, createdAt }
}

/** The templates in the data of an event of any type; null for none. */
function templateIdsOf(data: EventData<EventType>): string[] | null {
  const ids = [
    ...('template_id' in data ? [data.template_id] : []),
    ...('template_ids' in data ? data.template_ids : []),
  ]
  return ids.length === 0 ? null : [...new Set(ids)]
}
