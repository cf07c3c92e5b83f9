import { limits } from '../../kernel/limits.ts'
import { orNull, readDomain } from './aggregate/read-header.ts'
import { readTime, refuseRange } from './aggregate/times.ts'
import { InputError } from './containers/byte-source.ts'
import type { ReportHash } from './reader.ts'
import type { TlsFailure, TlsPolicy, TlsReport } from './report.ts'
import type { Warnings } from './warnings.ts'

const maxPolicies = 1000
const maxFailures = 1000
const maxText = 1000
const policyTypes = new Set(['tlsa', 'sts', 'no-policy-found'])

type Json = Readonly<Record<string, unknown>>

export interface TlsContext {
  readonly now: number
  readonly hash: ReportHash
  readonly warnings: Warnings
}

/** Reads a TLS report (RFC 8460) with the deviations of known reporters; throws an InputError if it is none. */
export function readTls(text: string, { hash, now, warnings }: TlsContext): TlsReport {
  const report = objectOf(parseJson(text))
  if (report === undefined || !('organization-name' in report || 'policies' in report || 'date-range' in report))
    throw new InputError('not_a_report', 'The JSON is not a TLS report.')
  const range = objectOf(report['date-range']) ?? {}
  const [begin, end] = [range['start-datetime'], range['end-datetime']].map((time) => readTime(textOf(time))?.ms)
  if (begin === undefined && end === undefined)
    throw new InputError('date_range_implausible', 'The report has no valid date range.')
  const ordered = [begin ?? end ?? 0, end ?? begin ?? 0].toSorted((one, other) => one - other)
  const times = { begin: ordered[0] ?? 0, end: ordered[1] ?? 0 }
  if (begin !== undefined && end !== undefined && begin > end)
    warnings.add('date_range_inverted', 'The date range ends before it begins; both are swapped.')
  const refused = refuseRange(times, now, limits.reportDays)
  if (refused !== undefined) throw new InputError('date_range_implausible', refused)
  const policies = listOf(report.policies)
    .slice(0, maxPolicies)
    .flatMap((each) => readPolicy(each, warnings))
  if (policies.length === 0) warnings.add('no_policies', 'The report has no policies.')
  const facts = {
    type: 'tls' as const,
    organization: readOrganization(report, warnings),
    contact: orNull(textOf(report['contact-info'])),
    range: times,
    policies,
  }
  const id = textOf(report['report-id']).slice(0, limits.reportIdLength)
  hash.update(JSON.stringify([facts, id]))
  const contentHash = hash.digest()
  if (id === '') warnings.add('report_id_missing', 'The report has no id; the hash of its content is used.')
  return { ...facts, reportId: id === '' ? contentHash : id, warnings: warnings.list(), contentHash }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new InputError('not_a_report', 'The file is not valid JSON.')
  }
}

function readOrganization(report: Json, warnings: Warnings): string {
  const name = textOf(report['organization-name'])
  if (name !== '') return name
  const domain = readDomain(textOf(report['contact-info']).replace(/^.*@/, ''))
  warnings.add(
    domain === '' ? 'org_name_missing' : 'org_name_from_email',
    domain === '' ? 'The report names no organization.' : 'The organization is that of the contact.',
  )
  return domain === '' ? 'unknown' : domain
}

function readPolicy(value: unknown, warnings: Warnings): TlsPolicy[] {
  const entry = objectOf(value)
  if (entry === undefined) {
    warnings.add('policy_skipped', 'An entry of policies is not an object.')
    return []
  }
  const policy = objectOf(entry.policy) ?? {}
  const summary = objectOf(entry.summary) ?? {}
  const type = textOf(policy['policy-type']).toLowerCase()
  if (!policyTypes.has(type))
    warnings.add('policy_type_unknown', `“${type.slice(0, 40)}” is not a policy type of RFC 8460.`)
  const domain = readDomain(textOf(policy['policy-domain']))
  if (domain === '') warnings.add('policy_domain_missing', 'A policy names no domain.')
  const failures = listOf(entry['failure-details'])
  if (failures.length > maxFailures)
    warnings.add('failure_details_truncated', `A policy has more than ${maxFailures} failure details.`)
  return [
    {
      type,
      domain,
      strings: textsOf(policy['policy-string']),
      mxHosts: textsOf(policy['mx-host'] ?? policy['mx-host-pattern']).map((host) => host.replace(/^mx:\s*/i, '')),
      successful: countOf(summary['total-successful-session-count'], warnings),
      failed: countOf(summary['total-failure-session-count'], warnings),
      failures: failures.slice(0, maxFailures).flatMap((each) => readFailure(each, warnings)),
    },
  ]
}

function readFailure(value: unknown, warnings: Warnings): TlsFailure[] {
  const failure = objectOf(value)
  if (failure === undefined) return []
  const member = (name: string) => orNull(textOf(failure[name]))
  return [
    {
      resultType: textOf(failure['result-type']).toLowerCase(),
      sessions: countOf(failure['failed-session-count'], warnings),
      sendingIp: member('sending-mta-ip'),
      receivingIp: member('receiving-ip'),
      receivingMx: orNull(readDomain(textOf(failure['receiving-mx-hostname']))),
      receivingHelo: member('receiving-mx-helo'),
      reasonCode: member('failure-reason-code'),
      information: member('additional-information') ?? member('additional-info-uri'),
    },
  ]
}

function countOf(value: unknown, warnings: Warnings): number {
  const count = typeof value === 'string' && /^\d{1,12}$/.test(value.trim()) ? Number(value) : (value ?? 0)
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 && count <= limits.reportCount)
    return count
  warnings.add('count_invalid', 'A session count is not a number; 0 is used.')
  return 0
}

function objectOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, maxText) : typeof value === 'number' ? String(value) : ''
}

function textsOf(value: unknown): string[] {
  return listOf(value)
    .slice(0, 100)
    .map(textOf)
    .filter((text) => text !== '')
}
