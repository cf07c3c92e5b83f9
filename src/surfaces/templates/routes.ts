import { Elysia } from 'elysia'
import { editingRoutes } from './editing/routes.ts'
import { folderRoutes } from './folders/routes.ts'
import { generationRoutes } from './generation/routes.ts'
import type { Linting } from './lint/lint.ts'
import { lintRoutes } from './lint/routes.ts'
import { importRoutes } from './import/routes.ts'
import { lockRoutes } from './locks/routes.ts'
import { type LibraryDeps, libraryRoutes } from './library/routes.ts'
import { permissionRoutes } from './permissions/routes.ts'
import { moduleRoutes } from './modules/routes.ts'
import { recipientRoutes } from './recipients/routes.ts'
import { releaseRoutes } from './releases/routes.ts'
import { type ReviewDeps, reviewRoutes } from './reviews/routes.ts'
import { type ThumbnailRouteDeps, thumbnailRoutes } from './thumbnail/routes.ts'
import { versionRoutes } from './versions/routes.ts'

/** All routes of the template surface, to be mounted under a prefix. */
export function templateRoutes(
  parts: LibraryDeps & ThumbnailRouteDeps & ReviewDeps & Pick<Linting, 'measureImages'> & { fontFolder: string },
) {
  return new Elysia({ normalize: false })
    .use(libraryRoutes(parts))
    .use(editingRoutes(parts))
    .use(folderRoutes(parts))
    .use(generationRoutes(parts))
    .use(lintRoutes(parts))
    .use(importRoutes(parts))
    .use(lockRoutes(parts))
    .use(permissionRoutes(parts))
    .use(moduleRoutes(parts))
    .use(recipientRoutes(parts))
    .use(releaseRoutes(parts))
    .use(reviewRoutes(parts))
    .use(thumbnailRoutes(parts))
    .use(versionRoutes(parts))
}
