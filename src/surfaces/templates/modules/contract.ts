import { type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  type DocumentAsset,
  type Row,
  documentAssetSchema,
  rowInputSchema,
  rowSchema,
} from '../../../email/document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  Actor,
  Instant,
  GivenName,
  Name,
  changedExternalMembers,
  closed,
  createdFilters,
  externalFilters,
  externalMembers,
  givenExternalMembers,
  idOf,
  looseReferenceTo,
  pageOf,
  pageQuery,
  publishedMark,
  readOnlyMembers,
  referenceTo,
  sortBy,
} from '../../../kernel/schema/index.ts'

const exampleId = 'mod_01jd7q2v5w8x3y4z6a7b9c0d1e'

const exampleNodes = [
  {
    id: 'footer',
    type: 'section',
    stack: 'stack',
    columns: [
      {
        id: 'column',
        type: 'column',
        width: { fr: 1 },
        blocks: [
          {
            id: 'address',
            type: 'text',
            text: [{ type: 'paragraph', runs: [{ text: 'Example Ltd, 1 High Street' }] }],
          },
        ],
      },
    ],
  },
]

// The document engine validates nodes and reports errors by path, so only the outer shape is checked here.
const Nodes = (row: TSchema, description: string) =>
  Type.Unsafe<Row[]>(Type.Array(Type.Object({}, { allOf: [row] }), { minItems: 1, description }))

const Slots = Type.Array(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$', description: 'Id of a column or block in `nodes`.' }),
  {
    maxItems: limits.moduleSlots,
    uniqueItems: true,
    description:
      'Ids of the slots that each instance can fill. A column accepts blocks; a block accepts replacement blocks, or ' +
      'properties of its type.',
    examples: [['address']],
  },
)

const assetName = { pattern: '^[A-Za-z0-9_-]{1,64}$' }

/** Images of the nodes of a module, as requests and responses have them. */
export const Assets = Type.Unsafe<Record<string, DocumentAsset>>(
  Type.Object(
    {},
    {
      description: 'Images that the nodes reference, as in a document.',
      allOf: [Type.Record(Type.String(), documentAssetSchema, { [publishedMark]: { propertyNames: assetName } })],
    },
  ),
)

const localeName = { maxLength: 35, pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$' }

/** Translations of the nodes of a module, as requests and responses have them. */
export const Translations = Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
  [publishedMark]: { propertyNames: localeName },
  description: 'Values per locale, keyed by `nodeId.property`; used in documents that have the locale.',
  examples: [{ de: { 'address.text': '<p>Example GmbH</p>' } }],
})

const head = {
  id: idOf('module', { examples: [exampleId] }),
  name: Name,
  ...externalMembers,
  version: Type.Integer({ minimum: 1, description: 'Number of the version.' }),
  revision: Type.Integer({
    minimum: 1,
    description: 'Increases with every change, including the name; the ETag contains it.',
  }),
  size_bytes: Type.Integer({
    minimum: 0,
    description: 'Size of the content of this version as compact JSON, in bytes.',
  }),
  usage_count: Type.Integer({
    minimum: 0,
    description: 'Instances in templates that are not in the trash, and in the latest versions of other modules.',
  }),
  created_by: Actor,
  created_at: Instant,
  updated_at: Instant,
}

const exampleHead = {
  id: exampleId,
  name: 'Footer',
  external_id: 'footer',
  metadata: {},
  version: 3,
  revision: 4,
  size_bytes: 412,
  usage_count: 27,
  created_by: { kind: 'api_key', id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website' },
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:05:00.000Z',
}

export const ModuleSummary = closed(head, { title: 'ModuleSummary', examples: [exampleHead] })
export type ModuleSummary = Static<typeof ModuleSummary>

export const ModulePage = pageOf(ModuleSummary, { title: 'ModulePage' })
export type ModulePage = Static<typeof ModulePage>

export const Module = closed(
  {
    ...head,
    nodes: Nodes(rowSchema, 'Sections, groups and instances of other modules, in canonical form.'),
    slots: Slots,
    assets: Type.Optional(Assets),
    translations: Type.Optional(Translations),
  },
  { title: 'Module', examples: [{ ...exampleHead, nodes: exampleNodes, slots: ['address'] }] },
)
export type Module = Static<typeof Module>

export const ListModules = closed({
  ...pageQuery,
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: limits.searchLength, description: 'Part of the name, ignoring case.' }),
  ),
  ...externalFilters,
  ...createdFilters('modules'),
  sort: sortBy('name', '-name', 'created_at', '-created_at', 'updated_at', '-updated_at'),
})
export type ListModules = Static<typeof ListModules>

