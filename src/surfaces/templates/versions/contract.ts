import { type Static, Type } from '@sinclair/typebox'
import {
  Actor,
  Instant,
  GivenName,
  Name,
  Nullable,
  closed,
  idOf,
  literals,
  looseReferenceTo,
  pageOf,
  pageQuery,
  readOnlyMembers,
  sortBy,
} from '../../../kernel/schema/index.ts'
import { ContentChanges, DocumentView, Placement, Template, comparisonMembers } from '../template/index.ts'

const exampleId = 'ver_01jd7q2v5w8x3y4z6a7b9c0d1h'
const exampleTemplate = 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'

const members = {
  id: idOf('version', { examples: [exampleId] }),
  template_id: idOf('template', { examples: [exampleTemplate] }),
  number: Type.Integer({ minimum: 1, description: 'Sequential number of the version within the template.' }),
  revision: Type.Integer({ minimum: 1, description: 'Revision of the template in this version.' }),
  kind: literals(['auto', 'manual'], { description: '`manual` if the version was requested or described.' }),
  label: Type.Optional(Name),
  message: Type.Optional(Name),
  pinned: Type.Boolean({
    description: 'Whether the version is pinned. Pinned and labeled versions are never deleted automatically.',
  }),
  current: Type.Boolean({ description: 'Whether this is the current version of the template.' }),
  author: Actor,
  changes: ContentChanges,
  size_bytes: Type.Integer({ minimum: 0, description: 'Size of the document as compact JSON, in bytes.' }),
  created_at: Instant,
  saved_at: {
    ...Instant,
    description: 'Time of the last save; later than created_at if the version includes further autosaves.',
  },
}

const example = {
  id: exampleId,
  template_id: exampleTemplate,
  number: 4,
  revision: 7,
  kind: 'manual',
  label: 'As sent in May',
  pinned: true,
  current: false,
  author: { kind: 'api_key', id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website' },
  changes: { text: 'Added a button', added: 1, removed: 0, moved: 0, changed: 0, settings: 0 },
  size_bytes: 5120,
  created_at: '2026-11-21T10:00:00.000Z',
  saved_at: '2026-11-21T10:00:00.000Z',
}

export const Version = closed(members, { title: 'TemplateVersion', examples: [example] })
export type Version = Static<typeof Version>

export const VersionPage = pageOf(Version, { title: 'TemplateVersionPage' })
export type VersionPage = Static<typeof VersionPage>

export const VersionWithDocument = closed(
  { ...members, document: DocumentView },
  { title: 'TemplateVersionWithDocument' },
)
export type VersionWithDocument = Static<typeof VersionWithDocument>

export const ListVersions = closed({
  ...pageQuery,
  pinned: Type.Optional(Type.Boolean({ description: 'true: only pinned versions; false: only others.' })),
  sort: sortBy('-number', 'number'),
})
export type ListVersions = Static<typeof ListVersions>

/** Any text is accepted; an unknown id is reported as not found. */
export const VersionParams = closed({
  id: looseReferenceTo('template', { description: 'Id of the template.', examples: [exampleTemplate] }),
  versionId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the version.', examples: [exampleId] }),
})

export const CreateVersion = closed(
  { label: GivenName, pinned: Type.Optional(Type.Boolean({ default: false })) },
  { title: 'CreateTemplateVersion', examples: [{ label: 'As sent in May', pinned: true }] },
)
export type CreateVersion = Static<typeof CreateVersion>

const changed = { label: Type.Optional(Nullable(GivenName)), pinned: Type.Optional(Type.Boolean()) }

export const UpdateVersion = closed(
  { ...changed, ...readOnlyMembers(VersionWithDocument, { writable: changed, volatile: ['current'] }) },
  { title: 'UpdateTemplateVersion', minProperties: 1, examples: [{ pinned: true }] },
)
export type UpdateVersion = Static<typeof UpdateVersion>

const Which = (what: string, more: object = {}) =>
  Type.String({
    pattern: '^(current|ver_[0-9a-z]{26}|[1-9][0-9]{0,8})$',
    description: `${what}: the id or the number of a version, or \`current\`.`,
    ...more,
  })

export const CompareQuery = closed({
  from: Which('Earlier state', { examples: ['3', 'ver_01jd7q2v5w8x3y4z6a7b9c0d1e'] }),
  to: Type.Optional(Which('Later state', { default: 'current', examples: ['current', '7'] })),
})
export type CompareQuery = Static<typeof CompareQuery>

export const VersionComparison = closed(
  {
    from: Type.Integer({ description: 'Number of the earlier version.' }),
    to: Type.Integer(),
    ...comparisonMembers,
  },
  { title: 'TemplateVersionComparison' },
)
export type VersionComparison = Static<typeof VersionComparison>

export const RestoreVersion = closed(
  {
    nodes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 500,
        uniqueItems: true,
        description: 'Only these nodes with their content; default the whole document.',
      }),
    ),
  },
  { title: 'RestoreTemplateVersion', examples: [{ nodes: ['hero'] }] },
)
export type RestoreVersion = Static<typeof RestoreVersion>

export const RestoredVersion = closed(
  {
    template: Template,
    missing_nodes: Type.Array(Type.String({ examples: ['order'] }), {
      description: 'Requested nodes that the version does not contain.',
    }),
  },
  { title: 'RestoredTemplateVersion' },
)
export type RestoredVersion = Static<typeof RestoredVersion>

export const DuplicateVersion = closed(
  { name: Type.Optional(GivenName), folder: Type.Optional(Nullable(Placement)) },
  { title: 'DuplicateTemplateVersion', examples: [{ name: 'Spring sale as of May' }] },
)
export type DuplicateVersion = Static<typeof DuplicateVersion>
