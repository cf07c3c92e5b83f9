/** Counts of reports that arrived at the address of a domain and were rejected. SQL is in rejection-store.ts. */
import { limits } from '../../../kernel/limits.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { dayOf } from '../days.ts'
import type { Arrival, IntakeResult } from './arrival.ts'
import { addRejections } from './rejection-store.ts'

const reasonLength = 300

/** Uploads have a caller who reads the results, so only reports to an address are counted. */
export async function countRejected(store: Store, { only }: Arrival, results: readonly IntakeResult[]): Promise<void> {
  const rejected = results.filter(({ status }) => status === 'rejected')
  if (only === undefined || rejected.length === 0) return
  await store.tx(async (db) => {
    const day = dayOf(db.nowMs())
    for (const { code = 'not_a_report', reason = '' } of rejected.slice(0, limits.reportEntries))
      await addRejections(db, { domainNo: only.no, day, code, reports: 1, reason: reason.slice(0, reasonLength) })
  })
}
