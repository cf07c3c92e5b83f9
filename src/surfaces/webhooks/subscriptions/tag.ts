import { liveSecrets } from './secrets.ts'
import type { WebhookRow } from './store.ts'

/**
 * Value of the ETag: the revision, then the fields that change without a revision, so that the tag stays strong while
 * deliveries update the webhook.
 */
export function tagOf(row: WebhookRow, nowMs: number): string {
  const byItself = [row.failingSince ?? 0, row.lastSuccessAt ?? 0, liveSecrets(row.secrets, nowMs).length]
  return `${row.revision}.${byItself.map((part) => part.toString(36)).join('.')}`
}

/** Reduces the tags of If-Match to revisions: a delivery in between does not turn a change into a lost update. */
export function revisionsIn(ifMatch: string): string {
  return ifMatch.replaceAll(/"(\d+)\.[0-9a-z.]*"/g, '"$1"')
}
