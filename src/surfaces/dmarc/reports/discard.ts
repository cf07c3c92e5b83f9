import { type Db, type Store, statementwise } from '../../../platform/storage/index.ts'
import { dayOf } from '../days.ts'
import { applyDays, applyRollups, deleteRecords, eachRecord } from './record-store.ts'
import { Rollup } from './rollup.ts'
import { type ReportRow, deleteReport } from './store.ts'

/** Deletes a report that was never counted. */
export async function discardStaged(store: Store, { no, records }: { no: number; records: number }): Promise<void> {
  await store.tx(async (db) => {
    await deleteRecords(db, no, records)
    await deleteReport(db, no)
  }, statementwise)
}

/** Takes a counted report out of the totals of its locked domain, and deletes it. Must run in a transaction. */
export async function takeBack(db: Db, report: ReportRow): Promise<void> {
  if (report.type === 'aggregate' && report.domainNo !== null && report.state === 'accepted') {
    const rollup = new Rollup(dayOf(report.beginAt))
    for await (const { set, ...record } of eachRecord(db, report.no)) rollup.add({ ...record, ...set })
    await applyRollups(db, report.domainNo, rollup.rows, -1)
    await applyDays(db, report.domainNo, rollup.days, -1)
    await deleteRecords(db, report.no, report.records)
  }
  await deleteReport(db, report.no)
}
