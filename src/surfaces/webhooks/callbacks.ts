/**
 * Callbacks for other modules: one URL is notified about one resource. The URL is a webhook like any other, with secret,
 * schedule and log; a webhook created for callbacks subscribes to no events. Functions must run in a transaction.
 */
import type { EventType } from '../../kernel/events/index.ts'
import { recordAudit } from '../../platform/audit/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { deliverTo } from './deliveries/index.ts'
import { type SubscriptionDeps, dropWebhook, findByUrl, registerCallback, wakeWebhook } from './subscriptions/index.ts'

export interface Callback {
  readonly webhookId: string
  /** The signing secret of a new webhook; it is returned only once. */
  readonly secret?: string
}

/**
 * Returns the webhook of a URL: the existing one, enabled again if its receiver had failed, or a new one without events.
 * VALIDATION_FAILED at `/callback_url` for a forbidden URL, LIMIT_REACHED if the project has too many, WEBHOOK_DISABLED if a
 * user disabled it.
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

/** Sends an event to a webhook that does not subscribe to its type. No-op if the webhook was deleted. */
export async function callBack(
  db: Db,
  event: { id: string; type: EventType; projectId: string },
  webhookId: string,
): Promise<void> {
  await deliverTo(db, event, webhookId)
}

/** Deletes a webhook without event subscriptions, after its last callback. */
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
