/** Links for reviewers without an account. What they can do is in guest.ts. */
import { fail } from '../../../../kernel/errors/index.ts'
import { createId, createLinkToken, isId } from '../../../../kernel/ids/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { recordAct } from '../../../../platform/audit/index.ts'
import { checkIfMatch, digestOf, readCreatedPage } from '../../../../platform/http/index.ts'
import { type Caller, hashKey, readLinkExpiry } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { requireApproverLevel } from '../requests/decisions.ts'
import { authorize, loadTemplate, requireAccess } from '../../template/index.ts'
import type { CreateReviewLink, ListReviewLinks, ReviewLink, ReviewLinkOnce, ReviewLinkPage } from './contract.ts'
import { type LinkRow, countValidLinks, insertLink, selectLink, selectLinks, updateLink } from './store.ts'

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
  const { actor, projectId, companyId } = caller
  if (actor.kind === 'reviewer') fail('FORBIDDEN')
  const mayApprove = body.may_approve ?? false
  if (mayApprove) await requireApproverLevel(db, caller, row)
  const now = db.nowMs()
  const { reviewLinkDays: days, reviewLinkDaysMax: maxDays } = limits
  const expiresAt = readLinkExpiry(body.expires_at, { days, maxDays, nowMs: now })
  if ((await countValidLinks(db, id, now)) >= limits.reviewLinks) {
    fail('LIMIT_REACHED', `A template is limited to ${limits.reviewLinks} valid links; revoke some.`)
  }
  const token = createLinkToken()
  const link: LinkRow = {
    id: createId('reviewLink'),
    templateId: id,
    projectId,
    companyId,
    name: body.name,
    email: body.email ?? null,
    tokenHash: hashKey(token),
    mayApprove,
    creatorKind: actor.kind,
    creatorId: actor.id,
    creatorName: actor.name,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    openedAt: null,
  }
  await insertLink(db, link)
  await recordAct(db, caller, ['template.review_link_created', id], {
    link_id: link.id,
    name: link.name,
    may_approve: mayApprove,
    expires_at: new Date(expiresAt).toISOString(),
  })
  return { ...present(link), url: `${appUrl}/review/${token}` }
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
    read: (wanted) => selectLinks(db, id, wanted),
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
  const link = (isId('reviewLink', linkId) && (await selectLink(db, id, linkId))) || fail('REVIEW_LINK_NOT_FOUND')
  checkIfMatch(ifMatch, linkTag(present(link)))
  if (link.revokedAt !== null) return present(link)
  const revokedAt = db.nowMs()
  await updateLink(db, link, { revokedAt })
  await recordAct(db, caller, ['template.review_link_revoked', id], { link_id: linkId })
  return present({ ...link, revokedAt })
}

/** The value of the ETag of a link, for which its visits do not count. */
export function linkTag({ id, revoked_at: time }: Pick<ReviewLink, 'id' | 'revoked_at'>): string {
  return digestOf([id, time])
}

function present(row: LinkRow): ReviewLink {
  const instant = (ms: number) => new Date(ms).toISOString()
  return {
    id: row.id,
    template_id: row.templateId,
    name: row.name,
    ...(row.email === null ? {} : { email: row.email }),
    may_approve: row.mayApprove,
    created_by: { kind: row.creatorKind, id: row.creatorId, name: row.creatorName },
    created_at: instant(row.createdAt),
    expires_at: instant(row.expiresAt),
    ...(row.openedAt === null ? {} : { opened_at: instant(row.openedAt) }),
    ...(row.revokedAt === null ? {} : { revoked_at: instant(row.revokedAt) }),
  }
}
