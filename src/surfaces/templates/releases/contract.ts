import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
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
  pageQuery,
  sortBy,
  repeated,
} from '../../../kernel/schema/index.ts'
import { DocumentView, Template, comparisonMembers } from '../template/index.ts'

const exampleTemplate = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'

const releaseStates = ['published', 'scheduled', 'cancelled'] as const

const members = {
  template_id: idOf('template', { examples: [exampleTemplate] }),
  number: Type.Integer({ minimum: 1, description: 'Counts the releases of the template.' }),
  state: literals(releaseStates, {
    description: '`published` is or was live. A schedule is cancelled by DELETE, by another one or by unpublishing.',
  }),
  live: Type.Boolean({ description: 'True if callers of the published version get it.' }),
  revision: Type.Integer({ minimum: 1, description: 'The revision of the draft that it was made from.' }),
  note: Type.Optional(Name),
  restored_from: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The release that a rollback published again.' }),
  ),
  author: Actor,
  size_bytes: Type.Integer({ minimum: 0, description: 'Bytes of its document and modules as compact JSON.' }),
  created_at: Instant,
  publish_at: Type.Optional({ ...Instant, description: 'Time of a scheduled release.' }),
  published_at: Type.Optional(Instant),
  review_id: Type.Optional(idOf('review', { description: 'The review that approved it.' })),
  approval_bypassed: Type.Optional(
    Type.Literal(true, { description: 'Present if it was published without the approval that the project required.' }),
  ),
}

const example = {
  template_id: exampleTemplate,
  number: 3,
  state: 'published',
  live: true,
  revision: 12,
  note: 'New footer',
  author: { kind: 'api_key', id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website' },
  size_bytes: 5120,
  created_at: '2026-11-21T10:00:00.000Z',
  published_at: '2026-11-21T10:00:00.000Z',
}

export const Release = closed(members, { title: 'TemplateRelease', examples: [example] })
export type Release = Static<typeof Release>

export const ReleasePage = pageOf(Release, { title: 'TemplateReleasePage' })
export type ReleasePage = Static<typeof ReleasePage>

export const ReleaseWithDocument = closed(
  { ...members, document: DocumentView },
  { title: 'TemplateReleaseWithDocument' },
)
export type ReleaseWithDocument = Static<typeof ReleaseWithDocument>

export const ListReleases = closed({
  ...pageQuery,
  state: repeated(literals(releaseStates), 'Only releases in one of these states.'),
  sort: sortBy('-number', 'number'),
})
export type ListReleases = Static<typeof ListReleases>

export const ReleaseParams = closed({
  id: looseReferenceTo('template', { description: 'Id of the template.', examples: [exampleTemplate] }),
  number: Type.String({ minLength: 1, maxLength: 10, description: 'Number of the release.', examples: ['3'] }),
})

export const PublishTemplate = closed(
  {
    note: Type.Optional(GivenName),
    publish_at: Type.Optional({
      ...Instant,
      description:
        `Publishes the draft as it is now at that time, at most ${limits.publishAheadDays} days ahead; at once when omitted. ` +
        'Replaces an earlier schedule.',
    }),
    bypass_approval: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Publishes without the approval that the project requires; for API keys with the scope admin and for owners. Audited.',
      }),
    ),
  },
  { title: 'PublishTemplate', examples: [{ note: 'New footer' }] },
)
export type PublishTemplate = Static<typeof PublishTemplate>

export const PublishedTemplate = closed({ template: Template, release: Release }, { title: 'PublishedTemplate' })
export type PublishedTemplate = Static<typeof PublishedTemplate>

export const RollBackTemplate = closed(
  {
    to: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Number of the release to publish again; the one before when omitted.' }),
    ),
    note: Type.Optional(GivenName),
  },
  { title: 'RollBackTemplate', examples: [{ to: 2 }] },
)
export type RollBackTemplate = Static<typeof RollBackTemplate>

const Which = (role: string, more: object = {}) =>
  Type.String({
    pattern: '^(draft|published|[1-9][0-9]{0,8})$',
    description: `${role}: \`draft\`, \`published\` or the number of a release.`,
    ...more,
  })

export const CompareReleases = closed({
  from: Type.Optional(Which('The older content', { default: 'published', examples: ['published', '2'] })),
  to: Type.Optional(Which('The newer content', { default: 'draft', examples: ['draft', '7'] })),
})
export type CompareReleases = Static<typeof CompareReleases>

const Side = Type.Union([Type.Literal('draft'), Type.Integer({ minimum: 1 })], {
  description: '`draft` or the number of a release.',
})

export const ReleaseComparison = closed(
  { from: Side, to: Side, ...comparisonMembers },
  { title: 'TemplateReleaseComparison' },
)
export type ReleaseComparison = Static<typeof ReleaseComparison>
