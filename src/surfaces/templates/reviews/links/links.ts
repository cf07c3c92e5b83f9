/** Links for reviewers without an account. What they can do is in guest.ts. */
import { fail } from '../../../../kernel/errors/index.ts'
import { isId } from '../../../../kernel/ids/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { recordAct } from '../../../../platform/audit/index.ts'
import { readCreatedPage } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import { newLink, presentLink, revokeLink } from '../../../../platform/links/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { requireApproverLevel } from '../requests/decisions.ts'
import { authorize, loadTemplate, requireAccess } from '../../template/index.ts'
import type { CreateReviewLink, ListReviewLinks, ReviewLink, ReviewLinkOnce, ReviewLinkPage } from './contract.ts'
import { type LinkRow, reviewLinks } from './store.ts'

/**
 * Makes a link to the reviews of a template; only its response contains the URL. PERMISSION_DENIED for an approving link by a
 * caller that may not approve, LIMIT_REACHED.
 */
export async function createReviewLink(
  db: Db,
  caller: Caller,
  { id, body, appUrl }: { id: string; body: CreateReviewLink; appUrl: string },
): Promise<ReviewLinkOnce> {
  const row = await authorize(db, caller, id, { needs: 'edit_text', editorOf: true })
  const mayApprove = body.may_approve ?? false
  if (mayApprove) await requireApproverLevel(db, caller, row)
  const { reviewLinkDays: days, reviewLinkDaysMax: maxDays } = limits
  const { columns, token } = newLink(db, caller, { kind: 'reviewLink', expiresAt: body.expires_at, days, maxDays })
  if ((await reviewLinks.countValid(db, id, columns.createdAt)) >= limits.reviewLinks) {
    fail('LIMIT_REACHED', `A template is limited to ${limits.reviewLinks} valid links; revoke some.`)
  }
  const stored: LinkRow = { ...columns, templateId: id, name: body.name, email: body.email ?? null, mayApprove }
  await reviewLinks.insert(db, stored)
  const link = present(stored)
  await recordAct(db, caller, ['template.review_link_created', id], {
    link_id: link.id,
    name: link.name,
    may_approve: mayApprove,
    expires_at: link.expires_at,
  })
  return { ...link, url: `${appUrl}/review/${token}` }
}

/** A page of the links, the latest first, expired and revoked ones included. */
export async function listReviewLinks(
  db: Db,
  caller: Caller,
  id: string,
  query: ListReviewLinks,
): Promise<ReviewLinkPage> {
  await requireAccess(db, caller, await loadTemplate(db, caller, id), 'edit_text')
  const { items, page } = await readCreatedPage(query, {
    key: ['review links', id],
    kind: 'reviewLink',
    sort: '-created_at',
    read: (wanted) => reviewLinks.list(db, id, wanted),
  })
  return { data: items.map(present), page }
}

/** From the next request on the link opens nothing. REVIEW_LINK_NOT_FOUND, PRECONDITION_FAILED. */
export async function revokeReviewLink(
  db: Db,
  caller: Caller,
  { id, linkId, ifMatch }: { id: string; linkId: string; ifMatch?: string | undefined },
): Promise<ReviewLink> {
  await authorize(db, caller, id, { needs: 'edit_text', editorOf: true })
  const link = (isId('reviewLink', linkId) && (await reviewLinks.find(db, id, linkId))) || fail('REVIEW_LINK_NOT_FOUND')
  const record = () => recordAct(db, caller, ['template.review_link_revoked', id], { link_id: linkId })
  return present(await revokeLink(db, reviewLinks, link, { ifMatch, record }))
}

function present(row: LinkRow): ReviewLink {
  return {
    id: row.id,
    template_id: row.templateId,
    name: row.name,
    ...(row.email === null ? {} : { email: row.email }),
    may_approve: row.mayApprove,
    ...presentLink(row),
  }
}
