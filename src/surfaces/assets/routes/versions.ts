import { limits } from '../../../kernel/limits.ts'
import { type Http, readForm, workContext } from '../../../platform/http/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import type { Assets } from '../assets.ts'
import { AssetParams } from '../contract.ts'
import {
  AssetVersionPage,
  AssetVersionParams,
  ListAssetVersions,
  ReplaceForm,
  ReplacedAsset,
} from '../versions/contract.ts'
import { listVersions, presentReplaced, restoreVersion } from '../versions/versions.ts'
import { aroundFile } from './intake.ts'

interface VersionRouteDeps {
  http: Http
  store: Store
  assets: Assets
  cdnUrl: string
}

const changeErrors = ['ASSET_NOT_FOUND', 'FORBIDDEN', 'PERMISSION_DENIED', 'PRECONDITION_FAILED'] as const

const shows =
  'A job shows it in the drafts and in the latest versions of the modules that use the asset. Releases, sent emails and all ' +
  'earlier URLs keep the file that they had.'

/** Routes that replace the file of an asset. */
export function versionRoutes({ http, store, assets, cdnUrl }: VersionRouteDeps) {
  return http
    .surface('assets')
    .put(
      '/assets/:id/content',
      async ({ caller, params: { id }, ifMatch, once, request }) => {
        const { file } = await readForm(request, ReplaceForm, {
          take: ({ bytes }) => assets.take(caller, bytes, workContext(request)),
          undo: (taken) => assets.drop(taken),
        })
        return assets.replace(caller, { id, ifMatch, taken: file }, (write, bodyHash) => once(write, { bodyHash }))
      },
      {
        id: 'assets.replace',
        summary: 'Replace the file of an asset',
        description:
          `The asset keeps its id, name, folder and uses; its URL is another one. ${shows} An image is replaced by an image ` +
          'of any type. The focal point is kept where the ratio of width to height is the same. If a template uses the ' +
          'asset, this requires the scope `templates:write` and the level `edit` on all of them. ' +
          `An asset has at most ${limits.assetVersions} versions, which all count toward the storage quota.`,
        scope: 'assets:write',
        once: underLocks,
        ifMatch: true,
        etag: 'revision',
        params: AssetParams,
        takes: { types: ['multipart/form-data'], maxBytes: limits.fileBytes + aroundFile, form: () => ReplaceForm },
        response: { 200: ReplacedAsset },
        errors: [
          ...changeErrors,
          'ASSET_INVALID',
          'ASSET_TYPE_REFUSED',
          'LIMIT_REACHED',
          'PAYLOAD_TOO_LARGE',
          'VALIDATION_FAILED',
        ],
      },
    )
    .get(
      '/assets/:id/versions',
      ({ caller, params: { id }, query }) => listVersions(store.read, caller, { cdnUrl, id, query }),
      {
        id: 'assets.listVersions',
        summary: 'List the versions of an asset',
        description: 'The files that it had, each with its own URL, latest first.',
        scope: 'assets:read',
        params: AssetParams,
        query: ListAssetVersions,
        response: { 200: AssetVersionPage },
        errors: ['ASSET_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .post(
      '/assets/:id/versions/:version/restore',
      async ({ caller, params, ifMatch, once }) =>
        once(async (db) => presentReplaced(await restoreVersion(db, caller, { ...params, ifMatch }), cdnUrl)),
      {
        id: 'assets.restoreVersion',
        summary: 'Restore a version of an asset',
        description:
          `Makes the file of an earlier version current again, with its URL and focal point. ${shows} Of the current ` +
          'version, only the uses that could not be changed before are changed.',
        scope: 'assets:write',
        once: underLocks,
        ifMatch: true,
        etag: 'revision',
        params: AssetVersionParams,
        response: { 200: ReplacedAsset },
        errors: [...changeErrors, 'VERSION_NOT_FOUND'],
      },
    )
}
