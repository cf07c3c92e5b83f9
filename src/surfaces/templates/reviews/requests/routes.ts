import type { Http } from '../../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../../platform/storage/index.ts'
import { TemplateParams } from '../../template/index.ts'
import {
  DecideReview,
  ListReviews,
  RequestReview,
  Review,
  ReviewPage,
  ReviewParams,
  ReviewWithDocument,
} from './contract.ts'
import { decideReview, revokeApproval } from './decisions.ts'
import { cancelReview, getReview, listReviews, requestReview, reviewTag } from './reviews.ts'

const errors = ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED', 'PRECONDITION_FAILED'] as const
const decisionErrors = [...errors, 'REVIEW_NOT_FOUND', 'REVIEW_NOT_PENDING', 'OWN_REVIEW'] as const

const decides = {
  scope: 'templates:write',
  once: underLocks,
  ifMatch: true,
  etag: reviewTag,
  params: ReviewParams,
} as const

/** Reviews of drafts: requested by one caller, decided by another. */
export function requestRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('reviews')
    .get('/templates/:id/reviews', ({ caller, params, query }) => listReviews(store.read, caller, params.id, query), {
      id: 'reviews.list',
      summary: 'List the reviews of a template',
      description: 'The latest first, decided and cancelled ones included.',
      scope: 'templates:read',
      params: TemplateParams,
      query: ListReviews,
      response: { 200: ReviewPage },
      errors: ['TEMPLATE_NOT_FOUND', 'INVALID_CURSOR'],
    })
    .post(
      '/templates/:id/reviews',
      ({ caller, params: { id }, body, ifMatch, once }) =>
        once((db) => requestReview(db, caller, { id, body, ifMatch })),
      {
        id: 'reviews.request',
        summary: 'Request a review of the draft',
        description:
          'The review is about exactly the draft as it is now, with the modules that it shows. It replaces a pending one. ' +
          'If-Match takes the revision of the template.',
        scope: 'templates:write',
        once: underLocks,
        ifMatch: true,
        etag: reviewTag,
        location: '/v1/templates/:id/reviews/{id}',
        params: TemplateParams,
        body: RequestReview,
        response: { 201: Review },
        errors: [...errors, 'LOCKED'],
      },
    )
    .get(
      '/templates/:id/reviews/:reviewId',
      ({ caller, params }) => getReview(store.read, caller, params.id, params.reviewId),
      {
        id: 'reviews.get',
        summary: 'Get one review',
        description: 'The review with the document that it is about.',
        scope: 'templates:read',
        etag: reviewTag,
        params: ReviewParams,
        response: { 200: ReviewWithDocument },
        errors: ['TEMPLATE_NOT_FOUND', 'REVIEW_NOT_FOUND'],
      },
    )
    .post(
      '/templates/:id/reviews/:reviewId/approve',
      ({ caller, params, body, ifMatch, once }) =>
        once((db) => decideReview(db, caller, 'approved', { ...params, body, ifMatch })),
      {
        id: 'reviews.approve',
        summary: 'Approve the draft',
        description:
          'By another caller than the requester, with the level that the project demands of approvers. The approval counts for ' +
          'exactly this content: a draft that is changed needs another one.',
        ...decides,
        body: DecideReview,
        response: { 200: Review },
        errors: [...decisionErrors, 'REVIEW_STALE'],
      },
    )
    .post(
      '/templates/:id/reviews/:reviewId/reject',
      ({ caller, params, body, ifMatch, once }) =>
        once((db) => decideReview(db, caller, 'rejected', { ...params, body, ifMatch })),
      {
        id: 'reviews.reject',
        summary: 'Reject the draft',
        description: 'By another caller than the requester, with the level that the project demands of approvers.',
        ...decides,
        body: DecideReview,
        response: { 200: Review },
        errors: [...decisionErrors],
      },
    )
    .post(
      '/templates/:id/reviews/:reviewId/revoke',
      ({ caller, params, body, ifMatch, once }) =>
        once((db) => revokeApproval(db, caller, { ...params, body, ifMatch })),
      {
        id: 'reviews.revoke',
        summary: 'Revoke an approval',
        description:
          'Until the content is published. A release that is scheduled with it is cancelled at its time, unless the content is ' +
          'approved again before.',
        ...decides,
        body: DecideReview,
        response: { 200: Review },
        errors: [...errors, 'REVIEW_NOT_FOUND', 'REVIEW_NOT_APPROVED'],
      },
    )
    .delete(
      '/templates/:id/reviews/:reviewId',
      ({ caller, params, ifMatch }) => store.tx((db) => cancelReview(db, caller, { ...params, ifMatch }), underLocks),
      {
        id: 'reviews.cancel',
        summary: 'Cancel a pending review',
        description: 'The review stays in the list as cancelled.',
        scope: 'templates:write',
        ifMatch: true,
        etag: reviewTag,
        params: ReviewParams,
        response: { 200: Review },
        errors: [...errors, 'REVIEW_NOT_FOUND', 'REVIEW_NOT_PENDING'],
      },
    )
}
