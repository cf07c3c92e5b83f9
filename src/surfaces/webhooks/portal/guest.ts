/**
 * What the holder of a link to the webhooks of a customer can do: call the functions of subscriptions and deliveries as a
 * caller for whom only the webhooks of that customer exist. It can do no more than the creator of the link may do at that time.
 */
import { fail } from '../../../kernel/errors/index.ts'
import { type CallActor, hasScope } from '../../../platform/identity/index.ts'
import { noteOpened, openLink } from '../../../platform/links/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { WebhookCaller } from '../webhook-caller.ts'
import { type LinkRow, portalLinks } from './store.ts'

/** An opened link. */
export interface Portal {
  readonly link: Pick<LinkRow, 'id' | 'customer' | 'events' | 'filter' | 'openedAt'>
  readonly caller: WebhookCaller
  /** Origins of pages that may embed the page; `*` for all. */
  readonly allowedOrigins: readonly string[]
}

/** The IP address and request id of a holder, for the audit log. */
type Origin = Pick<CallActor, 'ip' | 'requestId'>

/** LINK_INVALID for a revoked or unknown link, and one whose creator may not manage webhooks any more; LINK_EXPIRED. */
export async function openPortal(db: Db, token: string, origin: Origin): Promise<Portal> {
  const { link, creator } = await openLink(db, portalLinks, token)
  if (!hasScope(creator, 'webhooks')) fail('LINK_INVALID')
  const { companyId, customer, events, filter, id, projectId } = link
  const actor = { kind: 'reviewer', id, name: customer, ...origin } as const
  const caller = { projectId, companyId, actor, scopes: [], portal: { customer, events, filter, creator } }
  return { link, caller, allowedOrigins: link.allowedOrigins }
}

/** Records that the link was opened, the first time. */
export async function notePortalOpened(db: Db, { caller, link }: Portal): Promise<void> {
  await noteOpened(db, portalLinks, { ...link, projectId: caller.projectId })
}
