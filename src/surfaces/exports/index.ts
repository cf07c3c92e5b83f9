/**
 * Exports: rendered emails as downloadable files, created synchronously or by a job, stored as blobs for a day, with signed
 * links. May import templates for documents, and the engines.
 * Start at exports.ts; rendering/package.ts determines the content of the files.
 */
export { exportHandler, makeExportJob } from './background.ts'
export { type CreateOptions, type Exports, type OpenFile, createExports, purgeExports } from './exports.ts'
export { type Collect, type ExportImage, type ReadImage, createCollector } from './rendering/fetch-images.ts'
export { ExportWarning } from './contract.ts'
export { ExportOptions } from './options.ts'
export { type RenderDeps, type RenderedForTarget, renderForTarget, isPrivate } from './rendering/render-for-target.ts'
export { imageName } from './rendering/images.ts'
export { findImageUrls, replaceImageUrls } from './rendering/image-urls.ts'
export { isUnstated } from './rendering/provider.ts'
export { checkUtm } from './utm.ts'
export { checkTarget } from './rendering/target.ts'
export type { ExportDeps } from './deps.ts'
export { exportRoutes } from './routes.ts'
