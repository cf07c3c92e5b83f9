/** The approval that a draft needs and has, and its latest review, for the editor of the email. */
import { covers } from '../../../../kernel/access/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  accessIn,
  accessTo,
  findApprovalPolicy,
  freezeDraft,
  loadTemplate,
  selectDecision,
  selectReview,
} from '../../template/index.ts'
import type { Review } from './contract.ts'
import { isRequester } from './decisions.ts'
import { presentReview } from './reviews.ts'

export interface DraftApproval {
  /** `required`: exactly this draft, with the modules that it shows, is not approved. */
  approval: 'not_required' | 'required' | 'approved'
  /** The latest one, unless it was cancelled or revoked, or its content was published. */
  review?: Review
  mayRequest: boolean
  /** The caller may approve or reject the review, which is pending. */
  mayDecide: boolean
}

/** Fails like `loadTemplate`. */
export async function loadApproval(db: Db, caller: Caller, id: string): Promise<DraftApproval> {
  const row = await loadTemplate(db, caller, id)
  const { isRequired, level } = await findApprovalPolicy(db, row.projectId)
  const review = row.reviewId === null ? undefined : await selectReview(db, id, row.reviewId)
  if (row.isPublic || (!isRequired && review === undefined)) return noApproval
  const access = await accessTo(db, caller, row)
  const { key } = await freezeDraft(db, row)
  const isApproved = (await selectDecision(db, id, key))?.state === 'approved'
  const isDecidable = review?.state === 'pending' && !isRequester(review, caller)
  return {
    approval: isApproved ? 'approved' : isRequired ? 'required' : 'not_required',
    ...(review === undefined ? {} : { review: presentReview(review, { isStale: review.contentKey !== key }) }),
    mayRequest: covers(access, 'edit_text'),
    mayDecide: isDecidable && covers(access, level),
  }
}

/** Of a template that the first save will create, outside of folders. */
export async function initialApproval(db: Db, caller: Caller): Promise<DraftApproval> {
  const { isRequired } = await findApprovalPolicy(db, caller.projectId)
  if (!isRequired) return noApproval
  return { ...noApproval, approval: 'required', mayRequest: covers(await accessIn(db, caller, null), 'edit_text') }
}

const noApproval: DraftApproval = { approval: 'not_required', mayRequest: false, mayDecide: false }
