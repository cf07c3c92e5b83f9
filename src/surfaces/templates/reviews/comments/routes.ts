import type { Http } from '../../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../../platform/storage/index.ts'
import { TemplateParams } from '../../template/index.ts'
import { createComment, getComment, listComments, resolveComment } from './comments.ts'
import { Comment, CommentPage, CommentParams, CreateComment, ListComments, UpdateComment } from './contract.ts'

const errors = ['TEMPLATE_NOT_FOUND', 'TEMPLATE_READ_ONLY', 'PERMISSION_DENIED'] as const

export function commentRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('comments')
    .get('/templates/:id/comments', ({ caller, params, query }) => listComments(store.read, caller, params.id, query), {
      id: 'comments.list',
      summary: 'List the comments on a template',
      description: 'The latest first, those of reviews and those written through links included.',
      scope: 'templates:read',
      params: TemplateParams,
      query: ListComments,
      response: { 200: CommentPage },
      errors: ['TEMPLATE_NOT_FOUND', 'INVALID_CURSOR'],
    })
    .post(
      '/templates/:id/comments',
      ({ caller, params, body, once }) => once((db) => createComment(db, caller, params.id, body)),
      {
        id: 'comments.create',
        summary: 'Comment on a template',
        description: 'On the whole email or one block; as part of a review, holders of links to the review see it.',
        scope: 'templates:write',
        once: underLocks,
        etag: 'version',
        location: '/v1/templates/:id/comments/{id}',
        params: TemplateParams,
        body: CreateComment,
        response: { 201: Comment },
        errors: [...errors, 'REVIEW_NOT_FOUND', 'LIMIT_REACHED'],
      },
    )
    .get(
      '/templates/:id/comments/:commentId',
      ({ caller, params }) => getComment(store.read, caller, params.id, params.commentId),
      {
        id: 'comments.get',
        summary: 'Get one comment',
        description: 'A comment with its author.',
        scope: 'templates:read',
        etag: 'version',
        params: CommentParams,
        response: { 200: Comment },
        errors: ['TEMPLATE_NOT_FOUND', 'COMMENT_NOT_FOUND'],
      },
    )
    .put(
      '/templates/:id/comments/:commentId',
      ({ caller, params, body, ifMatch }) =>
        store.tx((db) => resolveComment(db, caller, { ...params, body, ifMatch }), underLocks),
      {
        id: 'comments.update',
        summary: 'Resolve or reopen a comment',
        description: 'Requires the level `comment`.',
        scope: 'templates:write',
        ifMatch: true,
        etag: 'version',
        params: CommentParams,
        body: UpdateComment,
        response: { 200: Comment },
        errors: [...errors, 'COMMENT_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
}
