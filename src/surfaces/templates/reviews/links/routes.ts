import type { Http } from '../../../../platform/http/index.ts'
import { linkTag } from '../../../../platform/links/index.ts'
import { type Store, underLocks } from '../../../../platform/storage/index.ts'
import { TemplateParams } from '../../template/index.ts'
import {
  CreateReviewLink,
  ListReviewLinks,
  ReviewLink,
  ReviewLinkOnce,
  ReviewLinkPage,
  ReviewLinkParams,
} from './contract.ts'
import { createReviewLink, listReviewLinks, revokeReviewLink } from './links.ts'

const errors = ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED'] as const

export interface ReviewLinkDeps {
  http: Http
  store: Store
  /** URL of the pages. */
  appUrl: string
}

export function linkRoutes({ http, store, appUrl }: ReviewLinkDeps) {
  return http
    .surface('reviews')
    .get(
      '/templates/:id/review-links',
      ({ caller, params, query }) => listReviewLinks(store.read, caller, params.id, query),
      {
        id: 'reviews.listLinks',
        summary: 'List the links for reviewers',
        description: 'The latest first, expired and revoked ones included, without their URLs.',
        scope: 'templates:read',
        params: TemplateParams,
        query: ListReviewLinks,
        response: { 200: ReviewLinkPage },
        errors: ['TEMPLATE_NOT_FOUND', 'PERMISSION_DENIED', 'INVALID_CURSOR'],
      },
    )
    .post(
      '/templates/:id/review-links',
      ({ caller, params: { id }, body, once }) => once((db) => createReviewLink(db, caller, { id, body, appUrl })),
      {
        id: 'reviews.createLink',
        summary: 'Create a link for a reviewer',
        description:
          'A page that shows the latest review of the template to a reviewer without an account, who can comment and, with ' +
          '`may_approve`, decide. The link can do no more than its creator may do at that time.',
        scope: 'templates:write',
        once: underLocks,
        etag: linkTag,
        params: TemplateParams,
        body: CreateReviewLink,
        response: { 201: ReviewLinkOnce },
        errors: [...errors, 'LIMIT_REACHED'],
      },
    )
    .delete(
      '/templates/:id/review-links/:linkId',
      ({ caller, ifMatch, params }) =>
        store.tx((db) => revokeReviewLink(db, caller, { ...params, ifMatch }), underLocks),
      {
        id: 'reviews.revokeLink',
        summary: 'Revoke a link for a reviewer',
        description: 'From the next request on it opens nothing. What was written through it stays.',
        scope: 'templates:write',
        ifMatch: true,
        etag: linkTag,
        params: ReviewLinkParams,
        response: { 200: ReviewLink },
        errors: [...errors, 'REVIEW_LINK_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
}
