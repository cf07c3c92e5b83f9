import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../../kernel/limits.ts'
import {
  Actor,
  Instant,
  closed,
  createdFilters,
  idOf,
  looseReferenceTo,
  pageOf,
  pageQuery,
  sortBy,
} from '../../../../kernel/schema/index.ts'

const exampleTemplate = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'
const exampleReview = 'rvw_01jd7q2v5w8x3y4z6a7b9c0d1k'
const exampleId = 'cmt_01jd7q2v5w8x3y4z6a7b9c0d1m'

const text = {
  minLength: 1,
  maxLength: limits.commentLength,
  description: 'Plain text; line breaks are kept.',
  examples: ['The price is last year’s.'],
}

// At least one visible character, no control characters besides tabs and line breaks.
const pattern = '^(?=\\s*\\S)[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$'

const GivenText = Type.String({ ...text, pattern })

/** True for a text that a comment may have. */
export function isCommentText(given: string): boolean {
  return given.length <= limits.commentLength && new RegExp(pattern).test(given)
}

const NodeId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The block that it is about; absent if it is about the whole email.',
  examples: ['hero'],
})

export const Comment = closed(
  {
    id: idOf('comment', { examples: [exampleId] }),
    template_id: idOf('template', { examples: [exampleTemplate] }),
    review_id: Type.Optional(
      idOf('review', {
        description: 'The review that it belongs to. Holders of links to the review see it.',
        examples: [exampleReview],
      }),
    ),
    node_id: Type.Optional(NodeId),
    text: Type.String(text),
    revision: Type.Integer({ minimum: 1, description: 'Revision of the draft that it is about.' }),
    author: {
      ...Actor,
      description: 'The author; `reviewer` is the holder of a link to a review, with the id of the link.',
    },
    created_at: Instant,
    version: Type.Integer({ minimum: 1, description: 'Increases by one with every change; the ETag contains it.' }),
    resolved: Type.Boolean(),
    resolved_by: Type.Optional(Actor),
    resolved_at: Type.Optional(Instant),
  },
  {
    title: 'TemplateComment',
    examples: [
      {
        id: exampleId,
        template_id: exampleTemplate,
        review_id: exampleReview,
        node_id: 'hero',
        text: 'The price is last year’s.',
        revision: 12,
        author: { kind: 'plugin_user', id: 'ana', name: 'Ana' },
        created_at: '2026-11-21T10:00:00.000Z',
        version: 1,
        resolved: false,
      },
    ],
  },
)
export type Comment = Static<typeof Comment>

export const CommentPage = pageOf(Comment, { title: 'TemplateCommentPage' })
export type CommentPage = Static<typeof CommentPage>

export const ListComments = closed({
  ...pageQuery,
  review_id: Type.Optional(idOf('review', { description: 'Only comments of this review.', examples: [exampleReview] })),
  node_id: Type.Optional({ ...NodeId, description: 'Only comments on this block.' }),
  resolved: Type.Optional(Type.Boolean({ description: 'true: only resolved comments; false: only others.' })),
  sort: sortBy('-created_at', 'created_at'),
  ...createdFilters('comments'),
})
export type ListComments = Static<typeof ListComments>

export const CommentParams = closed({
  id: looseReferenceTo('template', { description: 'Id of the template.', examples: [exampleTemplate] }),
  commentId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the comment.', examples: [exampleId] }),
})

export const CreateComment = closed(
  {
    text: GivenText,
    node_id: Type.Optional(NodeId),
    review_id: Type.Optional(
      idOf('review', {
        description: 'Adds it to a review of the template: holders of links to the review see it.',
        examples: [exampleReview],
      }),
    ),
  },
  { title: 'CreateTemplateComment', examples: [{ text: 'The price is last year’s.', node_id: 'hero' }] },
)
export type CreateComment = Static<typeof CreateComment>

export const UpdateComment = closed(
  { resolved: Type.Boolean({ description: 'true resolves the comment, false reopens it.' }) },
  { title: 'UpdateTemplateComment', examples: [{ resolved: true }] },
)
export type UpdateComment = Static<typeof UpdateComment>
