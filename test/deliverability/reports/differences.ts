/**
 * Compares this reader with parsedmarc 10.4.3 on the samples of parsedmarc, field by field. Run it to print the table of
 * docs/dmarc-reports.md: bun test/deliverability/reports/differences.ts
 */
import { publishedFile } from '../../support/published-data.ts'
import { type ReadAggregateReport, readAll } from './read-all.ts'

export interface Difference {
  /** The file without its folder. */
  file: string
  field: string
  ours: unknown
  theirs: unknown
}

type Json = Record<string, unknown>

interface Line {
  file: string
  ok: boolean
  type?: 'aggregate' | 'failure' | 'smtp_tls'
  report?: Json
  error?: string
}

/** Undefined where the samples are missing. */
export async function findDifferences(): Promise<{ files: number; fields: number; found: Difference[] } | undefined> {
  const text = publishedFile('dmarc-samples/expected-parsedmarc-10.4.3.jsonl')?.toString()
  if (text === undefined) return undefined
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const found: Difference[] = []
  let fields = 0
  for (const { file, ok, report, type } of lines) {
    const name = file.slice(file.lastIndexOf('/') + 1)
    const bytes = publishedFile(`dmarc-samples/${file}`) ?? new Uint8Array()
    const read = await readAll(bytes, { keepsPersonalData: true })
    const [aggregate] = read.aggregate
    const ours = aggregate === undefined ? (failureForm(read) ?? tlsForm(read)) : aggregateForm(aggregate)
    const theirs = ok && report !== undefined ? comparable(report, type) : undefined
    if (ours === undefined || theirs === undefined) {
      fields++
      const outcome = (isRead: boolean) => (isRead ? 'read' : 'rejected')
      if ((ours === undefined) !== (theirs === undefined))
        found.push({ file: name, field: 'outcome', ours: outcome(ours !== undefined), theirs: outcome(ok) })
      continue
    }
    for (const field of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      fields++
      if (!Bun.deepEquals(ours[field], theirs[field]))
        found.push({ file: name, field, ours: ours[field], theirs: theirs[field] })
    }
  }
  return { files: lines.length, fields, found }
}

function aggregateForm({ header, records }: ReadAggregateReport): Json {
  const { policy, range, reporter } = header
  const form: Json = {
    org_name: reporter.organization,
    org_email: reporter.email,
    org_extra_contact_info: reporter.contact,
    report_id: header.reportId,
    begin: range.begin / 1000,
    end: range.end / 1000,
    errors: reporter.errors,
    generator: reporter.generator,
    domain: policy.domain,
    p: policy.p,
    sp: policy.sp,
    np: policy.np,
    adkim: policy.adkim,
    aspf: policy.aspf,
    pct: policy.pct,
    fo: policy.fo,
    testing: policy.testing,
    discovery_method: policy.discoveryMethod,
    records: records.length,
    messages: records.reduce((sum, { count }) => sum + count, 0),
  }
  for (const [index, record] of records.entries())
    Object.assign(form, {
      [`records[${index}].source_ip`]: record.sourceIp,
      [`records[${index}].count`]: record.count,
      [`records[${index}].disposition`]: record.disposition,
      [`records[${index}].dkim`]: record.dkimAligned,
      [`records[${index}].spf`]: record.spfAligned,
      [`records[${index}].overrides`]: record.overrides,
      [`records[${index}].header_from`]: record.headerFrom,
      [`records[${index}].envelope_from`]: record.envelopeFrom,
      [`records[${index}].envelope_to`]: record.envelopeTo,
      [`records[${index}].auth_dkim`]: record.dkim.map(({ domain, result, selector }) => [domain, selector, result]),
      [`records[${index}].auth_spf`]: record.spf.map(({ domain, result, scope }) => [domain, scope, result]),
    })
  return form
}

