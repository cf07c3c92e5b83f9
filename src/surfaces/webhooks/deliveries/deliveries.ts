/** The delivery log of a webhook, test events and manual retries. */
import type { EventType } from '../../../kernel/events/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { keepEvent } from '../../../platform/events/index.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Db, IdPage } from '../../../platform/storage/index.ts'
import { templateVisibility } from '../../templates/index.ts'
import { loadWebhook, takeWebhook } from '../subscriptions/index.ts'
import { type WebhookCaller, rightsOf } from '../webhook-caller.ts'
import type { Delivery, DeliveryWithPayload, ListDeliveries } from './contract.ts'
import { newDelivery, scheduleDeliveries } from './fan-out.ts'
import * as rows from './store.ts'

/** Statuses of deliveries by the words of a filter: their own, and those of long operations. */
export const statusNamed: Record<NonNullable<ListDeliveries['status']>[number], rows.DeliveryStatus> = {
  queued: 'pending',
  running: 'pending',
  pending: 'pending',
  completed: 'succeeded',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'skipped',
  skipped: 'skipped',
}

export interface DeliveryFilter {
  webhookId: string
  id: string
}

/**
 * Without deliveries whose event refers to a template that the caller may not view. WEBHOOK_NOT_FOUND for a
 * webhook of another project.
 */
export async function listDeliveries(
  db: Db,
  caller: WebhookCaller,
  webhookId: string,
  page: IdPage,
  filter: rows.DeliveryFilter,
): Promise<Delivery[]> {
  const webhook = await loadWebhook(db, caller, webhookId)
  const owner = { projectId: caller.projectId, webhookId: webhook.id }
  const visibility = await templateVisibility(db, rightsOf(caller))
  return (await rows.selectDeliveries(db, owner, page, { ...filter, visibility })).map(presentDelivery)
}

/** With the payload, as long as the event is stored. */
export async function getDelivery(
  db: Db,
  caller: WebhookCaller,
  { webhookId, id }: DeliveryFilter,
): Promise<DeliveryWithPayload> {
  const webhook = await loadWebhook(db, caller, webhookId)
  const found = isId('delivery', id)
    ? await rows.selectDelivery(db, caller.projectId, {
        webhookId: webhook.id,
        id,
        visibility: await templateVisibility(db, rightsOf(caller)),
      })
    : undefined
  const { delivery, body } = found ?? fail('DELIVERY_NOT_FOUND')
  const shown = presentDelivery(delivery)
  return body === null ? shown : { ...shown, payload: JSON.parse(body) as Record<string, unknown> }
}

/** Sends a `webhook.test` like any other event, to a disabled webhook too. Must run in a transaction. */
export async function sendTest(db: Db, caller: WebhookCaller, webhookId: string): Promise<Delivery> {
  const webhook = await takeWebhook(db, caller, webhookId)
  const { projectId } = webhook
  const type = 'webhook.test'
  const data = { webhook_id: webhook.id, message: 'This is a test. Nothing happened.' }
  const eventId = await keepEvent(db, type, { projectId, data })
  const delivery = newDelivery({ id: eventId, type }, { ...webhook, enabled: true }, db.nowMs())
  await rows.insertDeliveries(db, [delivery])
  await scheduleDeliveries(db, [delivery], 'test')
  await recordAct(db, caller, ['webhook.tested', webhook.id], { delivery: delivery.id })
  return presentDelivery(delivery)
}

/**
 * Sends a delivery again at once, in any status. Each call is an attempt of its own, in addition to the scheduled ones.
 * WEBHOOK_DISABLED; EVENT_EXPIRED if the event is no longer stored. Must run in a transaction.
 */
export async function retryDelivery(
  db: Db,
  caller: WebhookCaller,
  { webhookId, id }: DeliveryFilter,
): Promise<Delivery> {
  const webhook = await takeWebhook(db, caller, webhookId)
  const found = isId('delivery', id)
    ? await rows.lockDelivery(db, caller.projectId, {
        webhookId: webhook.id,
        id,
        visibility: await templateVisibility(db, rightsOf(caller)),
      })
    : undefined
  const row = found ?? fail('DELIVERY_NOT_FOUND')
  if (!webhook.enabled)
    fail('WEBHOOK_DISABLED', 'Enable the webhook first, with PUT /webhooks/{id} and "enabled": true.')
  if (!(await rows.hasEvent(db, row.projectId, row.eventId))) {
    fail('EVENT_EXPIRED', `Events are stored for ${limits.eventDays} days.`)
  }
  // A succeeded delivery stays succeeded, whatever the result of the retry.
  const isReopened = row.status === 'failed' || row.status === 'skipped'
  if (isReopened) await rows.reopenDelivery(db, row.projectId, id)
  await scheduleDeliveries(db, [row], 'retry')
  await recordAct(db, caller, ['webhook.delivery_retried', webhook.id], { delivery: id })
  return presentDelivery(isReopened ? { ...row, status: 'pending', finishedAt: null } : row)
}

function presentDelivery(row: rows.DeliveryRow): Delivery {
  const delivery: Delivery = {
    id: row.id,
    webhook_id: row.webhookId,
    event_id: row.eventId,
    type: row.type as EventType,
    status: row.status,
    attempts: row.attempts.map(({ at, trigger, ...attempt }) => ({
      at: instant(at),
      trigger: trigger as Delivery['attempts'][number]['trigger'],
      ...attempt,
    })),
    created_at: instant(row.createdAt),
  }
  if (row.nextAttemptAt !== null) delivery.next_attempt_at = instant(row.nextAttemptAt)
  if (row.finishedAt !== null) delivery.finished_at = instant(row.finishedAt)
  return delivery
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
