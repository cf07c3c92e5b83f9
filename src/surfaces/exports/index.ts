/**
 * Rendered email as files to take away: made at once, kept a day in blobs, led to by signed links. May ask templates for
 * documents, and the engines. Start at exports.ts; package.ts says what goes into the files.
 */
export { type ExportParts, type Exports, type OpenFile, createExports, purgeExports } from './exports.ts'
export type { ReadImage } from './images.ts'
export { exportRoutes } from './routes.ts'
