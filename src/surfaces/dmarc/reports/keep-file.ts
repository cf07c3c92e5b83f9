import { parentDomains } from '../../../deliverability/address/index.ts'
import { createId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { type Db, underLocks } from '../../../platform/storage/index.ts'
import { countQuarantined } from '../count-quarantined.ts'
import { dayMs } from '../days.ts'
import { type DomainRow, lockDomain, lockDomainsOf, selectNearest } from '../domains/index.ts'
import type { IntakeDeps } from './arrival.ts'
import { setRawFile } from './store.ts'

/** Prefix of the blobs with the files of reports. */
export const rawPrefix = 'dmarc-reports/'

export interface StoredReport {
  readonly id: string
  readonly contentHash: string
  readonly policyDomain: string
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
  for (const { contentHash, domain, id, policyDomain } of reports)
    await store.tx(async (db) => {
      // Under the lock of the domain, as its retention may have become shorter.
      const locked = domain === undefined ? undefined : await lockDomain(db, projectId, domain.id)
      if (domain === undefined) await countIfAdded(db, projectId, policyDomain)
      const rawDays = locked?.rawDays ?? limits.dmarcRawDays
      await setRawFile(db, projectId, { id, contentHash, rawKey, rawUntil: db.nowMs() + rawDays * dayMs })
    }, underLocks)
}

/**
 * Has a report in quarantine counted whose domain was added since it was read. A domain that is added later enqueues that
 * itself, and finds the file, as both lock the domains of the project.
 */
async function countIfAdded(db: Db, projectId: string, policyDomain: string): Promise<void> {
  await lockDomainsOf(db, projectId)
  const added = await selectNearest(db, projectId, parentDomains(policyDomain))
  if (added !== undefined)
    await enqueue(db, countQuarantined, { payload: { projectId, domain: added.domain }, projectId })
}
