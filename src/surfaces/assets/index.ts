/**
 * The library of images and files: uploads, metadata, lists and deletion, counted against the quota of the plan. May import
 * templates to find the documents that use an asset.
 * Start at routes/; intake/ turns uploaded bytes into assets.
 */
export { type AssetDeps, type Assets, createAssets, purgeAssets } from './assets.ts'
export { type UsersOfProject, purgeAssetsOfUsers } from './purge-of-users.ts'
export type { StoredImage } from './intake/store-image.ts'
export { EditorImportAsset, EditorUploadForm } from './intake/contract.ts'
export { transactOnce, upload } from './upload.ts'
export { listAssets, requirePublicAsset } from './library.ts'
export { ImageParameters, ImageQuery, evaluateImage, readImageQuery, signImage } from './image-query.ts'
export { assetsSignal, assetFolder, assetKey, variantFolder } from './blob-keys.ts'
export { factsOf, fileAt, focalPointOf, presentAsset } from './present.ts'
export { selectPublicVersion } from './version-store.ts'
export { createShowAsset } from './versions/show-job.ts'
export { assetRoutes } from './routes/routes.ts'
export { type AssetRow, selectBytes, selectProjectsOf } from './store.ts'
export { createSignImageUrls } from './sign-image-urls.ts'
export { keepImageQuery, keptImageQueries, storedImageQueries } from './stored-image-queries.ts'
