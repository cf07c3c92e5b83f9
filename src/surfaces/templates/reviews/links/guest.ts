/**
 * What the holder of a link to the reviews of a template can do: see the latest review, comment on it, decide on it. The link
 * can do no more than its creator may do at that time.
 */
import { covers } from '../../../../kernel/access/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import type { Caller, CallActor } from '../../../../platform/identity/index.ts'
import type { Workers } from '../../../../platform/jobs/index.ts'
import { noteOpened, openLink } from '../../../../platform/links/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { addComment, listComments } from '../comments/comments.ts'
import type { Comment } from '../comments/contract.ts'
import { type Decision, decide, isRequester, requireApprover } from '../requests/decisions.ts'
import { isStale, requireReview } from '../requests/reviews.ts'
import {
  type ReleaseContent,
  type ReviewRow,
  type TemplateRow,
  accessTo,
  authorize,
  findApprovalPolicy,
  frozenModules,
  listRecipientNames,
  loadTemplate,
  mayBypassApproval,
  renderDocument,
  findRecipient,
  selectReviewedContent,
  selectReviews,
  selectReview,
} from '../../template/index.ts'
import { type LinkRow, reviewLinks } from './store.ts'

/** The IP address and request id of a holder, for the audit log. */
type Origin = Pick<CallActor, 'ip' | 'requestId'>

/** The latest review of a template, as the holder of a link sees it. */
export interface GuestReview {
  link: Pick<LinkRow, 'name' | 'mayApprove' | 'openedAt' | 'projectId'>
  /** The sample recipients of the project, as whom the email can be seen. */
  recipients: { id: string; name: string }[]
  template: Pick<TemplateRow, 'name'>
  /** Undefined while there is nothing to review. */
  review:
    (Pick<ReviewRow, 'id' | 'state' | 'note' | 'requesterName' | 'createdAt' | 'decisionNote'> & Decided) | undefined
  isStale: boolean
  content: ReleaseContent | undefined
  /** Comments of the review, the latest first; `hasMore` if there are older ones. */
  comments: Comment[]
  hasMore: boolean
  /** True if the holder may approve and reject now. */
  mayDecide: boolean
}
type Decided = Pick<ReviewRow, 'deciderName' | 'decidedAt'>

const shownComments = 100

/** The latest review. LINK_INVALID for a revoked or unknown link, LINK_EXPIRED. */
export async function openReviewLink(db: Db, token: string): Promise<GuestReview> {
  const { link, creator } = await openLink(db, reviewLinks, token)
  const template = await loadForGuest(db, creator, link)
  const review = await latestReview(db, template)
  const { data: comments, page } =
    review === undefined
      ? { data: [], page: { has_more: false } }
      : await listComments(db, creator, template.id, { review_id: review.id, limit: shownComments })
  const stale = review !== undefined && (await isStale(db, template, review))
  return {
    link,
    recipients: await listRecipientNames(db, link.projectId),
    template,
    review,
    isStale: stale,
    content: review && (await selectReviewedContent(db, review)),
    comments,
    hasMore: page.has_more,
    mayDecide: review?.state === 'pending' && !stale && (await mayDecide(db, { link, creator, template, review })),
  }
}

/** Records that the link was opened, the first time. Fails like `openReviewLink`. */
export async function noteReviewLinkOpened(db: Db, token: string): Promise<void> {
  const { link } = await openLink(db, reviewLinks, token)
  await noteOpened(db, reviewLinks, link)
}

/**
 * HTML and subject of the latest review: with the sample values of the template, as for a recipient of whom nothing is known
 * (`unknown`), or as a sample recipient gets it, by its id; one that was deleted since is as `sample`.
 */
export async function renderReviewed(
  db: Db,
  token: string,
  { recipient, cdnUrl, workers }: { recipient: string; cdnUrl: string; workers: Pick<Workers, 'runWithin'> },
): Promise<{ html: string; subject: string | undefined }> {
  const { content, link } = await openReviewLink(db, token)
  if (content === undefined) fail('REVIEW_NOT_FOUND')
  const saved = await findRecipient(db, link.projectId, recipient)
  const filled =
    recipient === 'unknown'
      ? ({ target: 'data', data: {} } as const)
      : ({ target: 'sample', data: saved?.data ?? {} } as const)
  const options = { ...filled, mode: 'production', outputs: ['html'], cdnUrl } as const
  const modules = frozenModules(content, 'review')
  const { html = '', subject } = await renderDocument(workers, content.document, options, modules)
  return { html, subject }
}

/** Comments on a review of the template. Fails like `addComment`. */
export async function commentByLink(
  db: Db,
  { token, origin, reviewId, text, nodeId }: Act & { text: string; nodeId: string | undefined },
): Promise<void> {
  const { link, creator } = await openLink(db, reviewLinks, token)
  const row = await authorize(db, creator, link.templateId, { needs: 'comment', editorOf: true })
  const review = await requireReview(db, row.id, reviewId)
  const body = { text, ...(nodeId === undefined ? {} : { node_id: nodeId }) }
  await addComment(db, holderOf(link, origin), row, { body, review })
}

/** Approves or rejects a review. PERMISSION_DENIED for a link that may only comment; fails like `decideReview`. */
export async function decideByLink(
  db: Db,
  { token, origin, reviewId, decision, note }: Act & { decision: Decision; note: string | undefined },
): Promise<void> {
  const { link, creator } = await openLink(db, reviewLinks, token)
  const row = await authorize(db, creator, link.templateId, { needs: 'comment', editorOf: true })
  const review = await requireReview(db, row.id, reviewId)
  if (!link.mayApprove) fail('PERMISSION_DENIED', 'This link may only comment.')
  if (!mayBypassApproval(creator)) await requireApprover(db, creator, row, review)
  await decide(db, holderOf(link, origin), row, { review, decision, note })
}

interface Act {
  token: string
  origin: Origin
  /** The review that the holder saw. */
  reviewId: string
}

// A template in the trash, or one that the creator may not see any more, is as a link that does not exist.
async function loadForGuest(db: Db, creator: Caller, { templateId }: LinkRow): Promise<TemplateRow> {
  const template = await loadTemplate(db, creator, templateId)
  if (template.isPublic) fail('LINK_INVALID')
  return template
}

async function latestReview(db: Db, { id, reviewId }: TemplateRow): Promise<ReviewRow | undefined> {
  if (reviewId !== null) return selectReview(db, id, reviewId)
  const [latest] = await selectReviews(db, id, { limit: 1 })
  return latest
}

async function mayDecide(
  db: Db,
  { link, creator, template, review }: { link: LinkRow; creator: Caller; template: TemplateRow; review: ReviewRow },
): Promise<boolean> {
  if (!link.mayApprove) return false
  if (mayBypassApproval(creator)) return true
  const { level } = await findApprovalPolicy(db, template.projectId)
  return !isRequester(review, creator) && covers(await accessTo(db, creator, template), level)
}

function holderOf({ id, name, projectId, companyId }: LinkRow, origin: Origin): Caller {
  return { projectId, companyId, actor: { kind: 'reviewer', id, name, ...origin }, scopes: [] }
}
