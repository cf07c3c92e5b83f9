import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { WebhookSelector } from './contract.ts'
import { selectIdsByUrl } from './store.ts'

/**
 * Id of the webhook that a query selects. VALIDATION_FAILED without exactly one of `id` and `url`, and for a URL of several
 * webhooks; WEBHOOK_NOT_FOUND for a URL of none. An id is returned as it is.
 */
export async function idOfSelected(db: Db, caller: Caller, { id, url }: WebhookSelector): Promise<string> {
  if (id !== undefined && url !== undefined) refuse('/url', 'Use either id or url, not both.')
  if (id !== undefined) return id
  if (url === undefined) refuse('/id', 'Use either id or url; both are missing.')
  // Stored URLs are normalized by the URL parser.
  const found = URL.canParse(url) ? await selectIdsByUrl(db, caller.projectId, new URL(url).href) : []
  if (found.length > 1) refuse('/url', `${found.length} webhooks have this URL; use id: ${found.join(', ')}.`)
  return found[0] ?? fail('WEBHOOK_NOT_FOUND')
}

function refuse(path: string, message: string): never {
  fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}
