import { revisionTag } from '../../../platform/http/index.ts'
import type { DmarcDomain, Verification } from './contract.ts'
import {
  type ReportAddresses,
  authorizationRecord,
  recordToPublish,
  reportingAddress,
  tlsReportUrl,
} from './addresses.ts'
import type { DomainRow, Volume } from './store.ts'

/** The value of the ETag: reports and verifications change the domain without a revision. */
export function domainTag(domain: DmarcDomain): string {
  return revisionTag(domain.revision, domain)
}

/** `volume`: of the last 30 days; undefined for none. `openAlerts`: incidents that are not resolved. */
export function presentDomain(
  row: DomainRow,
  { openAlerts = 0, volume }: { volume?: Volume | undefined; openAlerts?: number | undefined },
  addresses: ReportAddresses,
): DmarcDomain {
  const verification = row.verification as Verification | null
  const { compliant, messages } = volume ?? { compliant: 0, messages: 0 }
  const ownRecord = verification?.found_at === row.domain ? verification.record : null
  return {
    id: row.id,
    domain: row.domain,
    status: row.status,
    verified: row.status === 'verified',
    verified_at: instant(row.verifiedAt),
    reporting_address: reportingAddress(addresses, row.token),
    tls_report_url: tlsReportUrl(addresses, row.token),
    record: recordToPublish(addresses, row, ownRecord),
    authorization_record: authorizationRecord(addresses, row.domain),
    verification,
    group: row.groupName,
    expected_policy: row.expectedPolicy,
    failure_reports: row.acceptsFailures,
    enrichment: row.isEnriched,
    retention: { raw_days: row.rawDays, record_days: row.recordDays, failure_days: row.failureDays },
    volume_30d: messages,
    compliant_30d: compliant,
    compliance_rate_30d: messages === 0 ? null : compliant / messages,
    last_report_at: instant(row.lastReportAt),
    open_alerts: openAlerts,
    revision: row.revision,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt).toISOString(),
  }
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
