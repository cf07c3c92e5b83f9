/** Links to the figures of a group, for clients without an account. What they show is in guest.ts. */
import { fail } from '../../../../kernel/errors/index.ts'
import { isId } from '../../../../kernel/ids/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { recordAct } from '../../../../platform/audit/index.ts'
import { readCreatedPage } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { newLink, presentLink, revokeLink } from '../../../../platform/links/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { lockDomainsOf } from '../../domains/index.ts'
import { loadGroup } from '../group/groups.ts'
import type { CreateGroupLink, GroupLink, GroupLinkOnce, GroupLinkPage, ListGroupLinks } from './contract.ts'
import { type LinkRow, groupLinks } from './store.ts'

/** Makes a link to the figures of a group; only its response contains the URL. GROUP_NOT_FOUND, LIMIT_REACHED. */
export async function createGroupLink(
  db: Db,
  caller: Caller,
  { id, body, appUrl }: { id: string; body: CreateGroupLink; appUrl: string },
): Promise<GroupLinkOnce> {
  await lockDomainsOf(db, caller.projectId)
  await loadGroup(db, caller, id)
  const { dmarcLinkDays: days, dmarcLinkDaysMax: maxDays } = limits
  const { columns, token } = newLink(db, caller, { kind: 'groupLink', expiresAt: body.expires_at, days, maxDays })
  if ((await groupLinks.countValid(db, id, columns.createdAt)) >= limits.dmarcGroupLinks)
    fail('LIMIT_REACHED', `A group is limited to ${limits.dmarcGroupLinks} valid links; revoke some.`)
  const row: LinkRow = { ...columns, groupId: id, name: body.name }
  await groupLinks.insert(db, row)
  const link = present(row)
  const detail = { link_id: link.id, name: link.name, expires_at: link.expires_at }
  await recordAct(db, caller, ['dmarc.group_link_created', id], detail)
  return { ...link, url: `${appUrl}/domain-report/${token}` }
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
    read: (wanted) => groupLinks.list(db, id, wanted),
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
  const link = (isId('groupLink', linkId) && (await groupLinks.find(db, id, linkId))) || fail('GROUP_LINK_NOT_FOUND')
  const record = () => recordAct(db, caller, ['dmarc.group_link_revoked', id], { link_id: linkId })
  return present(await revokeLink(db, groupLinks, link, { ifMatch, record }))
}

function present(row: LinkRow): GroupLink {
  return { id: row.id, group_id: row.groupId, name: row.name, ...presentLink(row) }
}
