import { type Static, Type } from '@sinclair/typebox'
import {
  Actor,
  Instant,
  Nullable,
  closed,
  idOf,
  literals,
  pageOf,
  pageQuery,
  sortBy,
} from '../../../kernel/schema/index.ts'
import { Asset, AssetParams } from '../contract.ts'

export const ReplaceForm = closed(
  {
    file: Type.Unsafe<string>(Type.String({ contentMediaType: 'application/octet-stream', description: 'The file.' })),
  },
  { title: 'ReplaceForm' },
)

const version = Type.Integer({ minimum: 1, description: 'Counts the files of the asset, from 1.' })

export const Replacement = closed(
  {
    from_version: Type.Integer({ minimum: 1, description: 'The version before; restoring it undoes the replacement.' }),
    focal_point: literals(['kept', 'reset', 'none'], {
      description:
        '`reset` to the center where the new image has another ratio of width to height; `none` if there was none.',
    }),
    focal_point_reason: Type.Optional(Type.String({ description: 'Why the focal point was reset.' })),
    job_id: Nullable(
      idOf('job', {
        description:
          'Job that shows the file in the drafts and modules that use the asset. Its result lists those that could not be ' +
          'changed. Null if none uses it.',
      }),
    ),
  },
  { title: 'AssetReplacement' },
)

export const ReplacedAsset = closed(
  { ...Asset.properties, replacement: Replacement },
  { title: 'ReplacedAsset', description: 'The asset with its new file, and what else the replacement changed.' },
)
export type ReplacedAsset = Static<typeof ReplacedAsset>

export const AssetVersion = closed(
  {
    version,
    current: Type.Boolean({ description: 'True for the version that the asset shows.' }),
    mime: Asset.properties.mime,
    bytes: Asset.properties.bytes,
    sha256: Asset.properties.sha256,
    width: Asset.properties.width,
    height: Asset.properties.height,
    url: Type.String({ description: 'Public URL of this version; valid as long as the asset.' }),
    author: Actor,
    created_at: Instant,
  },
  { title: 'AssetVersion' },
)
export type AssetVersion = Static<typeof AssetVersion>

export const AssetVersionPage = pageOf(AssetVersion, { title: 'AssetVersionPage' })
export type AssetVersionPage = Static<typeof AssetVersionPage>

export const ListAssetVersions = closed({ ...pageQuery, sort: sortBy('-version', 'version') })
export type ListAssetVersions = Static<typeof ListAssetVersions>

export const AssetVersionParams = closed({
  ...AssetParams.properties,
  version: Type.String({ minLength: 1, maxLength: 10, description: 'Number of the version.', examples: ['1'] }),
})
