import { limits } from '../../../kernel/limits.ts'
import { type Http, workContext } from '../../../platform/http/index.ts'
import type { Assets } from '../assets.ts'
import { Asset, AssetParams } from '../contract.ts'
import { CompleteUpload, CreateUpload, ImportAsset, UploadAddress, UploadForm } from '../intake/contract.ts'
import { transactOnce, upload } from '../upload.ts'
import { underLocks } from '../../../platform/storage/index.ts'

/** Bytes of a multipart form besides those of the file. */
export const aroundFile = 1024 * 1024

const sent = { 200: Asset, 201: Asset }
const again = 'If the project already has the same bytes, the response is 200 with the existing asset, unchanged.'

export function intakeRoutes({ http, assets }: { http: Http; assets: Assets }) {
  return http
    .surface('assets')
    .post(
      '/assets',
      async ({ caller, once, request, set }) =>
        (await upload(assets, { caller, request, form: UploadForm }, transactOnce(once, set))).asset,
      {
        id: 'assets.upload',
        summary: 'Upload a file',
        description: `Accepts images and files of supported types. The type is detected from the content. ${again}`,
        scope: 'assets:write',
        once: underLocks,
        location: '/v1/assets/{id}',
        takes: { types: ['multipart/form-data'], maxBytes: limits.fileBytes + aroundFile, form: () => UploadForm },
        response: sent,
        errors: [
          'ASSET_INVALID',
          'EXTERNAL_ID_TAKEN',
          'ASSET_TYPE_REFUSED',
          'LIMIT_REACHED',
          'PAYLOAD_TOO_LARGE',
          'VALIDATION_FAILED',
        ],
      },
    )
    .post(
      '/assets/from-url',
      async ({ caller, body, once, request, set }) =>
        (await assets.importUrl({ caller, work: workContext(request) }, body, transactOnce(once, set))).asset,
      {
        id: 'assets.importUrl',
        summary: 'Fetch a file from a URL',
        description: `Fetches a public URL, follows up to ${limits.assetFetchRedirects} redirects, and stores the file. ${again}`,
        scope: 'assets:write',
        once: underLocks,
        location: '/v1/assets/{id}',
        body: ImportAsset,
        response: sent,
        errors: ['FETCH_FAILED', 'ASSET_INVALID', 'EXTERNAL_ID_TAKEN', 'ASSET_TYPE_REFUSED', 'LIMIT_REACHED'],
      },
    )
    .post(
      '/assets/uploads',
      ({ caller, body, set: { headers } }) => {
        headers['cache-control'] = 'no-store'
        return assets.createUpload(caller, body)
      },
      {
        id: 'assets.createUpload',
        summary: 'Get an upload URL',
        description:
          'Requires bucket storage. To upload a large file directly to the bucket, declare its size in bytes, send it with ' +
          'PUT to the returned URL, then complete the upload. Open uploads count toward the storage quota; a project is ' +
          `limited to ${limits.openUploads} open uploads.`,
        scope: 'assets:write',
        body: CreateUpload,
        response: { 201: UploadAddress },
        errors: ['NOT_CONFIGURED', 'LIMIT_REACHED'],
      },
    )
    .post(
      '/assets/uploads/:id/complete',
      async ({ caller, params: { id }, body, once, request, set }) => {
        const submitter = { caller, work: workContext(request) }
        return (await assets.completeUpload(submitter, id, body, transactOnce(once, set))).asset
      },
      {
        id: 'assets.completeUpload',
        summary: 'Complete an upload',
        description: `Checks the uploaded bytes and creates an asset. ${again}`,
        scope: 'assets:write',
        once: underLocks,
        location: '/v1/assets/{id}',
        params: AssetParams,
        body: CompleteUpload,
        response: sent,
        errors: [
          'UPLOAD_NOT_FOUND',
          'ASSET_INVALID',
          'EXTERNAL_ID_TAKEN',
          'ASSET_TYPE_REFUSED',
          'LIMIT_REACHED',
          'PAYLOAD_TOO_LARGE',
        ],
      },
    )
}
