import { type Static, Type } from '@sinclair/typebox'
import {
  Actor,
  GivenName,
  Instant,
  Name,
  closed,
  idOf,
  literals,
  looseReferenceTo,
  pageOf,
  createdFilters,
  pageQuery,
  sortBy,
  repeated,
} from '../../../../kernel/schema/index.ts'
import { DocumentView } from '../../template/index.ts'

const exampleTemplate = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'
const exampleId = 'rvw_01jd7q2v5w8x3y4z6a7b9c0d1k'

const reviewStates = ['pending', 'approved', 'rejected', 'revoked', 'cancelled'] as const

const members = {
  id: idOf('review', { examples: [exampleId] }),
  template_id: idOf('template', { examples: [exampleTemplate] }),
  state: literals(reviewStates, {
    description:
      '`pending` until another caller approves or rejects it. `revoked`: the approval was withdrawn. `cancelled`: withdrawn, ' +
      'replaced by a later review, or the content was published without it.',
  }),
  stale: Type.Boolean({
    description:
      'True if the draft, with the modules that it shows, is no longer exactly what the review is about. An approval does not ' +
      'count for a changed draft.',
  }),
  version: Type.Integer({ minimum: 1, description: 'Increases by one with every change; the ETag contains it.' }),
  revision: Type.Integer({ minimum: 1, description: 'Revision of the draft when the review was requested.' }),
  note: Type.Optional(Name),
  requested_by: Actor,
  created_at: Instant,
  decided_by: Type.Optional({ ...Actor, description: 'The author of the last change of state.' }),
  decided_at: Type.Optional(Instant),
  decision_note: Type.Optional(Name),
  release: Type.Optional(Type.Integer({ minimum: 1, description: 'The latest release that was published with it.' })),
}

const example = {
  id: exampleId,
  template_id: exampleTemplate,
  state: 'approved',
  stale: false,
  version: 2,
  revision: 12,
  note: 'Ready for May',
  requested_by: { kind: 'plugin_user', id: 'ana', name: 'Ana' },
  created_at: '2026-11-21T10:00:00.000Z',
  decided_by: { kind: 'api_key', id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website' },
  decided_at: '2026-11-21T11:00:00.000Z',
}

export const Review = closed(members, { title: 'TemplateReview', examples: [example] })
export type Review = Static<typeof Review>

export const ReviewPage = pageOf(Review, { title: 'TemplateReviewPage' })
export type ReviewPage = Static<typeof ReviewPage>

export const ReviewWithDocument = closed(
  {
    ...members,
    document: Type.Optional({
      ...DocumentView,
      description:
        'What the review is about. Absent if it was neither approved nor published and a later review exists.',
    }),
  },
  { title: 'TemplateReviewWithDocument' },
)
export type ReviewWithDocument = Static<typeof ReviewWithDocument>

export const ListReviews = closed({
  ...pageQuery,
  state: repeated(literals(reviewStates), 'Only reviews in one of these states.'),
  sort: sortBy('-created_at', 'created_at'),
  ...createdFilters('reviews'),
})
export type ListReviews = Static<typeof ListReviews>

export const ReviewParams = closed({
  id: looseReferenceTo('template', { description: 'Id of the template.', examples: [exampleTemplate] }),
  reviewId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the review.', examples: [exampleId] }),
})

const note = { note: Type.Optional(GivenName) }

export const RequestReview = closed(note, { title: 'RequestReview', examples: [{ note: 'Ready for May' }] })
export type RequestReview = Static<typeof RequestReview>

export const DecideReview = closed(note, { title: 'DecideReview', examples: [{ note: 'Fine' }] })
export type DecideReview = Static<typeof DecideReview>
