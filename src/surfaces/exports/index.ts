/**
 * Rendered email as files to take away: made at once or by a job, kept a day in blobs, led to by signed links. May ask templates for
 * documents, and the engines. Start at exports.ts; package.ts says what goes into the files.
 */
export { exportHandler, makeExportJob } from './background.ts'
export { type CreateOptions, type Exports, type OpenFile, createExports, purgeExports } from './exports.ts'
export { type Collect, type ExportImage, type ReadImage, createCollector } from './making/fetch-images.ts'
export { ExportWarning } from './contract.ts'
export { ExportOptions } from './options.ts'
export { type RenderDeps, type RenderedForTarget, renderForTarget, isPrivate } from './making/draw-for-target.ts'
export { imageName } from './making/images.ts'
export { findImageUrls, replaceImageUrls } from './making/image-urls.ts'
export { isUnstated } from './making/provider.ts'
export { checkTarget } from './making/target.ts'
export type { ExportDeps } from './parts.ts'
export { exportRoutes } from './routes.ts'
