/** The approval that a content needs before it is published. */
import { fail } from '../../../../kernel/errors/index.ts'
import { type Caller, hasScope } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { findApprovalPolicy, noReview } from '../releases/store.ts'
import type { TemplateChange, TemplateRecord } from '../store.ts'
import { selectDecision, selectReview, updateReview } from './store.ts'

/** How a release was approved; neither is set in a project that requires no approval. */
export interface Approval {
  reviewId: string | null
  isBypassed: boolean
}

/** True for callers that may publish without the approval that their project requires. */
export function mayBypassApproval(caller: Caller): boolean {
  return hasScope(caller, 'admin') || caller.role === 'owner'
}

/**
 * The approval of exactly this content. APPROVAL_REQUIRED unless the latest decision on it is an approval, or the caller
 * bypasses it; PERMISSION_DENIED for a bypass by a caller that may not.
 */
export async function requireApproval(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  { key, bypass }: { key: string; bypass: boolean },
): Promise<Approval> {
  const decision = await selectDecision(db, row.id, key)
  if (decision?.state === 'approved') return { reviewId: decision.id, isBypassed: false }
  const { isRequired } = await findApprovalPolicy(db, row.projectId)
  if (!isRequired) return { reviewId: null, isBypassed: false }
  if (!bypass) fail('APPROVAL_REQUIRED', reasonOf(row, decision?.state))
  if (!mayBypassApproval(caller)) {
    fail('PERMISSION_DENIED', 'Only API keys with the scope admin and owners may publish without approval.')
  }
  return { reviewId: null, isBypassed: true }
}

function reasonOf({ reviewId, reviewState, reviewDiffers }: TemplateRecord, decision: string | undefined): string {
  if (decision === 'rejected') return 'A reviewer rejected this content.'
  if (decision === 'revoked') return 'The approval of this content was revoked.'
  if (reviewId === null) return 'No review of this draft was requested.'
  if (reviewState === 'pending' && !reviewDiffers) return `The review ${reviewId} is pending.`
  return `The draft has changed since the review ${reviewId} was requested.`
}

/**
 * The columns of a template that follow from publishing a content: a review of it ends, one of another content goes on. A
 * pending one is cancelled.
 */
export async function endReviewOf(
  db: Db,
  { actor }: Caller,
  row: TemplateRecord,
  key: string,
): Promise<Pick<TemplateChange, 'reviewId' | 'reviewState' | 'reviewDiffers'>> {
  const review = row.reviewId === null ? undefined : await selectReview(db, row.id, row.reviewId)
  if (review === undefined || review.contentKey !== key) return {}
  if (review.state === 'pending') {
    await updateReview(db, review, {
      state: 'cancelled',
      version: review.version + 1,
      deciderKind: actor.kind,
      deciderId: actor.id,
      deciderName: actor.name,
      decidedAt: db.nowMs(),
    })
  }
  return noReview
}
