/**
 * The server side of the embedded editor: sessions, opened with tokens that hosts sign, and the operations of a session on
 * its email. May import projects to resolve Plugin IDs, templates to store the email, exports to create files, assets for
 * images.
 * Start at plugin.ts, then admission.ts, which authenticates requests.
 */
export { accountRoutes } from './accounts/routes.ts'
export type { Contexts } from './contexts.ts'
export { purgePreviews } from './output/previews.ts'
export { type PluginSurface, createPlugin } from './plugin.ts'
export { initRoute } from './opening/routes.ts'
export { pluginRoutes, rootRoutes } from './routes.ts'
