import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../kernel/limits.ts'
import {
  Actor,
  Instant,
  GivenName,
  Name,
  Nullable,
  GivenPath,
  GivenTag,
  Tag,
  changedExternalMembers,
  closed,
  createdFilters,
  externalFilters,
  externalMembers,
  idOf,
  literals,
  looseReferenceTo,
  pageOf,
  pageQuery,
  readOnlyMembers,
  repeated,
  sortBy,
  tagMatch,
} from '../../kernel/schema/index.ts'
import { imageMembers } from './image-query.ts'

const exampleId = 'ast_01kah3zqpfx9y8w7v6t5s4r3q2'
const noControls = '^[^\\u0000-\\u001f\\u007f]*$'

export const AssetName = Type.String({
  ...GivenName,
  description: 'Name, and last segment of the URL; slashes are replaced with spaces.',
  examples: ['spring-sale.jpg'],
})

const Alt = Type.String({
  maxLength: limits.altLength,
  pattern: noControls,
  description: 'Alternative text.',
  examples: ['Two cups of coffee on a table'],
})

const folder = {
  description: 'Folder path, with names separated by slashes. A folder exists as long as it contains assets.',
  examples: ['Spring/Heroes'],
}
const Folder = Type.String({ ...Name, ...folder })
const GivenFolder = Type.String({ ...GivenPath, ...folder })

const tags = { maxItems: limits.tags, uniqueItems: true, examples: [['spring', 'hero']] }
const Tags = Type.Array(Tag, tags)
export const GivenTags = Type.Array(GivenTag, tags)

const part = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

const FocalPoint = closed(
  { x: part('0 is the left edge, 1 the right edge.'), y: part('0 is the top edge, 1 the bottom edge.') },
  { description: 'Focal point, which stays visible when the image is cropped.', examples: [{ x: 0.5, y: 0.3 }] },
)

const members = {
  id: idOf('asset', { examples: [exampleId] }),
  name: Type.String({ ...Name, description: AssetName.description ?? '', examples: ['spring-sale.jpg'] }),
  ...externalMembers,
  kind: literals(['image', 'file'], { description: '`image` can be transformed; `file` is any other type.' }),
  mime: Type.String({ description: 'MIME type, detected from the content.', examples: ['image/jpeg'] }),
  bytes: Type.Integer({ minimum: 1, examples: [183_422] }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', examples: ['5f'.repeat(32)] }),
  width: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Width in pixels as displayed, with the EXIF orientation applied.',
      examples: [1600],
    }),
  ),
  height: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Height in pixels as displayed, with the EXIF orientation applied.',
      examples: [900],
    }),
  ),
  frames: Type.Optional(Type.Integer({ minimum: 2, description: 'Number of frames of an animation.' })),
  alt: Type.Optional(Alt),
  tags: Tags,
  folder: Nullable(Folder),
  focal_point: Type.Optional(FocalPoint),
  placeholder: Type.Optional(
    Type.String({
      description: 'Blurred preview of at most 32 pixels as a `data:` URL, to show while the image loads.',
    }),
  ),
  url: Type.String({
    description: 'Public URL. Add parameters to scale, crop or convert an image.',
    examples: [`https://cdn.example.com/cdn/${exampleId}/spring-sale.jpg`],
  }),
  version: Type.Integer({
    minimum: 1,
    description: 'Version of the file: increases when it is replaced. URLs of all versions but the first contain it.',
  }),
  revision: Type.Integer({ minimum: 1, description: 'Increases with every change; the ETag contains it.' }),
  created_by: Actor,
  created_at: Instant,
  updated_at: Instant,
}

