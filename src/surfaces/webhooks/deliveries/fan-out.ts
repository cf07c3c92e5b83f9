import { createId } from '../../../kernel/ids/index.ts'
import type { EventListener, ReceivedEvent } from '../../../platform/events/index.ts'
import { enqueueMany } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { selectHidden } from '../audience.ts'
import { type Deliver, deliverWebhook } from '../sending/index.ts'
import { selectMatching } from './filter.ts'
import { type DeliveryRow, type Subscriber, insertDeliveries, selectSubscribers } from './store.ts'

/**
 * Creates one delivery per event and subscription of the project to its type. A disabled webhook gets a skipped delivery, so
 * that it can be recovered after it is enabled; deleting the webhook avoids that. A webhook gets none whose filter does not
 * match, or whose owner may not view a template of the event.
 */
export async function fanOut(db: Db, events: readonly ReceivedEvent[]): Promise<void> {
  if (events.length === 0) return
  const subscribers = await selectSubscribers(db, [...new Set(events.map(({ projectId }) => projectId))])
  const byProject = Map.groupBy(subscribers, ({ projectId }) => projectId)
  const wanted = events.flatMap((event) =>
    (byProject.get(event.projectId) ?? [])
      .filter((subscriber) => subscriber.events.includes(event.type))
      .map((subscriber) => addressed(event, subscriber)),
  )
  const matching = await selectMatching(db, wanted)
  const hidden = await selectHidden(db, matching)
  const deliveries = matching
    .filter((each) => !hidden.has(each))
    .map(({ event, subscriber }) => newDelivery(event, subscriber, db.nowMs()))
  await insertDeliveries(db, deliveries)
  const pending = deliveries.filter(({ status }) => status === 'pending')
  await scheduleDeliveries(db, pending, 'event')
}

function addressed(event: ReceivedEvent, subscriber: Subscriber) {
  const { isRestricted, templateIds } = event
  const { ownerId, ownerKind, projectId } = subscriber
  return { event, subscriber, projectId, ownerKind, ownerId, templateIds, isRestricted }
}

/** Sends an event to a webhook that does not subscribe to its type. No-op if the project has no such webhook. */
export async function deliverTo(
  db: Db,
  event: Pick<ReceivedEvent, 'id' | 'type' | 'projectId'>,
  webhookId: string,
): Promise<void> {
  const subscribers = await selectSubscribers(db, [event.projectId])
  const subscriber = subscribers.find(({ id }) => id === webhookId)
  if (subscriber === undefined || subscriber.events.includes(event.type)) return
  const delivery = newDelivery(event, subscriber, db.nowMs())
  await insertDeliveries(db, [delivery])
  if (delivery.status === 'pending') await scheduleDeliveries(db, [delivery], 'event')
}

export const webhookListener: EventListener = { onEvents: fanOut }

/** A pending delivery, or a skipped one for a disabled webhook. */
export function newDelivery(
  event: { id: string; type: string },
  subscriber: Pick<Subscriber, 'id' | 'projectId' | 'enabled'>,
  now: number,
): DeliveryRow {
  return {
    id: createId('delivery', now),
    projectId: subscriber.projectId,
    webhookId: subscriber.id,
    eventId: event.id,
    type: event.type,
    status: subscriber.enabled ? 'pending' : 'skipped',
    attempts: [],
    attemptCount: 0,
    nextAttemptAt: subscriber.enabled ? now : null,
    createdAt: now,
    finishedAt: subscriber.enabled ? null : now,
  }
}

/** Enqueues the deliveries in the transaction of the caller. */
export async function scheduleDeliveries(
  db: Db,
  deliveries: readonly Pick<DeliveryRow, 'id' | 'projectId' | 'webhookId'>[],
  trigger: Deliver['trigger'],
): Promise<void> {
  const jobs = deliveries.map(({ id, projectId, webhookId }) => ({
    payload: { deliveryId: id, trigger },
    projectId,
    partition: webhookId,
  }))
  await enqueueMany(db, deliverWebhook, jobs)
}
