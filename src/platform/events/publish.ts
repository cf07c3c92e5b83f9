import { firstId } from '../../kernel/ids/index.ts'
import { type JobHandler, defineJob, redriveDead } from '../jobs/index.ts'
import type { Db, Store } from '../storage/index.ts'
import { type EventRow, selectEvents } from './store.ts'

/** An event as listeners hear of it. Its body is read by those who send it. */
export type ReceivedEvent = Omit<EventRow, 'body'>

/** Somebody who wants to know what happened. */
export interface EventListener {
  /** In the transaction that ends the publishing, so what it writes is written exactly once for each event. */
  onEvents(db: Db, events: readonly ReceivedEvent[]): Promise<void>
}

const secondMs = 1000

/** Tells the listeners of events that happened together. */
export interface Publish {
  eventIds: string[]
}

/** So many events one job publishes at most: they fail together too. */
export const eventsOfJob = 16

/** Publishes events of one project. */
export const publishEvents = defineJob<Publish>({
  name: 'events.publish',
  maxAttempts: 20,
  retryDelaysMs: [secondMs, 5 * secondMs, 30 * secondMs, 300 * secondMs],
  jitter: 0.2,
  keepMs: 0,
  // Internal: it only writes rows, and what was answered has to be published.
  maxCrashes: Infinity,
})

/** Publishes the events of a project of a span of time whose publishing has failed for good; answers how many jobs do it. */
export function republishEvents(
  store: Store,
  { projectId, sinceMs, untilMs }: { projectId: string; sinceMs: number; untilMs: number },
): Promise<number> {
  const span = { afterId: firstId('job', sinceMs), untilId: firstId('job', untilMs) }
  return redriveDead(store, publishEvents.name, { projectId, ...span })
}

/** Publishes events to the listeners, a batch at a time. */
export function eventHandlers(listeners: readonly EventListener[]): JobHandler<Publish> {
  return {
    kind: publishEvents,
    // Bounded, for the end of such a batch writes a delivery for each event and subscription while other writers wait.
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
