/** Links with which customers manage their webhooks, on a page of the service. What their holders can do is in guest.ts. */
import { fail } from '../../../kernel/errors/index.ts'
import type { SubscribableType } from '../../../kernel/events/index.ts'
import { createId, createLinkToken, isId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, digestOf, readCreatedPage } from '../../../platform/http/index.ts'
import { type Caller, hashKey, readLinkExpiry } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { presentFilter, readFilter, requireFilterable } from '../subscriptions/index.ts'
import type { CreatePortalLink, ListPortalLinks, PortalLink, PortalLinkOnce, PortalLinkPage } from './contract.ts'
import * as rows from './store.ts'

const dayMs = 86_400_000

/** Only its response contains the URL. LIMIT_REACHED; VALIDATION_FAILED for a filter that selects nothing. */
export async function createPortalLink(
  db: Db,
  caller: Caller,
  { appUrl, body }: { appUrl: string; body: CreatePortalLink },
): Promise<PortalLinkOnce> {
  const { actor, projectId, companyId } = caller
  if (actor.kind === 'reviewer') fail('FORBIDDEN')
  const now = db.nowMs()
  const { portalLinkDays: days, portalLinkDaysMax: maxDays, portalLinkListedDays, portalLinks } = limits
  const expiresAt = readLinkExpiry(body.expires_at, { days, maxDays, nowMs: now })
  const filter = body.filter === undefined ? null : await readFilter(db, caller, body.filter)
  requireFilterable({ events: body.events, filter })
  if ((await rows.countValidLinks(db, projectId, now)) >= portalLinks)
    fail('LIMIT_REACHED', `A project is limited to ${portalLinks} valid links to webhooks of customers; revoke some.`)
  await rows.deleteExpired(db, projectId, now - portalLinkListedDays * dayMs)
  const token = createLinkToken()
  const link: rows.LinkRow = {
    id: createId('portalLink', now),
    projectId,
    companyId,
    customer: body.customer,
    events: body.events,
    filter,
    tokenHash: hashKey(token),
    creatorKind: actor.kind,
    creatorId: actor.id,
    creatorName: actor.name,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    openedAt: null,
  }
  await rows.insertLink(db, link)
  const detail = { customer: link.customer, events: link.events, expires_at: new Date(expiresAt).toISOString() }
  await recordAct(db, caller, ['webhook.portal_link_created', link.id], detail)
  return { ...present(link), url: `${appUrl}/webhook-portal/${token}` }
}

/** A page of the links, the latest first, expired and revoked ones included. */
export async function listPortalLinks(db: Db, caller: Caller, query: ListPortalLinks): Promise<PortalLinkPage> {
  const { projectId } = caller
  const { customer } = query
  const { items, page } = await readCreatedPage(query, {
    key: ['webhook portal links', projectId, customer],
    kind: 'portalLink',
    sort: '-created_at',
    read: (wanted) => rows.selectLinks(db, projectId, { ...wanted, customer }),
  })
  return { data: items.map(present), page }
}

/** From the next request on the link opens nothing; the webhooks stay. PORTAL_LINK_NOT_FOUND, PRECONDITION_FAILED. */
export async function revokePortalLink(
  db: Db,
  caller: Caller,
  { ifMatch, linkId }: { linkId: string; ifMatch?: string | undefined },
): Promise<PortalLink> {
  const { projectId } = caller
  const found = isId('portalLink', linkId) ? await rows.selectLink(db, projectId, linkId) : undefined
  const link = found ?? fail('PORTAL_LINK_NOT_FOUND')
  checkIfMatch(ifMatch, linkTag(present(link)))
  if (link.revokedAt !== null) return present(link)
  const revokedAt = db.nowMs()
  await rows.updateLink(db, link, { revokedAt })
  await recordAct(db, caller, ['webhook.portal_link_revoked', linkId], { customer: link.customer })
  return present({ ...link, revokedAt })
}

/** The value of the ETag of a link, for which its visits do not count. */
export function linkTag({ id, revoked_at: time }: Pick<PortalLink, 'id' | 'revoked_at'>): string {
  return digestOf([id, time])
}

function present(row: rows.LinkRow): PortalLink {
  const instant = (ms: number) => new Date(ms).toISOString()
  return {
    id: row.id,
    customer: row.customer,
    events: row.events as SubscribableType[],
    ...(row.filter === null ? {} : { filter: presentFilter(row.filter) }),
    created_by: { kind: row.creatorKind, id: row.creatorId, name: row.creatorName },
    created_at: instant(row.createdAt),
    expires_at: instant(row.expiresAt),
    ...(row.openedAt === null ? {} : { opened_at: instant(row.openedAt) }),
    ...(row.revokedAt === null ? {} : { revoked_at: instant(row.revokedAt) }),
  }
}