function comparable(report: Json, type: Line['type']): Json {
  if (type === 'smtp_tls') return theirTls(report)
  if (type === 'failure') return theirFailure(report)
  const metadata = report['report_metadata'] as Json
  const policy = report['policy_published'] as Json
  const records = report['records'] as Json[]
  const seconds = (text: unknown) => Date.parse(`${String(text).replace(' ', 'T')}Z`) / 1000
  const form: Json = {
    org_name: metadata['org_name'],
    org_email: metadata['org_email'],
    org_extra_contact_info: metadata['org_extra_contact_info'],
    report_id: metadata['report_id'],
    begin: seconds(metadata['begin_date']),
    end: seconds(metadata['end_date']),
    errors: metadata['errors'],
    generator: metadata['generator'],
    domain: policy['domain'],
    p: policy['p'],
    sp: policy['sp'],
    np: policy['np'],
    adkim: policy['adkim'],
    aspf: policy['aspf'],
    pct: policy['pct'] === null ? null : Number(policy['pct']),
    fo: policy['fo'],
    testing: policy['testing'] === 'y',
    discovery_method: policy['discovery_method'],
    records: records.length,
    messages: records.reduce((sum, { count }) => sum + Number(count), 0),
  }
  for (const [index, record] of records.entries()) {
    const evaluated = record['policy_evaluated'] as Json
    const identifiers = record['identifiers'] as Json
    const results = record['auth_results'] as Record<'dkim' | 'spf', Json[]>
    Object.assign(form, {
      [`records[${index}].source_ip`]: (record['source'] as Json)['ip_address'],
      [`records[${index}].count`]: record['count'],
      [`records[${index}].disposition`]: evaluated['disposition'],
      [`records[${index}].dkim`]: evaluated['dkim'] === 'pass',
      [`records[${index}].spf`]: evaluated['spf'] === 'pass',
      [`records[${index}].overrides`]: (evaluated['policy_override_reasons'] as Json[]).map(
        ({ comment, type: kind }) => ({
          type: kind,
          comment: comment ?? null,
        }),
      ),
      [`records[${index}].header_from`]: identifiers['header_from'],
      [`records[${index}].envelope_from`]: identifiers['envelope_from'],
      [`records[${index}].envelope_to`]: identifiers['envelope_to'],
      [`records[${index}].auth_dkim`]: results.dkim.map(({ domain, result, selector }) => [domain, selector, result]),
      [`records[${index}].auth_spf`]: results.spf.map(({ domain, result, scope }) => [domain, scope, result]),
    })
  }
  return form
}

function failureForm({ failures: [report] }: Awaited<ReturnType<typeof readAll>>): Json | undefined {
  if (report === undefined) return undefined
  return {
    feedback_type: report.feedbackType,
    auth_failure: report.authFailures,
    source_ip: report.sourceIp,
    arrival: report.arrivedAt === null ? null : report.arrivedAt / 1000,
    reported_domain: report.reportedDomain,
    delivery_result: report.deliveryResult,
    user_agent: report.reporter.userAgent,
    authentication_results: report.authenticationResults,
    dkim_domain: report.dkim.domain,
  }
}

function theirFailure(report: Json): Json {
  return {
    feedback_type: report['feedback_type'],
    auth_failure: report['auth_failure'],
    source_ip: (report['source'] as Json)['ip_address'],
    arrival: Date.parse(`${String(report['arrival_date_utc']).replace(' ', 'T')}Z`) / 1000,
    reported_domain: report['reported_domain'],
    delivery_result: report['delivery_result'],
    user_agent: report['user_agent'],
    authentication_results: report['authentication_results'],
    dkim_domain: report['dkim_domain'],
  }
}

function tlsForm({ tls: [report] }: Awaited<ReturnType<typeof readAll>>): Json | undefined {
  if (report === undefined) return undefined
  return {
    organization: report.organization,
    begin: report.range.begin,
    end: report.range.end,
    contact: report.contact,
    report_id: report.reportId,
    policies: report.policies.map((policy) => [
      policy.domain,
      policy.type,
      policy.strings,
      policy.successful,
      policy.failed,
      policy.failures.map((each) => [
        each.resultType,
        each.sessions,
        each.sendingIp,
        each.receivingIp,
        each.reasonCode,
      ]),
    ]),
  }
}

function theirTls(report: Json): Json {
  return {
    organization: report['organization_name'],
    begin: Date.parse(String(report['begin_date'])),
    end: Date.parse(String(report['end_date'])),
    contact: report['contact_info'],
    report_id: report['report_id'],
    policies: (report['policies'] as Json[]).map((policy) => [
      policy['policy_domain'],
      policy['policy_type'],
      policy['policy_strings'] ?? [],
      policy['successful_session_count'],
      policy['failed_session_count'],
      ((policy['failure_details'] ?? []) as Json[]).map((each) => [
        each['result_type'],
        each['failed_session_count'],
        each['sending_mta_ip'] ?? null,
        each['receiving_ip'] ?? null,
        each['failure_reason_code'] ?? null,
      ]),
    ]),
  }
}

