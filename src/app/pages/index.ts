/**
 * The pages a person sees before the console exists: the landing page, the one-time setup, signing in and out; and the
 * page of the embedded editor, and /demo, which shows it in a page as hosts write it.
 * Markup as strings, one style in the page, no script. Asks accounts for sessions and surfaces/projects for projects.
 * Start at routes.ts; theme.css holds the colors and type that later pages share.
 */
export { demoRoutes, findDemoPluginId } from './demo/routes.ts'
export { editorRoutes } from './editor/routes.ts'
export { guideRoutes } from './guides/routes.ts'
export { failurePage } from './failure.ts'
export { type PageDeps, pageRoutes } from './routes.ts'
