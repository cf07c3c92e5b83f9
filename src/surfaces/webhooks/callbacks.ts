/**
 * What other surfaces request: to have one address told of one piece of work. Such an address is a webhook like any other, with
 * its secret, its schedule and its log; one that is made for it subscribes to no events. Each function wants a transaction.
 */
import type { EventType } from '../../kernel/events/index.ts'
import { recordAudit } from '../../platform/audit/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { deliverTo } from './deliveries/index.ts'
import { type SubscriptionDeps, dropWebhook, findByUrl, registerCallback, wakeWebhook } from './subscriptions/index.ts'

/** Where a callback goes. */
export interface Callback {
  readonly webhookId: string
  /** The secret that signs it, where the webhook was made just now: it is shown this once. */
  readonly secret?: string
}

/**
 * The webhook of an address: the one that the project has, awake again if its receiver was away, or a new one without events.
 * VALIDATION_FAILED at `/callback_url` for an address not to be called, LIMIT_REACHED when the project has too many,
 * WEBHOOK_DISABLED when somebody switched it off.
 */
export async function takeCallback(db: Db, caller: Caller, url: string, parts: SubscriptionDeps): Promise<Callback> {
  const known = await findByUrl(db, caller, url, parts)
  if (known !== undefined) {
    await wakeWebhook(db, caller, known)
    return { webhookId: known.id }
  }
  const { secret, webhook } = await registerCallback(db, caller, url, parts)
  return { webhookId: webhook.id, secret }
}

/** Sends an event to a webhook that does not hear of it anyway. Nothing, when it was deleted. */
export async function callBack(
  db: Db,
  event: { id: string; type: EventType; projectId: string },
  webhookId: string,
): Promise<void> {
  await deliverTo(db, event, webhookId)
}

/** Deletes a webhook that subscribes to no events, for nobody is called back there any more. */
export async function releaseCallback(db: Db, projectId: string, webhookId: string): Promise<void> {
  if (!(await dropWebhook(db, projectId, webhookId))) return
  const actor = { kind: 'system', id: 'webhooks' } as const
  await recordAudit(db, {
    actor,
    projectId,
    action: 'webhook.deleted',
    target: webhookId,
    detail: { reason: 'unused' },
  })
}