const example = {
  id: exampleId,
  name: 'spring-sale.jpg',
  external_id: 'dam-1207',
  metadata: {},
  kind: 'image',
  mime: 'image/jpeg',
  bytes: 183_422,
  sha256: '5f'.repeat(32),
  width: 1600,
  height: 900,
  alt: 'Two cups of coffee on a table',
  tags: ['spring'],
  folder: 'Spring/Heroes',
  url: `https://cdn.example.com/cdn/${exampleId}/spring-sale.jpg`,
  version: 1,
  revision: 1,
  created_by: { kind: 'api_key', id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website' },
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
}

export const Asset = closed(members, { title: 'Asset', examples: [example] })
export type Asset = Static<typeof Asset>

export const AssetPage = pageOf(Asset, { title: 'AssetPage' })
export type AssetPage = Static<typeof AssetPage>

export const describedMembers = {
  name: Type.Optional({ ...AssetName, description: 'Name; defaults to the file name.' }),
  alt: Type.Optional(Alt),
  folder: Type.Optional(GivenFolder),
  tags: Type.Optional(GivenTags),
}
export type Described = {
  name?: string
  alt?: string
  folder?: string
  tags?: string[]
  external_id?: string
  metadata?: Record<string, string>
}

const changed = {
  name: Type.Optional(AssetName),
  alt: Type.Optional(Nullable(Alt)),
  folder: Type.Optional(Nullable(GivenFolder)),
  tags: Type.Optional(GivenTags),
  ...changedExternalMembers,
  focal_point: Type.Optional(Nullable(FocalPoint)),
}

export const UpdateAsset = closed(
  { ...changed, ...readOnlyMembers(Asset, { writable: changed, volatile: ['url'] }) },
  {
    title: 'UpdateAsset',
    description:
      'Omitted members stay unchanged; null removes a member. Read-only members are accepted as a read returned them.',
    minProperties: 1,
    examples: [{ alt: 'Two cups of coffee on a table', focal_point: { x: 0.5, y: 0.3 } }],
  },
)
export type UpdateAsset = Static<typeof UpdateAsset>

export const ListAssets = closed({
  ...pageQuery,
  kind: repeated(literals(['image', 'file']), 'Only assets of one of these kinds.'),
  mime: repeated(Type.String({ maxLength: 100, examples: ['image/png'] }), 'Only assets of one of these types.'),
  folder: repeated(
    Type.String({ ...Folder, description: 'A folder path.' }),
    'Only assets in one of these folders or their subfolders.',
  ),
  tag: repeated(Tag, 'Only assets with all of these tags, or with any of them if `tag_match` is `any`.'),
  tag_match: tagMatch,
  ...createdFilters('assets'),
  ...externalFilters,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.searchLength,
      pattern: noControls,
      description: 'Words that must all occur in the name, the alternative text or the tags, ignoring case.',
    }),
  ),
  sort: sortBy('-created_at', 'created_at', 'name', '-name'),
})
export type ListAssets = Static<typeof ListAssets>

export const CreateLink = closed(
  {
    ...imageMembers,
    expires_in_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.imageLinkSecondsMax,
        description: 'How long the URL is valid. By default it does not expire, as sent emails require.',
      }),
    ),
  },
  { title: 'CreateLink', examples: [{ w: 637, h: 301, fit: 'cover', gravity: 'focal', dpr: 2 }] },
)
export type CreateLink = Static<typeof CreateLink>

export const ImageLink = closed(
  {
    url: Type.String({
      examples: [`https://cdn.example.com/cdn/${exampleId}/spring-sale.jpg?fit=cover&h=301&w=637&sig=5aX`],
    }),
    expires_at: Type.Optional(Instant),
  },
  { title: 'ImageLink' },
)
export type ImageLink = Static<typeof ImageLink>

export const AssetUsage = closed(
  {
    bytes: Type.Integer({ description: 'Storage used by all assets of the company.' }),
    count: Type.Integer({ description: 'Number of assets.' }),
    limit_bytes: Nullable(Type.Integer({ description: 'Storage limit of the plan; null if unlimited.' })),
    remaining_bytes: Nullable(Type.Integer()),
    plan: Type.String({ examples: ['pro'] }),
  },
  {
    title: 'AssetUsage',
    examples: [{ bytes: 183_422, count: 1, limit_bytes: 5_368_709_120, remaining_bytes: 5_368_525_698, plan: 'pro' }],
  },
)
export type AssetUsage = Static<typeof AssetUsage>

export const AssetUse = closed(
  {
    kind: literals(['template', 'module']),
    id: Type.String({ examples: ['tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'] }),
    name: Type.String({ examples: ['Spring sale'] }),
  },
  { title: 'AssetUse', examples: [{ kind: 'template', id: 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e', name: 'Spring sale' }] },
)
export const AssetUsePage = pageOf(AssetUse, { title: 'AssetUsePage' })
export const ListUses = closed(pageQuery)

/** Any text is accepted; a text that is not the id of one of the project's assets is reported as not found. */
export const AssetParams = closed({
  id: looseReferenceTo('asset', { description: 'Id of the asset.', examples: [exampleId] }),
})

const force = Type.Boolean({ default: false, description: 'Delete the asset even if templates or modules use it.' })
export const DeleteQuery = closed({ force: Type.Optional(force) })

export const BulkDeleteAssets = closed(
  {
    ids: Type.Array(looseReferenceTo('asset'), {
      minItems: 1,
      maxItems: limits.bulkIds,
      description: 'Asset ids. A duplicate id gets two results.',
      examples: [[exampleId]],
    }),
    force: Type.Optional(force),
  },
  { title: 'BulkDeleteAssets', examples: [{ ids: [exampleId] }] },
)
export type BulkDeleteAssets = Static<typeof BulkDeleteAssets>

export const BulkDeletedAssets = closed(
  {
    results: Type.Array(
      closed({
        id: Type.String(),
        ok: Type.Boolean(),
        error: Type.Optional(
          closed({
            code: Type.String({ examples: ['ASSET_IN_USE'] }),
            message: Type.String({ examples: ['The asset is in use'] }),
          }),
        ),
      }),
      { description: 'One per id, in request order.' },
    ),
  },
  { title: 'BulkDeletedAssets', examples: [{ results: [{ id: exampleId, ok: true }] }] },
)
export type BulkDeletedAssets = Static<typeof BulkDeletedAssets>

/** Response of a deletion. */
export const Deleted = Type.Undefined({ description: 'Deleted.' })
