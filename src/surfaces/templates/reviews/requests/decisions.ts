/** Approving and rejecting a review, and revoking an approval. */
import { type Access, covers } from '../../../../kernel/access/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { recordAct } from '../../../../platform/audit/index.ts'
import { checkIfMatch } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type ReviewRow,
  type TemplateRecord,
  authorize,
  changePublished,
  findApprovalPolicy,
  selectReleasesOf,
  updateReview,
} from '../../template/index.ts'
import type { DecideReview, Review } from './contract.ts'
import { isStale, presentReview, requirePending, requireReview } from './reviews.ts'

export type Decision = 'approved' | 'rejected'

interface Order {
  id: string
  reviewId: string
  body: DecideReview
  ifMatch?: string | undefined
}

/**
 * Decides on a pending review. OWN_REVIEW for its requester, PERMISSION_DENIED below the level that the project demands,
 * REVIEW_NOT_PENDING, and for an approval REVIEW_STALE if the draft has changed since.
 */
export async function decideReview(
  db: Db,
  caller: Caller,
  decision: Decision,
  { id, reviewId, body, ifMatch }: Order,
): Promise<Review> {
  const row = await authorize(db, caller, id, { needs: 'comment', editorOf: true })
  const review = await requireReview(db, id, reviewId)
  await requireApprover(db, caller, row, review)
  checkIfMatch(ifMatch, review.version)
  return decide(db, caller, row, { review, decision, note: body.note })
}

/** Records the decision of a caller that is authorized to decide, on a template that the transaction has locked. */
export async function decide(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  { review, decision, note }: { review: ReviewRow; decision: Decision; note: string | undefined },
): Promise<Review> {
  requirePending(review)
  const stale = await isStale(db, row, review)
  if (stale && decision === 'approved') fail('REVIEW_STALE')
  const decided = await write(db, caller, review, { state: decision, note })
  if (row.reviewId === review.id) {
    await changePublished(db, caller, row, { reviewState: decision, reviewDiffers: stale })
  }
  await recordAct(db, caller, [`template.review_${decision}`, row.id], {
    review_id: review.id,
    revision: review.revision,
    ...(note === undefined ? {} : { note }),
  })
  return presentReview(decided, { isStale: stale })
}

/**
 * Withdraws an approval until its content is published. A release that is scheduled with it is cancelled when its time has
 * come, unless the content was approved again. REVIEW_NOT_APPROVED.
 */
export async function revokeApproval(db: Db, caller: Caller, { id, reviewId, body, ifMatch }: Order): Promise<Review> {
  const row = await authorize(db, caller, id, { needs: 'comment', editorOf: true })
  const review = await requireReview(db, id, reviewId)
  // Withdrawing an approval makes nothing live, so its requester may do it as well.
  if (!isRequester(review, caller)) await requireApproverLevel(db, caller, row)
  checkIfMatch(ifMatch, review.version)
  if (review.state !== 'approved') fail('REVIEW_NOT_APPROVED', `It is ${review.state}.`)
  const release = (await selectReleasesOf(db, id, [review.id])).get(review.id)
  if (release !== undefined) fail('REVIEW_NOT_APPROVED', `Release ${release} was published with it.`)
  const revoked = await write(db, caller, review, { state: 'revoked', note: body.note })
  if (row.reviewId === review.id) {
    await changePublished(db, caller, row, { reviewId: null, reviewState: null, reviewDiffers: false })
  }
  await recordAct(db, caller, ['template.review_revoked', id], {
    review_id: review.id,
    ...(body.note === undefined ? {} : { note: body.note }),
  })
  return presentReview(revoked, { isStale: await isStale(db, row, review) })
}

/** OWN_REVIEW for the requester of the review, PERMISSION_DENIED below the level that the project demands. */
export async function requireApprover(
  db: Db,
  caller: Caller,
  row: TemplateRecord & { access: Access },
  review: ReviewRow,
): Promise<void> {
  await requireApproverLevel(db, caller, row)
  if (isRequester(review, caller)) fail('OWN_REVIEW')
}

/** PERMISSION_DENIED below the level that the project demands of approvers. Accounts with the role reviewer are approvers. */
export async function requireApproverLevel(
  db: Db,
  { role }: Caller,
  row: TemplateRecord & { access: Access },
): Promise<void> {
  if (role === 'reviewer') return
  const { level } = await findApprovalPolicy(db, row.projectId)
  if (!covers(row.access, level)) {
    fail('PERMISSION_DENIED', `Approvers of this project need the level ${level}; you have ${row.access}.`)
  }
}

/** True if the caller requested the review. */
export function isRequester({ requesterKind, requesterId }: ReviewRow, { actor }: Caller): boolean {
  return requesterKind === actor.kind && requesterId === actor.id
}

async function write(
  db: Db,
  { actor }: Caller,
  review: ReviewRow,
  { state, note }: { state: ReviewRow['state']; note: string | undefined },
): Promise<ReviewRow> {
  const change = {
    state,
    version: review.version + 1,
    deciderKind: actor.kind,
    deciderId: actor.id,
    deciderName: actor.name,
    decisionNote: note ?? null,
    decidedAt: db.nowMs(),
  }
  await updateReview(db, review, change)
  return { ...review, ...change }
}
