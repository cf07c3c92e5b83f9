/** Links with which customers manage their webhooks, on a page of the service. What their holders can do is in guest.ts. */
import { fail } from '../../../kernel/errors/index.ts'
import type { SubscribableType } from '../../../kernel/events/index.ts'
import { isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { readCreatedPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { newLink, presentLink, revokeLink } from '../../../platform/links/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { presentFilter, readFilter, requireFilterable } from '../subscriptions/index.ts'
import type { CreatePortalLink, ListPortalLinks, PortalLink, PortalLinkOnce, PortalLinkPage } from './contract.ts'
import { type LinkRow, isOfCustomer, lockProject, portalLinks } from './store.ts'

const dayMs = 86_400_000

/** Only its response contains the URL. LIMIT_REACHED; VALIDATION_FAILED for a filter that selects nothing. */
export async function createPortalLink(
  db: Db,
  caller: Caller,
  { appUrl, body }: { appUrl: string; body: CreatePortalLink },
): Promise<PortalLinkOnce> {
  const { projectId } = caller
  const { customer, events } = body
  const { portalLinkDays: days, portalLinkDaysMax: maxDays, portalLinkListedDays, portalLinks: max } = limits
  const { columns, token } = newLink(db, caller, { kind: 'portalLink', expiresAt: body.expires_at, days, maxDays })
  const filter = body.filter === undefined ? null : await readFilter(db, caller, body.filter)
  requireFilterable({ events, filter })
  await lockProject(db, projectId)
  if ((await portalLinks.countValid(db, projectId, columns.createdAt)) >= max)
    fail('LIMIT_REACHED', `A project is limited to ${max} valid links to webhooks of customers; revoke some.`)
  await portalLinks.deleteExpired(db, projectId, columns.createdAt - portalLinkListedDays * dayMs)
  const row: LinkRow = { ...columns, customer, events, filter }
  await portalLinks.insert(db, row)
  const link = present(row)
  const detail = { customer, events, expires_at: link.expires_at }
  await recordAct(db, caller, ['webhook.portal_link_created', link.id], detail)
  return { ...link, url: `${appUrl}/webhook-portal/${token}` }
}

/** A page of the links, the latest first, expired and revoked ones included. */
export async function listPortalLinks(db: Db, caller: Caller, query: ListPortalLinks): Promise<PortalLinkPage> {
  const { projectId } = caller
  const { customer } = query
  const { items, page } = await readCreatedPage(query, {
    key: ['webhook portal links', projectId, customer],
    kind: 'portalLink',
    sort: '-created_at',
    read: (wanted) => portalLinks.list(db, projectId, wanted, isOfCustomer(db, customer)),
  })
  return { data: items.map(present), page }
}

/** From the next request on the link opens nothing; the webhooks stay. PORTAL_LINK_NOT_FOUND, PRECONDITION_FAILED. */
export async function revokePortalLink(
  db: Db,
  caller: Caller,
  { ifMatch, linkId }: { linkId: string; ifMatch?: string | undefined },
): Promise<PortalLink> {
  const found = isId('portalLink', linkId) ? await portalLinks.find(db, caller.projectId, linkId) : undefined
  const link = found ?? fail('PORTAL_LINK_NOT_FOUND')
  const record = () => recordAct(db, caller, ['webhook.portal_link_revoked', linkId], { customer: link.customer })
  return present(await revokeLink(db, portalLinks, link, { ifMatch, record }))
}

function present(row: LinkRow): PortalLink {
  return {
    id: row.id,
    customer: row.customer,
    events: row.events as SubscribableType[],
    ...(row.filter === null ? {} : { filter: presentFilter(row.filter) }),
    ...presentLink(row),
  }
}
