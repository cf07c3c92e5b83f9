import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { GivenName, Instant, Nullable, closed, pageQuery } from '../../../kernel/schema/index.ts'
import { DocumentView } from '../../templates/index.ts'
import { EditorPublication, EditorRelease, ReleaseNumber } from '../publication/contract.ts'

export const PublishEmail = closed(
  {
    note: Type.Optional(GivenName),
    publishAt: Type.Optional({
      ...Instant,
      description:
        `Publishes the draft as it is now at that time, at most ${limits.publishAheadDays} days ahead; at once when ` +
        'omitted. Replaces an earlier schedule.',
    }),
    baseRevision: Type.Optional(Type.Integer({ minimum: 1, description: 'Fails if the email has another revision.' })),
  },
  { title: 'PublishEmail', examples: [{ note: 'New footer', baseRevision: 12 }] },
)
export type PublishEmail = Static<typeof PublishEmail>

export const RollBackEmail = closed(
  {
    to: Type.Optional({
      ...ReleaseNumber,
      description: 'Number of the release to publish again; the one before when omitted.',
    }),
    note: Type.Optional(GivenName),
  },
  { title: 'RollBackEmail', examples: [{ to: 2 }] },
)
export type RollBackEmail = Static<typeof RollBackEmail>

const EmailId = Type.String({ description: 'Id of the email in the host application.', examples: ['campaign-42'] })
const templateId = Type.String({ examples: ['tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'] })

export const PublishedEmail = closed(
  { emailId: EmailId, templateId, release: EditorRelease, publication: EditorPublication },
  { title: 'PublishedEmail' },
)
export type PublishedEmail = Static<typeof PublishedEmail>

export const UnpublishedEmail = closed(
  { emailId: EmailId, templateId, publication: EditorPublication },
  { title: 'UnpublishedEmail' },
)
export type UnpublishedEmail = Static<typeof UnpublishedEmail>

const note = Type.Optional(GivenName)

export const RequestApproval = closed(
  {
    note,
    baseRevision: Type.Optional(Type.Integer({ minimum: 1, description: 'Fails if the email has another revision.' })),
  },
  { title: 'RequestApproval', examples: [{ note: 'Ready for May', baseRevision: 12 }] },
)
export type RequestApproval = Static<typeof RequestApproval>

export const DecideApproval = closed({ note }, { title: 'DecideApproval', examples: [{ note: 'Fine' }] })
export type DecideApproval = Static<typeof DecideApproval>

export const EditorReviewParams = closed({
  reviewId: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Id of the review.',
    examples: ['rvw_01jd7q2v5w8x3y4z6a7b9c0d1k'],
  }),
})

export const ListEditorReleases = closed(pageQuery)

export const EditorReleaseList = closed(
  { data: Type.Array(EditorRelease), nextCursor: Nullable(Type.String()) },
  { title: 'EditorReleaseList' },
)

export const EditorReleaseParams = closed({
  number: Type.String({ minLength: 1, maxLength: 10, description: 'Number of the release.', examples: ['3'] }),
})

export const EditorReleaseHtml = closed(
  {
    release: EditorRelease,
    html: Type.String({
      description: 'HTML of the release with its sample values, each node marked with its id.',
      examples: ['<!doctype html><html>…'],
    }),
    document: DocumentView,
  },
  { title: 'EditorReleaseHtml' },
)
