/**
 * Files of the service outside of its database: exports, assets. A key is a short path such as `exports/exp_…/email.zip`.
 * Imports no other module of the platform. Start at blobs.ts for the contract; disk.ts and s3.ts implement it.
 */
export { type BlobEntry, BlobError, type BlobRange, type Blobs, isBlobKey } from './blobs.ts'
export {
  type OwnedBlobs,
  collectExpired,
  collectReleased,
  collectUnnamed,
  discardOwn,
  evictCached,
  isTooLate,
} from './collector.ts'
export type { Stored } from './measured.ts'
export { openBlobs } from './open.ts'
export { type S3Timeouts, openS3 } from './s3.ts'
export { type S3Address, readS3Address } from './s3-url.ts'
