import { firstId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Blobs, collectReleased, collectUnnamed } from '../../../platform/blobs/index.ts'
import { type Store, statementwise } from '../../../platform/storage/index.ts'
import { dayOf } from '../days.ts'
import { discardStaged } from './discard.ts'
import { rawPrefix } from './keep-file.ts'
import { deleteOldSets, deleteRecords } from './record-store.ts'
import {
  deleteOldTotals,
  deleteReport,
  deleteTlsPolicies,
  selectAbandoned,
  selectExpired,
  selectExpiredRaw,
  selectNamedKeys,
  selectOfDomain,
  updateReport,
} from './store.ts'

export interface ExpiryDeps {
  readonly store: Store
  readonly blobs: Blobs
}

const atOnce = 50
/** Age of staged records whose process has certainly ended. */
const abandonedMs = 6 * 3_600_000

/**
 * Deletes files, records, failure reports and totals whose retention is over, and what was left of interrupted intakes.
 * Returns the number of reports changed. Stops between two reports once the signal aborts.
 */
export async function expireReports(
  { blobs, store }: ExpiryDeps,
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<number> {
  const named = (keys: readonly string[]) => selectNamedKeys(store.read, keys)
  let changed = 0
  for (let some = atOnce; some === atOnce && !signal.aborted; changed += some) {
    const files = await selectExpiredRaw(store.read, nowMs, atOnce)
    await store.tx(async (db) => {
      for (const { no } of files) await updateReport(db, no, { rawKey: null, rawUntil: null })
    }, statementwise)
    await collectReleased(blobs, [...new Set(files.flatMap(({ rawKey }) => rawKey ?? []))], { named })
    some = files.length
  }
  for (let some = atOnce; some === atOnce && !signal.aborted; changed += some) {
    const expired = await selectExpired(store.read, nowMs, atOnce)
    for (const { no, records, state, type } of expired) {
      // Totals of aggregate reports stay, and so does the report, so that it is not counted again.
      await store.tx(async (db) => {
        if (type === 'aggregate') await deleteRecords(db, no, records)
        if (type === 'tls') await deleteTlsPolicies(db, no)
        if (type === 'failure' || state === 'quarantined') await deleteReport(db, no)
        else await updateReport(db, no, { expiredAt: nowMs })
      }, statementwise)
    }
    some = expired.length
  }
  // After the records, which may have been kept longer while the service was stopped.
  while (!signal.aborted && (await store.tx((db) => deleteOldSets(db, nowMs), statementwise)));
  for (const staged of await selectAbandoned(store.read, nowMs - abandonedMs, atOnce))
    await discardStaged(store, staged)
  await store.tx((db) => deleteOldTotals(db, dayOf(nowMs) - limits.dmarcTotalDays), statementwise)
  const begunBefore = (key: string, atMs: number) => key.slice(rawPrefix.length) < firstId('report', atMs)
  changed += await collectUnnamed(blobs, { prefix: rawPrefix, begunBefore, named }, { nowMs, signal })
  return changed
}

/** Deletes the reports of a removed domain, a few at a time. Stops once the signal aborts; true if none is left. */
export async function purgeReportsOf(store: Store, domainNo: number, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const some = await selectOfDomain(store.read, domainNo, atOnce)
    if (some.length === 0) return true
    if (signal.aborted) return false
    for (const report of some) await discardStaged(store, report)
  }
}
