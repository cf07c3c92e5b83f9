/**
 * Files the service keeps beside its database: exports, assets. A key is a short path such as `exports/exp_…/email.zip`.
 * Asks nothing of other rooms. Start at blobs.ts for what a store of blobs promises, disk.ts for the one on disk.
 */
export { type BlobEntry, type Blobs, isBlobKey } from './blobs.ts'
export { openBlobs } from './disk.ts'
