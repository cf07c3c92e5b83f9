import { Elysia } from 'elysia'
import type { Http } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import type { ImportDeps, SignImageUrls, ThumbnailLinks } from '../template/index.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { favoriteRoutes } from './favorites/routes.ts'
import { listingRoutes } from './listing/routes.ts'
import { viewRoutes } from './views/routes.ts'

export interface LibraryDeps extends ImportDeps {
  http: Http
  store: Store
  links: ThumbnailLinks
  signImages?: SignImageUrls | undefined
}

/** Lists and search, reading, changes, favorites and bulk operations. */
export function libraryRoutes(parts: LibraryDeps) {
  return new Elysia({ normalize: false })
    .use(listingRoutes(parts))
    .use(viewRoutes(parts))
    .use(changeRoutes(parts))
    .use(favoriteRoutes(parts))
    .use(bulkRoutes(parts))
}
