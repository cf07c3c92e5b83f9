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
    revision: Type.Integer({ minimum: 0, description: 'Current revision of the email; 0 until the first save.' }),
  },
  { title: 'EditorPublication' },
)
export type EditorPublication = Static<typeof EditorPublication>
