import type { Blobs } from '../platform/blobs/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Vault } from '../platform/identity/index.ts'
import type { WorkerPool } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import type { Store } from '../platform/storage/index.ts'
import { createImages } from '../surfaces/delivery/index.ts'
import type { ReadImage } from '../surfaces/exports/index.ts'
import { readImage } from './assets.ts'
import { imageCodec } from './image-codec.ts'

/** Every image that this service holds. */
export interface HeldImages {
  /** Those of assets, as they are requested. */
  images: ReturnType<typeof createImages>
  /** Any, by its path on the CDN host. */
  readImage: ReadImage
}

/** Opens the images of assets and starters; once a process, because what is made of them is cached. */
export function openImages(parts: {
  store: Store
  blobs: Blobs
  workers: WorkerPool
  vault: Vault
  log: Log
  metrics: Metrics
  imageUrls: Config['imageUrls']
}): HeldImages {
  const images = createImages({ ...parts, codec: imageCodec, atOnce: navigator.hardwareConcurrency })
  return { images, readImage: async (path) => (await readImage(path)) ?? images.read(path) }
}
