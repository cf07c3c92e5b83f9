import type { SubscribableType } from '../../../kernel/events/index.ts'
import type { Webhook } from './contract.ts'
import { presentFilter } from './filter.ts'
import { presentHeaders } from './headers.ts'
import { liveSecrets } from './secrets.ts'
import type { WebhookRow } from './store.ts'

/** Contains no secrets. */
export function presentWebhook(row: WebhookRow, nowMs: number): Webhook {
  const webhook: Webhook = {
    id: row.id,
    url: row.url,
    events: row.events as SubscribableType[],
    enabled: row.enabled,
    ...(row.ownerKind === null || row.ownerId === null ? {} : { owner: { kind: row.ownerKind, id: row.ownerId } }),
    secrets: liveSecrets(row.secrets, nowMs).map(({ createdAt, expiresAt }) => ({
      created_at: instant(createdAt),
      ...(expiresAt === null ? {} : { expires_at: instant(expiresAt) }),
    })),
    revision: row.revision,
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
  }
  if (row.customer !== null) webhook.customer = row.customer
  if (row.description !== null) webhook.description = row.description
  if (row.filter !== null) webhook.filter = presentFilter(row.filter)
  if (row.headers !== null) webhook.headers = presentHeaders(row.headers)
  if (row.rate !== null) webhook.rate = row.rate as NonNullable<Webhook['rate']>
  if (row.disabledReason !== null) webhook.disabled_reason = row.disabledReason
  if (row.disabledAt !== null) webhook.disabled_at = instant(row.disabledAt)
  if (row.failingSince !== null) webhook.failing_since = instant(row.failingSince)
  if (row.lastSuccessAt !== null) webhook.last_success_at = instant(row.lastSuccessAt)
  return webhook
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
