import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../../kernel/limits.ts'
import {
  GivenName,
  Name,
  closed,
  idOf,
  linkExpiry,
  linkMembers,
  looseReferenceTo,
  pageOf,
  createdFilters,
  pageQuery,
  sortBy,
  shownOnce,
} from '../../../../kernel/schema/index.ts'

const exampleTemplate = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'
const exampleId = 'rvl_01jd7q2v5w8x3y4z6a7b9c0d1n'
const exampleUrl = `https://svc.example.com/review/${'0123456789abcdef'.repeat(3)}`

const EmailLabel = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+$',
  description: 'Email address of the reviewer, as a label; nothing is sent to it.',
  examples: ['mia@example.com'],
})

const members = {
  id: idOf('reviewLink', { examples: [exampleId] }),
  template_id: idOf('template', { examples: [exampleTemplate] }),
  name: { ...Name, description: 'Name of the reviewer.', examples: ['Mia'] },
  email: Type.Optional(EmailLabel),
  may_approve: Type.Boolean({ description: 'True if the reviewer may approve and reject, not only comment.' }),
  ...linkMembers,
}

const example = {
  id: exampleId,
  template_id: exampleTemplate,
  name: 'Mia',
  email: 'mia@example.com',
  may_approve: true,
  created_by: { kind: 'api_key', id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website' },
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2026-12-05T10:00:00.000Z',
}

export const ReviewLink = closed(members, { title: 'ReviewLink', examples: [example] })
export type ReviewLink = Static<typeof ReviewLink>

export const ReviewLinkOnce = closed(
  {
    ...members,
    url: shownOnce({
      description: 'The page of the reviewer; returned only in this response. It is a credential.',
      examples: [exampleUrl],
    }),
  },
  { title: 'ReviewLinkOnce', examples: [{ ...example, url: exampleUrl }] },
)
export type ReviewLinkOnce = Static<typeof ReviewLinkOnce>

export const ReviewLinkPage = pageOf(ReviewLink, { title: 'ReviewLinkPage' })
export type ReviewLinkPage = Static<typeof ReviewLinkPage>

export const ListReviewLinks = closed({
  ...pageQuery,
  sort: sortBy('-created_at', 'created_at'),
  ...createdFilters('links'),
})
export type ListReviewLinks = Static<typeof ListReviewLinks>

export const ReviewLinkParams = closed({
  id: looseReferenceTo('template', { description: 'Id of the template.', examples: [exampleTemplate] }),
  linkId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the link.', examples: [exampleId] }),
})

export const CreateReviewLink = closed(
  {
    name: { ...GivenName, description: 'Name of the reviewer: the author of what is written through the link.' },
    email: Type.Optional(EmailLabel),
    may_approve: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Lets the reviewer approve and reject. Requires the level that the project demands of approvers.',
      }),
    ),
    expires_at: linkExpiry({ days: limits.reviewLinkDays, maxDays: limits.reviewLinkDaysMax }),
  },
  { title: 'CreateReviewLink', examples: [{ name: 'Mia', email: 'mia@example.com', may_approve: true }] },
)
export type CreateReviewLink = Static<typeof CreateReviewLink>
