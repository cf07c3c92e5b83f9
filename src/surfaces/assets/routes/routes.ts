import { Elysia } from 'elysia'
import type { Http } from '../../../platform/http/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import type { Assets } from '../assets.ts'
import { intakeRoutes } from './intake.ts'
import { libraryRoutes } from './library.ts'
import { versionRoutes } from './versions.ts'

export interface AssetRouteDeps {
  http: Http
  store: Store
  assets: Assets
  /** Public URL of the CDN host. */
  cdnUrl: string
  /** Signs image URLs. */
  vault: Vault
}

/** All routes below `/assets`. */
export function assetRoutes(parts: AssetRouteDeps) {
  return new Elysia({ normalize: false }).use(intakeRoutes(parts)).use(libraryRoutes(parts)).use(versionRoutes(parts))
}
