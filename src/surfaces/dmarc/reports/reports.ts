/** Read and delete reports. A report of another project is reported as missing. */
import { fail } from '../../../kernel/errors/index.ts'
import { isId } from '../../../kernel/ids/index.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, readPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db, Store } from '../../../platform/storage/index.ts'
import { dayMs, readDay } from '../days.ts'
import { isVisible, reviseFacts, selectGroupOf } from '../domains/index.ts'
import type { DmarcReportDetail, ListReports } from './contract.ts'
import { takeBack } from './discard.ts'
import { presentDetail } from './present.ts'
import { selectRecords } from './record-store.ts'
import { type ReportFilter, type ReportRow, selectReport, selectRevisions, selectTlsPolicies } from './store.ts'

/** REPORT_NOT_FOUND also for reports of a domain that the caller may not see. */
export async function loadReport(db: Db, caller: Caller, id: string): Promise<ReportRow> {
  const row = isId('report', id) ? await selectReport(db, caller.projectId, id) : undefined
  const group = row === undefined || row.domainNo === null ? null : await selectGroupOf(db, row.domainNo)
  return row !== undefined && (await isVisible(db, caller, group)) ? row : fail('REPORT_NOT_FOUND')
}

export async function describeReport(
  { read }: Pick<Store, 'read'>,
  caller: Caller,
  id: string,
  query: { limit?: number; cursor?: string },
): Promise<DmarcReportDetail> {
  const row = await loadReport(read, caller, id)
  const { items, page } = await readPage(query, {
    key: `dmarc report ${row.id} ${row.revision}`,
    read: ({ after, limit }) =>
      selectRecords(read, row.no, { after: after === undefined ? -1 : Number(after[0]), limit }),
    positionOf: ({ position }) => [position],
  })
  const [policies, revisions] = await Promise.all([selectTlsPolicies(read, row.no), selectRevisions(read, row.no)])
  return presentDetail(row, { page, policies, records: items, revisions })
}

/**
 * Deletes a report and takes its messages out of the totals in the same transaction. REPORT_RECORDS_EXPIRED if its records
 * are gone. Must run in a transaction.
 */
export async function removeReport(db: Db, caller: Caller, id: string, ifMatch?: string): Promise<void> {
  const found = await loadReport(db, caller, id)
  // Counting and deleting take turns under the lock of the domain.
  if (found.domainNo !== null) await reviseFacts(db, caller.projectId, found.domainNo)
  const row = await loadReport(db, caller, id)
  checkIfMatch(ifMatch, row.revision)
  if (row.expiredAt !== null && row.type === 'aggregate') fail('REPORT_RECORDS_EXPIRED')
  await takeBack(db, row)
  await recordAct(db, caller, ['dmarc.report_deleted', id], { domain: row.policyDomain, messages: row.messages })
}

/** VALIDATION_FAILED for a day that does not exist. */
export function filterOf(query: ListReports): ReportFilter {
  const { disposition, organization, report_id: reportId, result, source: ip, type } = query
  const from = dayIn(query.from, '/from')
  const to = dayIn(query.to, '/to')
  return {
    type,
    organization,
    reportId,
    disposition,
    result,
    ip,
    fromMs: from === undefined ? undefined : from * dayMs,
    toMs: to === undefined ? undefined : (to + 1) * dayMs,
  }
}

function dayIn(text: string | undefined, path: string): number | undefined {
  if (text === undefined) return undefined
  return (
    readDay(text) ??
    fail('VALIDATION_FAILED', { issues: [{ path, message: 'not a day: send a day such as 2026-11-21' }] })
  )
}
