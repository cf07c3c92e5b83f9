import { type Blobs, BlobError } from './blobs.ts'
import { openDisk } from './disk.ts'
import { type S3Timeouts, openS3 } from './s3.ts'
import { readS3Address } from './s3-url.ts'

/**
 * The blobs of an installation: in the bucket that an `s3://` address names, else below the directory; `timeout` in place of the usual for the bucket. Throws a BlobError
 * on an address that says nothing.
 */
export function openBlobs(directory: string, url?: string, timeout?: Partial<S3Timeouts>): Blobs {
  if (url === undefined) return openDisk(directory)
  const address = readS3Address(url)
  if ('problem' in address) throw new BlobError(`SVC_BLOB_URL ${address.problem}`)
  return openS3(address, timeout)
}
