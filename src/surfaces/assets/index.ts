/**
 * The library of images and files: taking them in, describing, finding and deleting them, counted against the quota of
 * the plan. May ask templates which documents show an asset. Start at routes/; intake/ is how bytes become an asset.
 */
export { type AssetDeps, type Assets, createAssets, purgeAssets } from './assets.ts'
export { type UsersOfProject, purgeAssetsOfUsers } from './purge-of-users.ts'
export type { StoredImage } from './intake/store-image.ts'
export { UploadForm } from './intake/contract.ts'
export { transactOnce, upload } from './upload.ts'
export { listAssets, requirePublicAsset } from './library.ts'
export { ImageParameters, ImageQuery, judgeImage, readImageQuery, signImage } from './image-query.ts'
export { assetsSignal, assetFolder, assetKey, variantFolder } from './blob-keys.ts'
export { factsOf, focalPointOf, presentAsset } from './present.ts'
export { assetRoutes } from './routes/routes.ts'
export { type AssetRow, selectBytes, selectProjectsOf, selectPublicAsset } from './store.ts'
export { keepImageQuery, keptImageQueries, storedImageQueries } from './stored-image-queries.ts'
