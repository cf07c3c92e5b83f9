import type { MessageAuthentication } from '../../../deliverability/authentication/index.ts'
import type {
  AggregateHeader,
  AggregateSummary,
  FailureReport,
  ReportWarning,
  TlsPolicy,
} from '../../../deliverability/reports/index.ts'
import { createId } from '../../../kernel/ids/index.ts'
import { dayMs } from '../days.ts'
import type { DomainRow } from '../domains/index.ts'
import type { DayTotal } from './day-totals.ts'
import type { NewReport, ReportRow } from './store.ts'

/** A report that was read completely. */
export interface Draft {
  readonly type: 'aggregate' | 'failure' | 'tls'
  readonly policyDomain: string
  readonly organization: string
  readonly reportId: string
  readonly range: { readonly begin: number; readonly end: number }
  readonly keyHash: string
  readonly contentHash: string
  readonly header: Pick<AggregateHeader, 'variant' | 'policy' | 'reporter'> | FailureReport | { contact: string | null }
  readonly records: number
  readonly messages: number
  readonly warnings: readonly ReportWarning[]
  /** Authentication of the email that contained it. */
  readonly sender?: MessageAuthentication | undefined
  /** Of a TLS report. */
  readonly policies?: readonly TlsPolicy[]
}

/** The identity contains the range, because receivers reuse report ids for other days. */
export function draftOf(header: AggregateHeader, summary: AggregateSummary, hash: (text: string) => string): Draft {
  const { policy, range, reportId, reporter, variant } = header
  const organization = reporter.organization.slice(0, 255)
  return {
    type: 'aggregate',
    policyDomain: policy.domain,
    organization,
    reportId,
    range,
    keyHash: hash(JSON.stringify(['aggregate', policy.domain, organization, reportId, range.begin, range.end])),
    contentHash: summary.contentHash,
    header: { variant, policy, reporter },
    records: summary.records,
    messages: summary.messages,
    warnings: summary.warnings,
  }
}

/** Warnings that a report keeps; each has a count. */
const maxWarnings = 50

/** The row of a report, without totals. */
export function rowOf(
  draft: Draft,
  {
    domain,
    nowMs,
    projectId = domain?.projectId ?? '',
    state,
    via,
  }: {
    domain: DomainRow | undefined
    projectId?: string
    via: ReportRow['via']
    state: ReportRow['state']
    nowMs: number
  },
): NewReport {
  const { recordDays = 30, failureDays = 30 } = domain ?? {}
  // A report of long ago is kept for as long as one of today.
  const since = Math.max(draft.range.end, nowMs)
  return {
    id: createId('report', nowMs),
    projectId,
    domainNo: domain?.no ?? null,
    type: draft.type,
    state,
    policyDomain: draft.policyDomain,
    organization: draft.organization,
    reportId: draft.reportId,
    beginAt: draft.range.begin,
    endAt: draft.range.end,
    keyHash: draft.keyHash,
    contentHash: draft.contentHash,
    revision: 1,
    records: draft.records,
    messages: draft.messages,
    compliant: 0,
    dkimAligned: 0,
    spfAligned: 0,
    none: 0,
    quarantine: 0,
    reject: 0,
    pass: 0,
    header: draft.sender === undefined ? draft.header : { ...draft.header, sender: draft.sender },
    warnings: draft.warnings.slice(0, maxWarnings),
    via,
    rawKey: null,
    rawUntil: null,
    recordsUntil: since + (draft.type === 'failure' ? failureDays : recordDays) * dayMs,
    expiredAt: null,
    receivedAt: nowMs,
  }
}

/** Totals of a report in its row. */
export function totalsOf(days: readonly DayTotal[]) {
  const sum = (member: Exclude<keyof DayTotal, 'day'>) => days.reduce((total, day) => total + day[member], 0)
  return {
    compliant: sum('compliant'),
    dkimAligned: sum('dkimAligned'),
    spfAligned: sum('spfAligned'),
    none: sum('none'),
    quarantine: sum('quarantine'),
    reject: sum('reject'),
    pass: sum('pass'),
  }
}
