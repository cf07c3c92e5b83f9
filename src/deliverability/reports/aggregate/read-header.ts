import { asciiDomain, registrableDomain } from '../../address/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { DmarcPolicy } from '../../dmarc/index.ts'
import type { AggregateHeader, PublishedPolicy, TimeRange } from '../report.ts'
import type { Rejection } from '../sink.ts'
import type { Warnings } from '../warnings.ts'
import type { HeaderDraft } from './draft.ts'
import { type ReportTime, daysOf, firstReport, readTime, refuseRange } from './times.ts'

export type ReadHeader = Omit<AggregateHeader, 'reportId'> & { readonly reportId: string | undefined }

export interface HeaderContext {
  readonly variant: AggregateHeader['variant']
  /** The domain of the records, for reports without a published policy. */
  readonly recordDomain: string | undefined
  readonly now: number
  readonly warnings: Warnings
}

/** Validates what was read of metadata and policy. */
export function readHeader(draft: HeaderDraft, context: HeaderContext): ReadHeader | Rejection {
  const { warnings } = context
  const range = readRange(draft, warnings)
  if (range === undefined) {
    const shown = `${draft.begin} ${draft.end}`.trim().slice(0, 60)
    const reason = shown === '' ? 'The report has no date range.' : `“${shown}” is not a date range.`
    return { code: 'date_range_implausible', reason }
  }
  const refused = refuseRange(range, context.now, limits.reportDays)
  if (refused !== undefined) return { code: 'date_range_implausible', reason: refused }
  if (range.begin < firstReport) warnings.add('date_range_old', 'The report is older than DMARC.')
  const days = daysOf(range)
  if (days.length > 1)
    warnings.add('span_over_24h', `The report covers more than 24 hours; messages are spread over ${days.length} days.`)
  const policy = readPublished(draft, context)
  if (policy === undefined) return { code: 'domain_missing', reason: 'The report names no domain.' }
  return {
    type: 'aggregate',
    variant: context.variant,
    reporter: {
      organization: readOrganization(draft, warnings),
      email: orNull(stripBrackets(draft.email)),
      contact: orNull(draft.contact),
      generator: orNull(draft.generator),
      errors: draft.errors,
    },
    reportId: readId(draft.reportId),
    range,
    days,
    policy,
  }
}

function readRange(draft: HeaderDraft, warnings: Warnings): TimeRange | undefined {
  const [begin, end] = [readTime(draft.begin), readTime(draft.end)]
  if (begin === undefined && end === undefined) return undefined
  for (const { form } of [begin, end].filter((each): each is ReportTime => each !== undefined)) {
    if (form === 'milliseconds') warnings.add('timestamp_ms', 'Times are in milliseconds instead of seconds.')
    if (form === 'iso') warnings.add('timestamp_iso', 'Times are in ISO 8601 instead of seconds.')
  }
  if (begin === undefined || end === undefined) {
    warnings.add(
      'date_range_incomplete',
      'One end of the date range is missing or invalid; the other is used for both.',
    )
    const ms = (begin ?? end)?.ms ?? 0
    return { begin: ms, end: ms }
  }
  if (begin.ms <= end.ms) return { begin: begin.ms, end: end.ms }
  warnings.add('date_range_inverted', 'The date range ends before it begins; both are swapped.')
  return { begin: end.ms, end: begin.ms }
}

function readPublished(draft: HeaderDraft, { recordDomain, warnings }: HeaderContext): PublishedPolicy | undefined {
  let domain = readDomain(draft.domain)
  if (domain === '' && recordDomain !== undefined) {
    domain = recordDomain
    warnings.add('policy_domain_missing', 'The report names no policy domain; that of its first record is used.')
  }
  if (domain === '') return undefined
  const policyOf = (text: string, path: string): DmarcPolicy | null => {
    const word = text.toLowerCase()
    if (word === 'none' || word === 'quarantine' || word === 'reject') return word
    if (word !== '') warnings.add('policy_unknown', `“${text.slice(0, 40)}” is not a policy.`, path)
    return null
  }
  const method = draft.discoveryMethod.toLowerCase()
  return {
    domain,
    p: policyOf(draft.p, 'p'),
    sp: policyOf(draft.sp, 'sp'),
    np: policyOf(draft.np, 'np'),
    adkim: /^s/i.test(draft.adkim) ? 's' : 'r',
    aspf: /^s/i.test(draft.aspf) ? 's' : 'r',
    pct: /^(?:100|\d{1,2})$/.test(draft.pct) ? Number(draft.pct) : null,
    testing: /^(?:y|yes|true|1)$/i.test(draft.testing),
    fo: orNull(draft.fo),
    discoveryMethod: method === 'psl' || method === 'treewalk' ? method : null,
  }
}

function readOrganization({ email, organization }: HeaderDraft, warnings: Warnings): string {
  if (organization !== '') return organization
  const domain = readDomain(stripBrackets(email).replace(/^.*@/s, ''))
  if (domain === '') {
    warnings.add('org_name_missing', 'The report names neither an organization nor an email address.')
    return 'unknown'
  }
  warnings.add('org_name_from_email', 'The report names no organization; the domain of its email address is used.')
  return registrableDomain(domain)
}

function readId(text: string): string | undefined {
  const id = stripBrackets(text)
  return id === '' ? undefined : id.slice(0, limits.reportIdLength)
}

/** Lowercase A-labels, without the dot of the root; text that is no host name is kept in lowercase. */
export function readDomain(text: string): string {
  if (text === '') return ''
  const bare = text.endsWith('.') ? text.slice(0, -1) : text
  return asciiDomain(bare) ?? bare.toLowerCase().slice(0, limits.reportDomainLength)
}

function stripBrackets(text: string): string {
  return text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1).trim() : text
}

export function orNull(text: string): string | null {
  return text === '' ? null : text
}
