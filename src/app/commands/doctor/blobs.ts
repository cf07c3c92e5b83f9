import type { Config } from '../../../platform/config/index.ts'
import { openS3, readS3Address } from '../../../platform/blobs/index.ts'
import { type Finding, bad, ok, reason } from './finding.ts'

const timeout = { timeoutMs: 5000, attempts: 1, firstWaitMs: 0 }

/** Whether files can be stored, read and deleted where they are kept: a small one is, in a bucket. */
export async function checkBlobs({ blobUrl }: Pick<Config, 'blobUrl'>): Promise<Finding> {
  const name = 'blobs'
  const address = blobUrl === undefined ? undefined : readS3Address(blobUrl)
  if (address === undefined) return ok(name, 'on disk, in the data directory')
  if ('problem' in address) return bad(name, `SVC_BLOB_URL ${address.problem}`)
  const blobs = openS3(address, timeout)
  const key = `doctor/${crypto.randomUUID()}`
  try {
    const started = performance.now()
    await blobs.put(key, new Uint8Array(1))
    const isBack = (await blobs.get(key))?.length === 1
    await blobs.delete(key)
    if (!isBack) return bad(name, `the bucket ${address.bucket} returned other bytes than were written`)
    const millis = Math.round(performance.now() - started)
    return ok(name, `the bucket ${address.bucket} writes, reads and deletes a file in ${millis} ms`)
  } catch (error) {
    return bad(name, `the bucket ${address.bucket}: ${reason(error)}`)
  }
}
