import { type Db, type Store, statementwise } from '../../../platform/storage/index.ts'
import { dayOf } from '../days.ts'
import { DayTotals } from './day-totals.ts'
import { applyDays, applyRollups, deleteEmptyRollups, deleteRecords, eachRecord } from './record-store.ts'
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
    const { domainNo, no, records } = report
    const totals = new DayTotals(dayOf(report.beginAt))
    for await (const record of eachRecord(db, no)) totals.add(record)
    await applyRollups(db, domainNo, { reportNo: no, records, firstDay: totals.firstDay }, -1)
    await deleteEmptyRollups(db, domainNo, totals.days)
    await applyDays(db, domainNo, totals.days, -1)
    await deleteRecords(db, report.no, report.records)
  }
  await deleteReport(db, report.no)
}