/** Any text is accepted; a text that is not the id of one of the caller's modules is reported as not found. */
export const ModuleParams = closed({
  id: looseReferenceTo('module', { description: 'Id of the module.', examples: [exampleId] }),
})

export const ListModuleVersions = closed({ ...pageQuery, sort: sortBy('-version', 'version') })
export type ListModuleVersions = Static<typeof ListModuleVersions>

/** For lists without filters. */
export const ListPage = closed(pageQuery)
export type ListPage = Static<typeof ListPage>

export const GetModule = closed({
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 999_999_999, description: 'Version of the content; default the latest.' }),
  ),
})

const content = {
  slots: Type.Optional(Slots),
  assets: Type.Optional(Assets),
  translations: Type.Optional(Translations),
}

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

export const CreateModule = closed(
  {
    name: GivenName,
    ...givenExternalMembers,
    nodes: optional(Nodes(rowInputSchema, 'Rows of a document: sections, groups, instances of other modules.')),
    ...content,
    template_id: optional(
      referenceTo('template', { description: 'Create the module from a row of this template instead of `nodes`.' }),
    ),
    node_id: optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Id of the section, group or module instance in the template.',
      }),
    ),
    replace: optional(
      Type.Boolean({
        default: false,
        description: 'Replace the row with an instance that follows the latest version.',
      }),
    ),
  },
  {
    title: 'CreateModule',
    forms: {
      FromNodes: ['nodes', 'assets?', 'translations?'],
      FromTemplate: ['template_id', 'node_id', 'replace?'],
    },
    description: 'Either `nodes`, or `template_id` with `node_id`.',
    examples: [{ name: 'Footer', nodes: exampleNodes, slots: ['address'] }],
  },
)
export type CreateModule = Static<typeof CreateModule>

const changed = {
  name: optional(GivenName),
  ...changedExternalMembers,
  nodes: optional(Nodes(rowInputSchema, 'What it holds from now on.')),
  ...content,
  message: optional({ ...GivenName, description: 'Description of the new version.' }),
}

export const UpdateModule = closed(
  { ...changed, ...readOnlyMembers(Module, { writable: changed, volatile: ['usage_count'] }) },
  {
    title: 'UpdateModule',
    description: 'Omitted members stay unchanged. Read-only members are accepted as a read returned them.',
    minProperties: 1,
    examples: [{ nodes: exampleNodes, message: 'New URL' }],
  },
)
export type UpdateModule = Static<typeof UpdateModule>

export const DuplicateModule = closed(
  { name: optional(GivenName) },
  { title: 'DuplicateModule', examples: [{ name: 'Footer for partners' }] },
)
export type DuplicateModule = Static<typeof DuplicateModule>

export const ModuleVersion = closed(
  {
    version: Type.Integer({ minimum: 1 }),
    current: Type.Boolean({ description: 'Whether this is the latest version.' }),
    changes: closed(
      {
        text: Type.String({ examples: ['Changed the text of 2 blocks, added a button'] }),
        added: Type.Integer({ minimum: 0 }),
        removed: Type.Integer({ minimum: 0 }),
        moved: Type.Integer({ minimum: 0 }),
        changed: Type.Integer({ minimum: 0 }),
        settings: Type.Integer({ minimum: 0 }),
      },
      { description: 'Changes since the previous version.' },
    ),
    message: optional(Name),
    author: Actor,
    size_bytes: Type.Integer({ minimum: 0 }),
    created_at: Instant,
  },
  {
    title: 'ModuleVersion',
    examples: [
      {
        version: 3,
        current: true,
        changes: { text: 'Changed the text of a text block', added: 0, removed: 0, moved: 0, changed: 1, settings: 0 },
        message: 'New URL',
        author: exampleHead.created_by,
        size_bytes: 412,
        created_at: '2026-11-21T10:05:00.000Z',
      },
    ],
  },
)
export type ModuleVersion = Static<typeof ModuleVersion>

export const ModuleVersionPage = pageOf(ModuleVersion, { title: 'ModuleVersionPage' })
export type ModuleVersionPage = Static<typeof ModuleVersionPage>
