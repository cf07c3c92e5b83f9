import { limits } from '../../../kernel/limits.ts'
import { type Http, workContext } from '../../../platform/http/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import {
  type Assets,
  EditorImportAsset,
  EditorUploadForm,
  listAssets,
  presentAsset,
  signImage,
  transactOnce,
  upload,
} from '../../assets/index.ts'
import { type Admission, needsRight } from '../admission.ts'
import { EditorAsset, EditorAssetList, ListEditorAssets } from './contract.ts'

export interface EditorAssetDeps {
  http: Http
  admission: Admission
  store: Store
  assets: Assets
  vault: Vault
  cdnUrl: string
}

/** Bytes of a multipart form besides those of the file. */
const aroundFile = 1024 * 1024

export function editorAssetRoutes({ http, admission, store, assets, vault, cdnUrl }: EditorAssetDeps) {
  return http
    .surface('plugin', { errors: 'plugin', crossOrigin: false })
    .get(
      '/plugin/assets',
      async ({ caller, query: { kind = 'image', ...query } }) => {
        const { items, page } = await listAssets(store.read, caller, { ...query, kind: [kind] })
        return { data: items.map((row) => shown(presentAsset(row, cdnUrl), vault)), nextCursor: page.next_cursor }
      },
      {
        id: 'plugin.listAssets',
        summary: 'List images',
        description: 'Images in the library of the token, latest first.',
        admit: admission.editor,
        query: ListEditorAssets,
        response: { 200: EditorAssetList },
        errors: ['INVALID_CURSOR'],
      },
    )
    .post(
      '/plugin/assets',
      async ({ caller, once, request, set }) =>
        shown(
          (await upload(assets, { caller, request, form: EditorUploadForm }, transactOnce(once, set))).asset,
          vault,
        ),
      {
        id: 'plugin.uploadAsset',
        summary: 'Upload an image',
        description:
          'Accepts images, detected from the content; other files only if the token has `files: all`. If the library of ' +
          'the token already contains the same bytes, the response is 200 with the existing asset. Counts toward the ' +
          'quota of the user.',
        admit: needsRight(admission.editor, 'upload'),
        once: underLocks,
        takes: {
          types: ['multipart/form-data'],
          maxBytes: limits.fileBytes + aroundFile,
          form: () => EditorUploadForm,
        },
        response: { 200: EditorAsset, 201: EditorAsset },
        errors: ['ASSET_INVALID', 'ASSET_TYPE_REFUSED', 'LIMIT_REACHED', 'PAYLOAD_TOO_LARGE', 'VALIDATION_FAILED'],
      },
    )
    .post(
      '/plugin/assets/from-url',
      async ({ caller, body, once, request, set }) => {
        const submitter = { caller, work: workContext(request) }
        return shown((await assets.importUrl(submitter, body, transactOnce(once, set))).asset, vault)
      },
      {
        id: 'plugin.importAsset',
        summary: 'Fetch an image from a URL',
        description:
          `Fetches a public URL, follows up to ${limits.assetFetchRedirects} redirects, and stores the image, like an ` +
          'upload of the user. The editor calls it for pasted images whose URL expires.',
        admit: needsRight(admission.editor, 'upload'),
        once: underLocks,
        body: EditorImportAsset,
        response: { 200: EditorAsset, 201: EditorAsset },
        errors: ['FETCH_FAILED', 'ASSET_INVALID', 'ASSET_TYPE_REFUSED', 'LIMIT_REACHED'],
      },
    )
}

const thumbnail = { w: 320 }

function shown(asset: ReturnType<typeof presentAsset>, vault: Vault): EditorAsset {
  const { id, kind, name, mime, bytes, url, width = null, height = null, alt = null, created_at: createdAt } = asset
  // Signed, so that a page of the library does not count against the render limit of the client's IP address.
  const thumbnailUrl = kind === 'image' ? `${url}?${signImage(vault, id, { parameters: thumbnail })}` : null
  return { id, name, mime, bytes, url, thumbnailUrl, width, height, alt, createdAt }
}
