import { firstId } from '../../kernel/ids/index.ts'
import { type JobHandler, defineJob, redriveDead } from '../jobs/index.ts'
import type { Db, Store } from '../storage/index.ts'
import { type EventRow, selectEvents } from './store.ts'

/** An event as passed to listeners; those that need its body or states read them from storage. */
export type ReceivedEvent = Omit<EventRow, 'body' | 'templateStates'>

/** A subscriber to events of all projects. */
export interface EventListener {
  /** Called in the transaction that ends the publishing job, so its writes happen exactly once for each event. */
  onEvents(db: Db, events: readonly ReceivedEvent[]): Promise<void>
}

const secondMs = 1000

/** Payload of the job that publishes events of one transaction. */
export interface Publish {
  eventIds: string[]
}

/** Max events per job: they also fail together. */
export const eventsOfJob = 16

export const publishEvents = defineJob<Publish>({
  name: 'events.publish',
  maxAttempts: 20,
  retryDelaysMs: [secondMs, 5 * secondMs, 30 * secondMs, 300 * secondMs],
  jitter: 0.2,
  keepMs: 0,
  // Internal: the job only writes rows, and committed events have to be published.
  maxCrashes: Infinity,
})

/** Publishes the events of a project in a time range whose publishing has failed permanently; returns the number of jobs. */
export function republishEvents(
  store: Store,
  { projectId, sinceMs, untilMs }: { projectId: string; sinceMs: number; untilMs: number },
): Promise<number> {
  const span = { afterId: firstId('job', sinceMs), untilId: firstId('job', untilMs) }
  return redriveDead(store, publishEvents.name, { projectId, ...span })
}

/** Publishes events to the listeners, in batches. */
export function eventHandlers(listeners: readonly EventListener[]): JobHandler<Publish> {
  return {
    kind: publishEvents,
    // Limited, because the end of such a batch writes a delivery for each event and subscription while other writers wait.
    concurrency: 64,
    run: async () => ({ done: undefined }),
    async settle(db, ended) {
      const ids = ended.filter(({ outcome }) => 'done' in outcome).flatMap(({ job }) => job.payload.eventIds)
      if (ids.length === 0) return
      const events = await selectEvents(db, ids)
      for (const listener of listeners) await listener.onEvents(db, events)
    },
  }
}
