import { type Blobs, BlobError } from './blobs.ts'
import { openDisk } from './disk.ts'
import { type S3Timeouts, openS3 } from './s3.ts'
import { readS3Address } from './s3-url.ts'

/**
 * The blobs of an installation: in the bucket of an `s3://` URL, else below the directory. `timeout` overrides the defaults
 * for the bucket. Throws a BlobError on an invalid URL.
 */
export function openBlobs(directory: string, url?: string, timeout?: Partial<S3Timeouts>): Blobs {
  if (url === undefined) return openDisk(directory)
  const address = readS3Address(url)
  if ('problem' in address) throw new BlobError(`SVC_BLOB_URL ${address.problem}`)
  return openS3(address, timeout)
}
