/** Links to the figures of a group, for clients without an account. What they show is in guest.ts. */
import { fail } from '../../../../kernel/errors/index.ts'
import { createId, createLinkToken, isId } from '../../../../kernel/ids/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { recordAct } from '../../../../platform/audit/index.ts'
import { checkIfMatch, digestOf, readCreatedPage } from '../../../../platform/http/index.ts'
import { type Caller, hashKey, readLinkExpiry } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { lockDomainsOf } from '../../domains/index.ts'
import { loadGroup } from '../group/groups.ts'
import type { CreateGroupLink, GroupLink, GroupLinkOnce, GroupLinkPage, ListGroupLinks } from './contract.ts'
import { type LinkRow, countValidLinks, insertLink, selectLink, selectLinks, updateLink } from './store.ts'

/** Makes a link to the figures of a group; only its response contains the URL. GROUP_NOT_FOUND, LIMIT_REACHED. */
export async function createGroupLink(
  db: Db,
  caller: Caller,
  { id, body, appUrl }: { id: string; body: CreateGroupLink; appUrl: string },
): Promise<GroupLinkOnce> {
  await lockDomainsOf(db, caller.projectId)
  await loadGroup(db, caller, id)
  const { actor, projectId, companyId } = caller
  if (actor.kind === 'reviewer') fail('FORBIDDEN')
  const now = db.nowMs()
  const { dmarcLinkDays: days, dmarcLinkDaysMax: maxDays } = limits
  const expiresAt = readLinkExpiry(body.expires_at, { days, maxDays, nowMs: now })
  if ((await countValidLinks(db, id, now)) >= limits.dmarcGroupLinks)
    fail('LIMIT_REACHED', `A group is limited to ${limits.dmarcGroupLinks} valid links; revoke some.`)
  const token = createLinkToken()
  const link: LinkRow = {
    id: createId('groupLink', now),
    groupId: id,
    projectId,
    companyId,
    name: body.name,
    tokenHash: hashKey(token),
    creatorKind: actor.kind,
    creatorId: actor.id,
    creatorName: actor.name,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    openedAt: null,
  }
  await insertLink(db, link)
  const detail = { link_id: link.id, name: link.name, expires_at: new Date(expiresAt).toISOString() }
  await recordAct(db, caller, ['dmarc.group_link_created', id], detail)
  return { ...present(link), url: `${appUrl}/domain-report/${token}` }
}

/** A page of the links, the latest first, expired and revoked ones included. */
export async function listGroupLinks(
  db: Db,
  caller: Caller,
  id: string,
  query: ListGroupLinks,
): Promise<GroupLinkPage> {
  await loadGroup(db, caller, id)
  const { items, page } = await readCreatedPage(query, {
    key: ['domain group links', id],
    kind: 'groupLink',
    sort: '-created_at',
    read: (wanted) => selectLinks(db, id, wanted),
  })
  return { data: items.map(present), page }
}

/** From the next request on the link opens nothing. GROUP_LINK_NOT_FOUND, PRECONDITION_FAILED. */
export async function revokeGroupLink(
  db: Db,
  caller: Caller,
  { id, linkId, ifMatch }: { id: string; linkId: string; ifMatch?: string | undefined },
): Promise<GroupLink> {
  await loadGroup(db, caller, id)
  const link = (isId('groupLink', linkId) && (await selectLink(db, id, linkId))) || fail('GROUP_LINK_NOT_FOUND')
  checkIfMatch(ifMatch, linkTag(present(link)))
  if (link.revokedAt !== null) return present(link)
  const revokedAt = db.nowMs()
  await updateLink(db, link, { revokedAt })
  await recordAct(db, caller, ['dmarc.group_link_revoked', id], { link_id: linkId })
  return present({ ...link, revokedAt })
}

/** The value of the ETag of a link, for which its visits do not count. */
export function linkTag({ id, revoked_at: time }: Pick<GroupLink, 'id' | 'revoked_at'>): string {
  return digestOf([id, time])
}

function present(row: LinkRow): GroupLink {
  const instant = (ms: number) => new Date(ms).toISOString()
  return {
    id: row.id,
    group_id: row.groupId,
    name: row.name,
    created_by: { kind: row.creatorKind, id: row.creatorId, name: row.creatorName },
    created_at: instant(row.createdAt),
    expires_at: instant(row.expiresAt),
    ...(row.openedAt === null ? {} : { opened_at: instant(row.openedAt) }),
    ...(row.revokedAt === null ? {} : { revoked_at: instant(row.revokedAt) }),
  }
}
