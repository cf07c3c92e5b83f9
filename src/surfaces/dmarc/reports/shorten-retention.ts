import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { dayMs } from '../days.ts'
import { lockDomain } from '../domains/index.ts'
import { type ReportPosition, limitRetention, selectPositions } from './store.ts'

const atOnce = 500

/**
 * Applies the retention of a domain to its stored reports where it is shorter than theirs; expiry deletes what is over. Each
 * slice is under the lock of the domain. Stops once the signal aborts; true if it is through.
 */
export async function shortenRetention(
  store: Store,
  { domainId, projectId }: { projectId: string; domainId: string },
  signal: AbortSignal,
): Promise<boolean> {
  let after: ReportPosition | undefined
  for (;;) {
    if (signal.aborted) return false
    const from = after
    const some = await store.tx(async (db) => {
      const domain = await lockDomain(db, projectId, domainId)
      if (domain === undefined) return []
      const positions = await selectPositions(db, domain.no, { after: from, limit: atOnce })
      await limitRetention(
        db,
        positions.map(([, no]) => no),
        { rawMs: domain.rawDays * dayMs, recordMs: domain.recordDays * dayMs, failureMs: domain.failureDays * dayMs },
      )
      return positions
    }, underLocks)
    after = some.at(-1)
    if (some.length < atOnce) return true
  }
}
