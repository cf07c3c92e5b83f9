import type { Blobs } from '../platform/blobs/index.ts'
import type { Config } from '../platform/config/index.ts'
import type { Vault } from '../platform/identity/index.ts'
import type { WorkerPool } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import type { Store } from '../platform/storage/index.ts'
import { createSignImageUrls } from '../surfaces/assets/index.ts'
import { createImages } from '../surfaces/delivery/index.ts'
import type { ReadImage } from '../surfaces/exports/index.ts'
import type { SignImageUrls } from '../surfaces/templates/index.ts'
import { readImage } from './assets.ts'
import { imageCodec } from './image-codec.ts'

export interface HeldImages {
  /** Images of assets, transformed on request. */
  images: ReturnType<typeof createImages>
  /** Reads any image by its path on the CDN host. */
  readImage: ReadImage
  /** Undefined unless transformations require signed URLs. */
  signImages: SignImageUrls | undefined
}

/** Opens the images of assets and starters; once per process, because transformed images are cached. */
export function openImages(parts: {
  store: Store
  blobs: Blobs
  workers: WorkerPool
  vault: Vault
  log: Log
  metrics: Metrics
  imageUrls: Config['imageUrls']
  cdnUrl: Config['cdnUrl']
}): HeldImages {
  const images = createImages({ ...parts, codec: imageCodec, atOnce: navigator.hardwareConcurrency })
  const signImages = parts.imageUrls === 'signed' ? createSignImageUrls(parts) : undefined
  return { images, readImage: async (path) => (await readImage(path)) ?? images.read(path), signImages }
}
