import { createId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { underLocks } from '../../../platform/storage/index.ts'
import { dayMs } from '../days.ts'
import { type DomainRow, lockDomain } from '../domains/index.ts'
import type { IntakeDeps } from './arrival.ts'
import { setRawFile } from './store.ts'

/** Prefix of the blobs with the files of reports. */
export const rawPrefix = 'dmarc-reports/'

export interface StoredReport {
  readonly id: string
  readonly contentHash: string
  /** Undefined for a report in quarantine. */
  readonly domain: DomainRow | undefined
}

/**
 * Stores a file and refers to it from its reports. Only for a file that was read to its end, since only then it is known that
 * it has no failure report; after a crash before, the reports have no file.
 */
export async function keepFile(
  { blobs, store }: Pick<IntakeDeps, 'blobs' | 'store'>,
  {
    bytes,
    projectId,
    reports,
  }: { bytes: Uint8Array<ArrayBuffer>; projectId: string; reports: readonly StoredReport[] },
): Promise<void> {
  const rawKey = `${rawPrefix}${createId('report', store.read.nowMs())}`
  await blobs.put(rawKey, bytes)
  for (const { contentHash, domain, id } of reports)
    await store.tx(async (db) => {
      // Under the lock of the domain, as its retention may have become shorter.
      const locked = domain === undefined ? undefined : await lockDomain(db, projectId, domain.id)
      const rawDays = locked?.rawDays ?? limits.dmarcRawDays
      await setRawFile(db, projectId, { id, contentHash, rawKey, rawUntil: db.nowMs() + rawDays * dayMs })
    }, underLocks)
}
