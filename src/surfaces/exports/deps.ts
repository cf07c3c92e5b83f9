import type { Blobs } from '../../platform/blobs/index.ts'
import type { Chromium } from '../../platform/chromium/index.ts'
import type { Vault } from '../../platform/identity/index.ts'
import type { WorkerPool } from '../../platform/jobs/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import type { ImageSource } from './rendering/fetch-images.ts'

export interface ExportDeps extends ImageSource {
  store: Store
  blobs: Blobs
  vault: Vault
  /** For work that would block the event loop. */
  workers: WorkerPool
  /** Folder with the operator’s fonts, for rendered files. */
  fontFolder: string
  /** The operator’s browser, if configured. */
  chromium?: Chromium | undefined
  /** Unix time in ms; defaults to the database's clock. */
  now?: () => number
}
