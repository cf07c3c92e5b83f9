import { type Static, Type } from '@sinclair/typebox'
import { Actor, Instant, Name, Nullable, closed, literals } from '../../../kernel/schema/index.ts'

export const ReleaseNumber = Type.Integer({
  minimum: 1,
  description: 'Counts the releases of the email.',
  examples: [4],
})

export const EditorRelease = closed(
  {
    number: ReleaseNumber,
    state: literals(['published', 'scheduled', 'cancelled']),
    live: Type.Boolean({ description: 'True if callers of the published version get it.' }),
    revision: Type.Integer({ minimum: 1, description: 'The revision of the draft that it was made from.' }),
    note: Nullable(Name),
    restoredFrom: Nullable(Type.Integer({ minimum: 1, description: 'The release that a rollback published again.' })),
    author: Actor,
    createdAt: Instant,
    publishAt: Nullable({ ...Instant, description: 'Time of a scheduled release.' }),
    publishedAt: Nullable(Instant),
  },
  { title: 'EditorRelease' },
)
export type EditorRelease = Static<typeof EditorRelease>

export const EditorReview = closed(
  {
    id: Type.String({ examples: ['rvw_01jd7q2v5w8x3y4z6a7b9c0d1k'] }),
    state: literals(['pending', 'approved', 'rejected']),
    stale: Type.Boolean({ description: 'True if the draft is no longer exactly what the review is about.' }),
    note: Nullable(Name),
    requestedBy: Actor,
    createdAt: Instant,
    decidedBy: Nullable(Actor),
    decidedAt: Nullable(Instant),
    comment: Nullable({ ...Name, description: 'The note of the decision.' }),
    mayDecide: Type.Boolean({ description: 'Whether the user may approve or reject it.' }),
  },
  { title: 'EditorReview' },
)
export type EditorReview = Static<typeof EditorReview>

export const EditorPublication = closed(
  {
    publishing: literals(['on_save', 'by_hand'], {
      description: '`on_save`: every save is live at once. `by_hand`: the release is live, saves change the draft.',
    }),
    status: literals(['draft', 'published'], {
      description: '`draft` until it is published; always `published` on_save.',
    }),
    unpublishedChanges: Type.Boolean({ description: 'True if the draft was changed since it was published.' }),
    /** The live release. */
    release: Nullable(EditorRelease),
    scheduled: Nullable(EditorRelease),
    mayPublish: Type.Boolean({ description: 'Whether the user has the level `publish`.' }),
    approval: literals(['not_required', 'required', 'approved'], {
      description: '`required`: exactly this draft needs an approval before it is published.',
    }),
    review: Nullable({
      ...EditorReview,
      description: 'The latest review, unless it was withdrawn or revoked, or its content was published.',
    }),
    mayRequestReview: Type.Boolean({ description: 'Whether the user may request an approval of the draft.' }),
    revision: Type.Integer({ minimum: 0, description: 'Current revision of the email; 0 until the first save.' }),
  },
  { title: 'EditorPublication' },
)
export type EditorPublication = Static<typeof EditorPublication>
