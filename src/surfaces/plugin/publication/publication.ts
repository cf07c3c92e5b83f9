/** What is published of the email of a session, in the names of the plugin API. */
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type DraftApproval,
  type Publication,
  type Release,
  initialApproval,
  initialPublication,
  loadApproval,
  loadPublication,
} from '../../templates/index.ts'
import type { EditorPublication, EditorRelease, EditorReview } from './contract.ts'

export function presentRelease(release: Release): EditorRelease {
  const { number, state, live, revision, note = null, author } = release
  return {
    number,
    state,
    live,
    revision,
    note,
    restoredFrom: release.restored_from ?? null,
    author,
    createdAt: release.created_at,
    publishAt: release.publish_at ?? null,
    publishedAt: release.published_at ?? null,
  }
}

/** The publication of a template, or of an email that was never saved. Fails like `loadTemplate`. */
export async function readPublication(
  db: Db,
  caller: Caller,
  templateId: string | undefined,
): Promise<EditorPublication> {
  return templateId === undefined
    ? present(await initialPublication(db, caller), await initialApproval(db, caller))
    : present(await loadPublication(db, caller, templateId), await loadApproval(db, caller, templateId))
}

function presentReview({ review, mayDecide }: DraftApproval): EditorReview | null {
  if (review === undefined) return null
  const { id, state, stale } = review
  // A review that was cancelled or revoked is not the latest one of a template.
  if (state === 'cancelled' || state === 'revoked') return null
  return {
    id,
    state,
    stale,
    note: review.note ?? null,
    requestedBy: review.requested_by,
    createdAt: review.created_at,
    decidedBy: review.decided_by ?? null,
    decidedAt: review.decided_at ?? null,
    comment: review.decision_note ?? null,
    mayDecide,
  }
}

function present(publication: Publication, approval: DraftApproval): EditorPublication {
  const { publishing, status, release, scheduled, mayPublish, revision } = publication
  return {
    publishing,
    status,
    unpublishedChanges: publication.unpublished_changes,
    release: release === undefined ? null : presentRelease(release),
    scheduled: scheduled === undefined ? null : presentRelease(scheduled),
    mayPublish,
    approval: approval.approval,
    review: presentReview(approval),
    mayRequestReview: approval.mayRequest,
    revision,
  }
}
