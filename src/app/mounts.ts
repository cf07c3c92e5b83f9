import type { AnyElysia } from 'elysia'
import type { Blobs } from '../platform/blobs/index.ts'
import type { Config } from '../platform/config/index.ts'
import { type Http, healthRoutes, referenceRoutes } from '../platform/http/index.ts'
import type { Vault } from '../platform/identity/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import type { Store } from '../platform/storage/index.ts'
import { deliveryRoutes } from '../surfaces/delivery/index.ts'
import { createExports, exportRoutes } from '../surfaces/exports/index.ts'
import { apiKeyRoutes } from '../surfaces/projects/index.ts'
import { templateRoutes } from '../surfaces/templates/index.ts'
import { describeApi } from './api-document.ts'
import { readImage, readStarterImage } from './assets.ts'
import { pageRoutes } from './pages/index.ts'

export interface MountParts {
  http: Http
  config: Pick<Config, 'baseUrl' | 'appUrl' | 'cdnUrl'>
  store: Store
  blobs: Blobs
  vault: Vault
  log: Log
  metrics: Metrics
}

/** Both prefixes answer the same operations (spec section 4.1); the published contract is read from the first. */
const apiPrefixes = ['/v1', '/api/v1'] as const

/** Which surface answers where: REST under both prefixes; CDN paths, pages, reference and health at the root. */
export function mountSurfaces({ http, config, store, blobs, vault, log, metrics }: MountParts): AnyElysia {
  const { cdnUrl, baseUrl } = config
  const exports = createExports({ store, blobs, vault, cdnUrl, readImage })
  const api = [templateRoutes({ http, store, cdnUrl }), exportRoutes({ http, exports }), apiKeyRoutes({ http, store })]
  let app: AnyElysia = http.application()
  for (const prefix of apiPrefixes) {
    app = app.group(prefix, (group) => api.reduce<AnyElysia>((mounted, surface) => mounted.use(surface), group))
  }
  app = app.use(deliveryRoutes({ http, exports, readStarterImage })).use(pageRoutes({ store, config, log }))
  const described = app
  return app
    .use(referenceRoutes(() => describeApi(described, { baseUrl, without: apiPrefixes.slice(1) })))
    .use(healthRoutes({ store, metrics }))
}
