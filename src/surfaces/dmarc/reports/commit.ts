import type { EventData } from '../../../kernel/events/index.ts'
import { emit } from '../../../platform/events/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import { type DomainRow, lockDomain, updateDomain } from '../domains/index.ts'
import type { DayTotals } from './day-totals.ts'
import { takeBack } from './discard.ts'
import { type Draft, rowOf, totalsOf } from './draft.ts'
import { applyDays, applyRollups } from './record-store.ts'
import type { IntakeStatus } from './status.ts'
import {
  type NewReport,
  type ReportRow,
  findReport,
  insertReport,
  insertRevision,
  insertTlsPolicies,
  moveRevisions,
  updateReport,
} from './store.ts'

/** The report of records that are written. */
export interface RecordOwner {
  readonly no: number
  /** Time when they expire. */
  readonly recordsUntil: number
}

export interface Commit {
  readonly draft: Draft
  readonly domain: DomainRow
  readonly via: ReportRow['via']
  /** The report whose first records are already stored; undefined for a small one. */
  readonly stagedNo: number | undefined
  /** Sums per day of all records of an aggregate report. */
  readonly totals: DayTotals | undefined
  /** Writes the records that are not stored yet. */
  write(db: Db, report: RecordOwner): Promise<unknown>
}

export interface Committed {
  readonly status: IntakeStatus
  readonly id?: string
  readonly code?: string
  readonly reason?: string
  /** False if the totals have not changed. */
  readonly isCounted: boolean
}

/**
 * Counts a report in one transaction: its records, rollups, day totals and event. The same content again is a duplicate;
 * another content under the same identity replaces the report, whose totals are taken back. The domain is locked, so that
 * reports of one domain are counted one after the other.
 */
export function commitReport(store: Store, commit: Commit): Promise<Committed> {
  const { domain, draft } = commit
  return store.tx(async (db): Promise<Committed> => {
    const locked = await lockDomain(db, domain.projectId, domain.id)
    if (locked === undefined)
      return {
        status: 'rejected',
        code: 'domain_not_registered',
        reason: 'The domain was removed meanwhile.',
        isCounted: false,
      }
    const before = await findReport(db, domain.projectId, draft.keyHash)
    const isSame = before?.contentHash === draft.contentHash && before.state === 'accepted'
    if (before !== undefined && isSame) return { status: 'duplicate', id: before.id, isCounted: false }
    if (before !== undefined && before.expiredAt !== null)
      return {
        status: 'rejected',
        id: before.id,
        code: 'records_expired',
        reason: 'The records of the earlier report have expired, so that it can no longer be replaced.',
        isCounted: false,
      }
    const isReplaced = before?.state === 'accepted'
    const now = db.nowMs()
    // Staged records were stored with the retention of then; a longer one applies to later reports.
    const recordDays = Math.min(locked.recordDays, domain.recordDays)
    const row = {
      ...rowOf(draft, { domain: { ...locked, recordDays }, via: commit.via, state: 'accepted', nowMs: now }),
      ...totalsOf(commit.totals?.days ?? []),
      ...(before === undefined ? {} : { id: before.id, revision: before.revision + Number(isReplaced) }),
    }
    const no = await place(db, { row, before, stagedNo: commit.stagedNo })
    await commit.write(db, { no, recordsUntil: row.recordsUntil })
    if (commit.totals !== undefined) {
      const { days, firstDay } = commit.totals
      await applyRollups(db, locked.no, { reportNo: no, records: draft.records, firstDay }, 1)
      await applyDays(db, locked.no, days, 1)
    }
    await insertTlsPolicies(db, policiesOf(draft, no))
    const lastReportAt = Math.max(locked.lastReportAt ?? 0, now)
    await updateDomain(db, domain.projectId, domain.id, {
      lastReportAt,
      factsRevision: locked.factsRevision + 1,
    })
    if (draft.type !== 'tls')
      await emit(db, 'dmarc.report.received', { projectId: domain.projectId, data: eventOf(row, locked) })
    return { status: isReplaced ? 'replaced' : 'accepted', id: row.id, isCounted: true }
  }, underLocks)
}

/** Puts the row in the place of the report before it, whose totals are taken back and whose figures become a revision. */
async function place(
  db: Db,
  { row, before, stagedNo }: { row: NewReport; before: ReportRow | undefined; stagedNo: number | undefined },
): Promise<number> {
  if (before === undefined) {
    if (stagedNo === undefined) return insertReport(db, row)
    await updateReport(db, stagedNo, row)
    return stagedNo
  }
  // Another report has the id and the key until the earlier one is deleted.
  const staged = { ...row, id: `${row.id}.new`, state: 'staged' as const }
  const no = stagedNo ?? (await insertReport(db, staged))
  await moveRevisions(db, before.no, no)
  if (before.state === 'accepted')
    await insertRevision(db, {
      reportNo: no,
      revision: before.revision,
      contentHash: before.contentHash,
      records: before.records,
      messages: before.messages,
      compliant: before.compliant,
      receivedAt: before.receivedAt,
      replacedAt: db.nowMs(),
    })
  await takeBack(db, before)
  await updateReport(db, no, row)
  return no
}

function policiesOf({ policies = [] }: Draft, reportNo: number) {
  return policies.map(({ failed, failures, successful, type, ...detail }, position) => ({
    reportNo,
    position,
    policyType: type,
    successes: successful,
    failures: failed,
    detail: { ...detail, failures },
  }))
}

function eventOf(row: NewReport, domain: DomainRow): EventData<'dmarc.report.received'> {
  const isAggregate = row.type === 'aggregate'
  return {
    report_id: row.id,
    domain: domain.domain,
    kind: isAggregate ? 'aggregate' : 'forensic',
    org_name: row.organization,
    period: { begin: new Date(row.beginAt).toISOString(), end: new Date(row.endAt).toISOString() },
    messages: row.messages,
    pass: isAggregate ? row.compliant : 0,
    fail: row.messages - (isAggregate ? row.compliant : 0),
  }
}

/** Stores a report about a domain that the project does not have: visible, and counted nowhere. */
export function quarantineReport(
  store: Store,
  { draft, projectId, via }: { draft: Draft; projectId: string; via: ReportRow['via'] },
): Promise<{ id: string; isDuplicate: boolean }> {
  return store.tx(async (db) => {
    const before = await findReport(db, projectId, draft.keyHash)
    if (before !== undefined) return { id: before.id, isDuplicate: true }
    const row = rowOf(draft, { domain: undefined, projectId, via, state: 'quarantined', nowMs: db.nowMs() })
    await insertReport(db, row)
    return { id: row.id, isDuplicate: false }
  })
}
