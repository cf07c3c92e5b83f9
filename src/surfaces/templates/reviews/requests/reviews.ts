/** Requests for a review of a draft. Decisions on them are in decisions.ts. */
import { fail } from '../../../../kernel/errors/index.ts'
import { createId, isId } from '../../../../kernel/ids/index.ts'
import { recordAct } from '../../../../platform/audit/index.ts'
import { checkIfMatch, readCreatedPage, revisionTag } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type ReviewRow,
  type TemplateRecord,
  authorize,
  changePublished,
  deleteUnusedContents,
  freezeDraft,
  insertReview,
  loadTemplate,
  selectReleasesOf,
  selectReview,
  selectReviewedContent,
  selectReviews,
  storeContent,
  updateReview,
} from '../../template/index.ts'
import type { ListReviews, RequestReview, Review, ReviewPage, ReviewWithDocument } from './contract.ts'

/**
 * Requests a review of the draft as it is now, in place of a pending one. PRECONDITION_FAILED if the draft changed since the
 * revision in If-Match, LOCKED while someone else edits it.
 */
export async function requestReview(
  db: Db,
  caller: Caller,
  { id, body, ifMatch }: { id: string; body: RequestReview; ifMatch?: string | undefined },
): Promise<Review> {
  const row = await authorize(db, caller, id, { needs: 'edit_text' })
  checkIfMatch(ifMatch, row.revision)
  const draft = await freezeDraft(db, row)
  await storeContent(db, id, draft)
  await cancelPending(db, caller, row)
  const review: ReviewRow = {
    id: createId('review'),
    templateId: id,
    state: 'pending',
    version: 1,
    revision: row.revision,
    contentKey: draft.key,
    note: body.note ?? null,
    requesterKind: caller.actor.kind,
    requesterId: caller.actor.id,
    requesterName: caller.actor.name,
    createdAt: db.nowMs(),
    deciderKind: null,
    deciderId: null,
    deciderName: null,
    decisionNote: null,
    decidedAt: null,
  }
  await insertReview(db, review)
  await deleteUnusedContents(db, id, review.id)
  await changePublished(db, caller, row, { reviewId: review.id, reviewState: 'pending', reviewDiffers: false })
  await recordAct(db, caller, ['template.review_requested', id], {
    review_id: review.id,
    revision: row.revision,
    ...(body.note === undefined ? {} : { note: body.note }),
  })
  return presentReview(review, { isStale: false })
}

/** Withdraws a review that is pending. REVIEW_NOT_PENDING for any other. */
export async function cancelReview(
  db: Db,
  caller: Caller,
  { id, reviewId, ifMatch }: { id: string; reviewId: string; ifMatch?: string | undefined },
): Promise<Review> {
  const row = await authorize(db, caller, id, { needs: 'edit_text', editorOf: true })
  const review = await requireReview(db, id, reviewId)
  checkIfMatch(ifMatch, review.version)
  requirePending(review)
  const cancelled = await cancel(db, caller, review)
  if (row.reviewId === review.id) {
    await changePublished(db, caller, row, { reviewId: null, reviewState: null, reviewDiffers: false })
  }
  return presentReview(cancelled, { isStale: await isStale(db, row, review) })
}

/** A page of the reviews, the latest first by default. */
export async function listReviews(db: Db, caller: Caller, id: string, query: ListReviews): Promise<ReviewPage> {
  const template = await loadTemplate(db, caller, id)
  const states = query.state?.toSorted()
  const { items, page } = await readCreatedPage(query, {
    key: ['reviews', id, states],
    kind: 'review',
    sort: '-created_at',
    read: (wanted) => selectReviews(db, id, { ...wanted, states }),
  })
  if (items.length === 0) return { data: [], page }
  const { key } = await freezeDraft(db, template)
  const releases = await selectReleasesOf(
    db,
    id,
    items.map((review) => review.id),
  )
  const data = items.map((review) =>
    presentReview(review, { isStale: review.contentKey !== key, release: releases.get(review.id) }),
  )
  return { data, page }
}

/** One review with the content that it is about. REVIEW_NOT_FOUND. */
export async function getReview(db: Db, caller: Caller, id: string, reviewId: string): Promise<ReviewWithDocument> {
  const template = await loadTemplate(db, caller, id)
  const review = await requireReview(db, id, reviewId)
  const content = await selectReviewedContent(db, review)
  const release = (await selectReleasesOf(db, id, [review.id])).get(review.id)
  return {
    ...presentReview(review, { isStale: await isStale(db, template, review), release }),
    ...(content === undefined ? {} : { document: content.document }),
  }
}

/** REVIEW_NOT_FOUND. */
export async function requireReview(db: Db, id: string, reviewId: string): Promise<ReviewRow> {
  return (isId('review', reviewId) ? await selectReview(db, id, reviewId) : undefined) ?? fail('REVIEW_NOT_FOUND')
}

/** REVIEW_NOT_PENDING, with the author of the decision. */
export function requirePending({ state, deciderName }: ReviewRow): void {
  if (state === 'pending') return
  fail('REVIEW_NOT_PENDING', `It is ${state}${deciderName === null ? '' : ` by ${deciderName}`}.`)
}

/** True if the draft is no longer what the review is about. */
export async function isStale(
  db: Db,
  template: Pick<TemplateRecord, 'id' | 'projectId'>,
  { contentKey }: ReviewRow,
): Promise<boolean> {
  return (await freezeDraft(db, template)).key !== contentKey
}

async function cancelPending(db: Db, caller: Caller, { id, reviewId }: TemplateRecord): Promise<void> {
  const review = reviewId === null ? undefined : await selectReview(db, id, reviewId)
  if (review?.state === 'pending') await cancel(db, caller, review)
}

async function cancel(db: Db, caller: Caller, review: ReviewRow): Promise<ReviewRow> {
  const change = {
    state: 'cancelled',
    version: review.version + 1,
    deciderKind: caller.actor.kind,
    deciderId: caller.actor.id,
    deciderName: caller.actor.name,
    decidedAt: db.nowMs(),
  } as const
  await updateReview(db, review, change)
  await recordAct(db, caller, ['template.review_cancelled', review.templateId], { review_id: review.id })
  return { ...review, ...change }
}

/** The value of the ETag: saves make a review stale, and releases are published with it, without another version. */
export function reviewTag({ version, stale, release }: Review): string {
  return revisionTag(version, [stale, release])
}

/** `release` is the latest that was published with the approval. */
export function presentReview(
  row: ReviewRow,
  { isStale: stale, release }: { isStale: boolean; release?: number | undefined },
): Review {
  const { deciderKind, deciderId, deciderName, decidedAt } = row
  return {
    id: row.id,
    template_id: row.templateId,
    state: row.state,
    stale,
    version: row.version,
    revision: row.revision,
    ...(row.note === null ? {} : { note: row.note }),
    requested_by: { kind: row.requesterKind, id: row.requesterId, name: row.requesterName },
    created_at: new Date(row.createdAt).toISOString(),
    ...(deciderKind === null || deciderId === null || deciderName === null
      ? {}
      : { decided_by: { kind: deciderKind, id: deciderId, name: deciderName } }),
    ...(decidedAt === null ? {} : { decided_at: new Date(decidedAt).toISOString() }),
    ...(row.decisionNote === null ? {} : { decision_note: row.decisionNote }),
    ...(release === undefined ? {} : { release }),
  }
}
