import { liveSecrets } from './secrets.ts'
import type { WebhookRow } from './store.ts'

/**
 * What the ETag of a webhook quotes: its revision, then what changes by itself, so that the tag stays strong while
 * deliveries go on.
 */
export function tagOf(row: WebhookRow, nowMs: number): string {
  const byItself = [row.failingSince ?? 0, row.lastSuccessAt ?? 0, liveSecrets(row.secrets, nowMs).length]
  return `${row.revision}.${byItself.map((part) => part.toString(36)).join('.')}`
}

/** If-Match with its tags cut down to revisions: a delivery in between does not make a change a lost update. */
export function revisionsIn(ifMatch: string): string {
  return ifMatch.replaceAll(/"(\d+)\.[0-9a-z.]*"/g, '"$1"')
}
