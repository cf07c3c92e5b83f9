import { Elysia } from 'elysia'
import { editorLinkRoutes } from './assets/links.ts'
import { editorAssetRoutes } from './assets/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { editorModuleRoutes } from './modules/routes.ts'
import { exportRoute, outputRoutes } from './output/routes.ts'
import type { PluginSurface } from './plugin.ts'
import { editorRecipientRoutes } from './recipients/routes.ts'
import { approvalRoutes } from './releases/approval-routes.ts'
import { editorReleaseRoutes } from './releases/routes.ts'
import { starterRoutes } from './starters/routes.ts'
import { initRoute, sessionRoutes } from './opening/routes.ts'

/** Routes below `/plugin`, to be mounted under a prefix. */
export function pluginRoutes(surface: PluginSurface) {
  return new Elysia({ normalize: false })
    .use(sessionRoutes(surface))
    .use(contentRoutes(surface))
    .use(outputRoutes(surface))
    .use(historyRoutes(surface))
    .use(editorReleaseRoutes(surface))
    .use(approvalRoutes(surface))
    .use(editorAssetRoutes(surface))
    .use(editorLinkRoutes(surface))
    .use(editorModuleRoutes(surface))
    .use(starterRoutes(surface))
    .use(editorRecipientRoutes(surface))
}

/** Routes that host pages call without a prefix: `/plugin/…`, `/init` and `/export`. */
export function rootRoutes(surface: PluginSurface) {
  return pluginRoutes(surface).use(initRoute(surface)).use(exportRoute(surface))
}
