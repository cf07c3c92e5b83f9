/**
 * The editor's side of the service: sessions for the embedded editor, opened with tokens that hosts sign, and what such a
 * session may do with its one email. May ask projects whose Plugin ID it is, templates to keep the email, exports to make
 * files of it, assets for images.
 * Start at plugin.ts, then admission.ts, which lets calls in.
 */
export type { Contexts } from './contexts.ts'
export { purgePreviews } from './output/previews.ts'
export { type PluginSurface, createPlugin } from './plugin.ts'
export { initRoute } from './opening/routes.ts'
export { pluginRoutes, rootRoutes } from './routes.ts'
