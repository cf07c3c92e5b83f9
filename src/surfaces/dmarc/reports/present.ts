import type { MessageAuthentication } from '../../../deliverability/authentication/index.ts'
import type { AggregateHeader, FailureReport, TlsPolicy } from '../../../deliverability/reports/index.ts'
import type { IntakeResult } from './arrival.ts'
import type { DmarcReport, DmarcReportDetail, IngestedReports } from './contract.ts'
import type { StoredRecord } from './record-store.ts'
import { unpackResult } from './result.ts'
import type { ReportRow, RevisionRow, TlsPolicyRow } from './store.ts'

export function presentResult(result: IntakeResult): IngestedReports['results'][number] {
  const { reportId, warnings, ...rest } = result
  return { ...rest, report_id: reportId, warnings: warnings.map((each) => ({ ...each })) }
}

export function presentReport(row: ReportRow): DmarcReport {
  return {
    id: row.id,
    type: row.type,
    state: row.state === 'quarantined' ? 'quarantined' : 'accepted',
    domain: row.policyDomain,
    organization: row.organization,
    report_id: row.reportId,
    begin: instant(row.beginAt),
    end: instant(row.endAt),
    revision: row.revision,
    records: row.records,
    messages: row.messages,
    compliant: row.compliant,
    dkim_aligned: row.dkimAligned,
    spf_aligned: row.spfAligned,
    by_disposition: { none: row.none, quarantine: row.quarantine, reject: row.reject, pass: row.pass },
    warnings: row.warnings.length,
    via: row.via,
    reporter_verified: verifiedOf(senderOf(row)),
    has_file: row.rawKey !== null,
    received_at: instant(row.receivedAt),
  }
}

export function presentDetail(
  row: ReportRow,
  {
    page,
    policies,
    records,
    revisions,
  }: {
    page: DmarcReportDetail['page']
    policies: readonly TlsPolicyRow[]
    records: readonly StoredRecord[]
    revisions: readonly RevisionRow[]
  },
): DmarcReportDetail {
  const header = row.header as Partial<AggregateHeader> & { contact?: string | null }
  const { contact, email, errors, generator } = header.reporter ?? {}
  const isAggregate = row.type === 'aggregate'
  return {
    ...presentReport(row),
    reporter: {
      email: email ?? null,
      contact: contact ?? header.contact ?? null,
      generator: generator ?? null,
      errors: isAggregate ? [...(errors ?? [])] : [],
    },
    policy: isAggregate && header.policy !== undefined ? policyOf(header.policy) : null,
    warnings: row.warnings as DmarcReportDetail['warnings'],
    revisions: revisions.map((each) => ({
      revision: each.revision,
      records: each.records,
      messages: each.messages,
      compliant: each.compliant,
      received_at: instant(each.receivedAt),
      replaced_at: instant(each.replacedAt),
    })),
    record_data: records.map(presentRecord),
    page,
    tls_policies: policies.map(presentPolicy),
    failure: row.type === 'failure' ? withoutSender(row.header as FailureReport) : null,
    sender: presentSender(senderOf(row)),
  }
}

/** Null if nothing can be concluded: it came by another way, or DNS did not respond. */
function verifiedOf(sender: MessageAuthentication | undefined): boolean | null {
  return sender === undefined || sender.verdict === 'unmeasured' ? null : sender.verdict === 'pass'
}

function presentSender(sender: MessageAuthentication | undefined): DmarcReportDetail['sender'] {
  return sender === undefined ? null : { ...sender, dkim: [...sender.dkim] }
}

function senderOf({ header }: ReportRow): MessageAuthentication | undefined {
  return (header as { sender?: MessageAuthentication }).sender
}

function withoutSender(header: FailureReport & { sender?: MessageAuthentication }): FailureReport {
  const { sender: _, ...report } = header
  return report
}

function policyOf({ adkim, aspf, domain, fo, np, p, pct, sp, testing }: AggregateHeader['policy']) {
  return { domain, p, sp, np, adkim, aspf, pct, testing, fo }
}

export function presentRecord({ ip, messages, result, set }: StoredRecord): DmarcReportDetail['record_data'][number] {
  const unpacked = unpackResult(result)
  return {
    source_ip: ip,
    messages,
    disposition: unpacked.disposition,
    dkim_aligned: unpacked.dkimAligned,
    spf_aligned: unpacked.spfAligned,
    computed_dkim_aligned: unpacked.computedDkimAligned,
    computed_spf_aligned: unpacked.computedSpfAligned,
    header_from: set.headerFrom,
    envelope_from: set.envelopeFrom,
    envelope_to: set.envelopeTo,
    dkim: set.dkim.map(({ domain, humanResult, result: verdict, selector }) => ({
      domain,
      selector,
      result: verdict,
      human_result: humanResult,
    })),
    spf: set.spf.map(({ domain, humanResult, result: verdict, scope }) => ({
      domain,
      scope,
      result: verdict,
      human_result: humanResult,
    })),
    overrides: set.overrides.map(({ comment, type }) => ({ type, comment })),
  }
}

function presentPolicy({
  detail,
  failures,
  policyType,
  successes,
}: TlsPolicyRow): DmarcReportDetail['tls_policies'][number] {
  const { domain, failures: kinds, mxHosts } = detail as Pick<TlsPolicy, 'domain' | 'failures' | 'mxHosts'>
  return {
    policy_type: policyType,
    domain,
    mx_hosts: [...mxHosts],
    successful_sessions: successes,
    failed_sessions: failures,
    failures: kinds.map((each) => ({
      result_type: each.resultType,
      sessions: each.sessions,
      sending_ip: each.sendingIp,
      receiving_ip: each.receivingIp,
      receiving_mx: each.receivingMx,
      reason_code: each.reasonCode,
    })),
  }
}

function instant(ms: number): string {
  return new Date(ms).toISOString()
}