/** Why differences of a field are right, if they have this form. */
const explanations: { field: RegExp; isSo(ours: unknown, theirs: unknown): boolean; why: string }[] = [
  {
    field: /auth_spf$/,
    isSo: (ours, theirs) => JSON.stringify(ours).replaceAll(',null,', ',"mfrom",') === JSON.stringify(theirs),
    why: 'A missing scope is null; parsedmarc writes mfrom',
  },
  {
    field: /auth_spf$/,
    isSo: (ours, theirs) => Bun.deepEquals(theirs, []) && Bun.deepEquals(ours, [['', null, 'none']]),
    why: 'A result without a domain is kept',
  },
  {
    field: /envelope_from$/,
    isSo: (ours, theirs) => ours === null && typeof theirs === 'string',
    why: 'A missing envelope_from is null; parsedmarc writes the domain of SPF',
  },
  {
    field: /auth_dkim$/,
    isSo: (ours, theirs) => JSON.stringify(ours).replaceAll(',null,', ',"none",') === JSON.stringify(theirs),
    why: 'A missing selector is null; parsedmarc writes none',
  },
  {
    field: /^sp$/,
    isSo: (ours) => ours === null,
    why: 'A policy for subdomains that is not published is null; parsedmarc writes p',
  },
  {
    field: /^org_name$/,
    isSo: (ours, theirs) => String(ours).toLowerCase() === theirs,
    why: 'The name as written; parsedmarc writes names of domains in lowercase',
  },
  {
    field: /^errors$/,
    isSo: (ours, theirs) => Bun.deepEquals(ours, []) && JSON.stringify(theirs).startsWith('["Invalid XML'),
    why: 'Repairs are warnings; parsedmarc adds them to the errors of the reporter',
  },
  { field: /overrides$/, isSo: (ours) => Bun.deepEquals(ours, []), why: 'An empty override is none' },
  {
    field: /^org_email$|header_from$/,
    isSo: (ours, theirs) => String(ours).length > String(theirs).length,
    why: 'Stray markup and bytes that are not text are kept; parsedmarc loses text around them',
  },
  {
    field: /^delivery_result$/,
    isSo: (_, theirs) => theirs === 'policy' || theirs === 'other',
    why: 'As written; parsedmarc maps it to a list of words',
  },
  {
    field: /^auth_failure$/,
    isSo: (ours) => Bun.deepEquals(ours, []),
    why: 'A missing Auth-Failure field is a warning; parsedmarc writes dmarc',
  },
  {
    field: /^authentication_results$/,
    isSo: (_, theirs) => theirs === null,
    why: 'In text-only reports it is read from the failed message',
  },
]

/** Undefined for a difference that needs a look. */
export function explainDifference({ field, ours, theirs }: Difference): string | undefined {
  return explanations.find((each) => each.field.test(field) && each.isSo(ours, theirs))?.why
}

function printDifferences({ fields, files, found }: NonNullable<Awaited<ReturnType<typeof findDifferences>>>): void {
  const groups = Map.groupBy(found, (each) => `${each.field.replace(/\[\d+\]/, '')} ${explainDifference(each)}`)
  const cell = (value: unknown) =>
    `\`${(value === undefined ? 'missing' : JSON.stringify(value)).slice(0, 80).replaceAll('|', '\\|')}\``
  console.log('| field | differences | example: svc | parsedmarc | why |\n| --- | --- | --- | --- | --- |')
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    const field = first.field.replace(/^records\[\d+\]\./, 'records.')
    const why = explainDifference(first) ?? 'not explained'
    console.log(`| ${field} | ${group.length} | ${cell(first.ours)} | ${cell(first.theirs)} | ${why} |`)
  }
  console.log(
    `\n${files} files, ${fields.toLocaleString('en-US')} fields compared, ${found.length.toLocaleString('en-US')} differ.`,
  )
}

if (import.meta.main) {
  const compared = await findDifferences()
  if (compared !== undefined) printDifferences(compared)
}
