import type { Http } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import type { Admission } from '../admission.ts'
import { DecideApproval, EditorReviewParams, RequestApproval, UnpublishedEmail } from './contract.ts'
import { decideApproval, publicationTag, requestApproval, withdrawRequest } from './publishing.ts'

const errors = ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED'] as const
const decisionErrors = [...errors, 'REVIEW_NOT_FOUND', 'REVIEW_NOT_PENDING', 'OWN_REVIEW'] as const

/** Routes to request an approval of the email of a session, and to decide on requests of others. */
export function approvalRoutes({ http, admission, store }: { http: Http; admission: Admission; store: Store }) {
  const { sessionOf } = admission
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .post(
      '/plugin/reviews',
      ({ caller, body, once, request }) => {
        const session = sessionOf(request)
        return once((db) => requestApproval(db, caller, session, body), { resource: session.emailId })
      },
      {
        id: 'plugin.requestReview',
        summary: 'Request an approval of the draft',
        description:
          'The request is about exactly the draft as it is now and replaces a pending one. With `baseRevision` it fails if ' +
          'the draft has another revision.',
        admit: admission.session,
        once: underLocks,
        etag: publicationTag,
        body: RequestApproval,
        response: { 200: UnpublishedEmail },
        errors: [...errors, 'REVISION_CONFLICT', 'LOCKED'],
      },
    )
    .delete(
      '/plugin/reviews/:reviewId',
      ({ caller, ifMatch, params: { reviewId }, request }) =>
        store.tx((db) => withdrawRequest(db, caller, sessionOf(request), { reviewId, ifMatch }), underLocks),
      {
        id: 'plugin.cancelReview',
        summary: 'Withdraw a request for approval',
        description:
          'The review stays in the list of the template as cancelled. If-Match takes the ETag of what is published.',
        admit: admission.session,
        ifMatch: true,
        etag: publicationTag,
        params: EditorReviewParams,
        response: { 200: UnpublishedEmail },
        errors: [...errors, 'REVIEW_NOT_FOUND', 'REVIEW_NOT_PENDING', 'PRECONDITION_FAILED'],
      },
    )
    .post(
      '/plugin/reviews/:reviewId/approve',
      ({ caller, body, once, params: { reviewId }, request }) => {
        const session = sessionOf(request)
        return once((db) => decideApproval(db, caller, session, { state: 'approved', reviewId, body }), {
          resource: session.emailId,
        })
      },
      {
        id: 'plugin.approveReview',
        summary: 'Approve the draft',
        description: 'By another user than the requester, with the level that the project demands of approvers.',
        admit: admission.session,
        once: underLocks,
        params: EditorReviewParams,
        body: DecideApproval,
        response: { 200: UnpublishedEmail },
        errors: [...decisionErrors, 'REVIEW_STALE'],
      },
    )
    .post(
      '/plugin/reviews/:reviewId/reject',
      ({ caller, body, once, params: { reviewId }, request }) => {
        const session = sessionOf(request)
        return once((db) => decideApproval(db, caller, session, { state: 'rejected', reviewId, body }), {
          resource: session.emailId,
        })
      },
      {
        id: 'plugin.rejectReview',
        summary: 'Reject the draft',
        description: 'By another user than the requester, with the level that the project demands of approvers.',
        admit: admission.session,
        once: underLocks,
        params: EditorReviewParams,
        body: DecideApproval,
        response: { 200: UnpublishedEmail },
        errors: [...decisionErrors],
      },
    )
}
