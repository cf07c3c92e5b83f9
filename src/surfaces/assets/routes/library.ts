import { fail } from '../../../kernel/errors/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { pageAssetUses } from '../../templates/index.ts'
import type { Assets } from '../assets.ts'
import {
  Asset,
  AssetPage,
  AssetParams,
  AssetUsage,
  AssetUsePage,
  BulkDeleteAssets,
  BulkDeletedAssets,
  CreateLink,
  DeleteQuery,
  Deleted,
  ListAssets,
  ListUses,
  ImageLink,
  UpdateAsset,
} from '../contract.ts'
import { signImage } from '../image-query.ts'
import { pathOf, presentAsset } from '../present.ts'
import { listAssets, readUsage, requireAsset, updateAsset } from '../library.ts'

export interface LibraryRouteDeps {
  http: Http
  store: Store
  assets: Assets
  cdnUrl: string
  vault: Vault
}

/** Routes to list, change and delete assets. An asset of another project is reported as not found. */
export function libraryRoutes({ http, store, assets, cdnUrl, vault }: LibraryRouteDeps) {
  return http
    .surface('assets')
    .get(
      '/assets',
      async ({ caller, query }) => {
        const { items, page } = await listAssets(store.read, caller, query)
        return { data: items.map((row) => presentAsset(row, cdnUrl)), page }
      },
      {
        id: 'assets.list',
        summary: 'List assets',
        description: 'Images and files of the project, newest first by default.',
        scope: 'assets:read',
        query: ListAssets,
        response: { 200: AssetPage },
        errors: ['INVALID_CURSOR'],
      },
    )
    .get('/assets/usage', ({ caller }) => readUsage(store.read, caller), {
      id: 'assets.getUsage',
      summary: 'Get the storage usage',
      description: 'Storage used by the assets of all projects of the company, and the limit of the plan.',
      scope: 'assets:read',
      response: { 200: AssetUsage },
    })
    .post('/assets/bulk/delete', ({ caller, body, once }) => assets.removeMany(caller, body, (write) => once(write)), {
      id: 'assets.bulkDelete',
      summary: 'Delete many assets',
      description: 'Deletes up to 1,000 assets. Assets that are in use or missing do not affect the others.',
      scope: 'assets:write',
      once: underLocks,
      body: BulkDeleteAssets,
      response: { 200: BulkDeletedAssets },
    })
    .get(
      '/assets/:id',
      async ({ caller, params }) => presentAsset(await requireAsset(store.read, caller, params.id), cdnUrl),
      {
        id: 'assets.get',
        summary: 'Get one asset',
        description: 'Returns metadata, placeholder and URL.',
        scope: 'assets:read',
        etag: 'revision',
        params: AssetParams,
        response: { 200: Asset },
        errors: ['ASSET_NOT_FOUND'],
      },
    )
    .put(
      '/assets/:id',
      async ({ caller, params: { id }, body, ifMatch }) =>
        presentAsset(await store.tx((db) => updateAsset(db, caller, { id, body, ifMatch }), underLocks), cdnUrl),
      {
        id: 'assets.update',
        summary: 'Update an asset',
        description: 'Changes the metadata. `PUT /assets/{id}/content` replaces the file.',
        scope: 'assets:write',
        ifMatch: true,
        etag: 'revision',
        params: AssetParams,
        body: UpdateAsset,
        response: { 200: Asset },
        errors: ['ASSET_NOT_FOUND', 'ASSET_TYPE_REFUSED', 'EXTERNAL_ID_TAKEN', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/assets/:id',
      ({ caller, params, query, ifMatch }) =>
        assets.remove(caller, params.id, { force: query.force ?? false, ifMatch }),
      {
        id: 'assets.delete',
        summary: 'Delete an asset',
        description:
          'Fails while templates (including those in the trash) or modules use the asset, unless `force` is true. `force` ' +
          'requires the level `edit` on every template that uses the asset, directly or through a module.',
        scope: 'assets:write',
        ifMatch: true,
        params: AssetParams,
        query: DeleteQuery,
        response: { 204: Deleted },
        errors: ['ASSET_NOT_FOUND', 'ASSET_IN_USE', 'PERMISSION_DENIED', 'PRECONDITION_FAILED'],
      },
    )
    .get(
      '/assets/:id/usage',
      async ({ caller, params, query }) => {
        const { id } = await requireAsset(store.read, caller, params.id)
        const { items, page } = await pageAssetUses(store.read, caller, id, query)
        return { data: items, page }
      },
      {
        id: 'assets.listUses',
        summary: 'List the uses of an asset',
        description: 'Templates and modules whose documents contain the URL of the asset.',
        scope: 'assets:read',
        params: AssetParams,
        query: ListUses,
        response: { 200: AssetUsePage },
        errors: ['ASSET_NOT_FOUND', 'INVALID_CURSOR'],
      },
    )
    .post(
      '/assets/:id/links',
      async ({ caller, params, body }) => {
        const row = await requireAsset(store.read, caller, params.id)
        if (row.kind !== 'image') fail('TRANSFORM_INVALID', `A file of type ${row.mime} is not an image.`)
        const { expires_in_seconds: seconds, ...parameters } = body
        const expiresAt = seconds === undefined ? undefined : store.read.nowMs() + seconds * 1000
        return {
          url: `${cdnUrl}${pathOf(row)}?${signImage(vault, row.id, { parameters, expiresAt })}`,
          ...(expiresAt === undefined ? {} : { expires_at: new Date(expiresAt).toISOString() }),
        }
      },
      {
        id: 'assets.createLink',
        summary: 'Sign an image URL',
        description: 'A signed URL allows any size, quality and crop.',
        scope: 'assets:read',
        params: AssetParams,
        body: CreateLink,
        response: { 200: ImageLink },
        errors: ['ASSET_NOT_FOUND', 'TRANSFORM_INVALID'],
      },
    )
}
