import type { Blobs } from '../../platform/blobs/index.ts'
import type { Chromium } from '../../platform/chromium/index.ts'
import type { Vault } from '../../platform/identity/index.ts'
import type { WorkerPool } from '../../platform/jobs/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import type { ImageSource } from './rendering/fetch-images.ts'

/** What exports are on. */
export interface ExportDeps extends ImageSource {
  store: Store
  blobs: Blobs
  vault: Vault
  /** Threads for what takes long. */
  workers: WorkerPool
  /** Where the operator’s fonts lie, for what is rendered. */
  fontFolder: string
  /** The operator’s browser, where there is one. */
  chromium?: Chromium | undefined
  /** Milliseconds since epoch; the clock unless given. */
  now?: () => number
}
