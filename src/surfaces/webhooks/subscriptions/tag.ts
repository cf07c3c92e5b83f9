import { revisionTag } from '../../../platform/http/index.ts'
import { liveSecrets } from './secrets.ts'
import type { WebhookRow } from './store.ts'

/** Value of the ETag: deliveries and time change the webhook without a revision. */
export function tagOf(row: WebhookRow, nowMs: number): string {
  return revisionTag(row.revision, [row.failingSince, row.lastSuccessAt, liveSecrets(row.secrets, nowMs).length])
}
