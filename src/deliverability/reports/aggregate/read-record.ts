import { readIp, readable } from '../../ip/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { AggregateHeader, AggregateRecord } from '../report.ts'
import type { Warnings } from '../warnings.ts'
import type { RecordDraft } from './draft.ts'
import type { Domains } from './domains.ts'
import { orNull } from './read-header.ts'

export interface RecordContext {
  readonly policy: AggregateHeader['policy']
  readonly variant: AggregateHeader['variant']
  readonly warnings: Warnings
  readonly domains: Domains
  spread(count: number): readonly number[]
}

/** Undefined, with a warning, if the record has no IP address or count that could be used. */
export function readRecord(draft: RecordDraft, context: RecordContext): AggregateRecord | undefined {
  const { domains, policy, variant, warnings } = context
  const sourceIp = readSourceIp(draft.sourceIp)
  if (sourceIp === undefined) {
    warnings.add('record_skipped', 'A record has no valid source IP address.', 'source_ip')
    return undefined
  }
  const count = readCount(draft.count)
  if (count === undefined) {
    warnings.add('record_skipped', 'A record has no valid count.', 'count')
    return undefined
  }
  const headerFrom = readHeaderFrom(draft.headerFrom, domains)
  if (headerFrom === '')
    warnings.add('header_from_missing', 'A record names no From domain; the policy domain is used.')
  const from = headerFrom === '' ? policy.domain : headerFrom
  const dkim = draft.dkimResults.map(({ domain, humanResult, result, selector }) => {
    if (selector === '' && variant === 'rfc9990')
      warnings.add('dkim_selector_missing', 'A DKIM result has no selector, which RFC 9990 requires.')
    return {
      domain: domains.read(domain),
      selector: orNull(selector),
      result: result.toLowerCase(),
      humanResult: orNull(humanResult),
    }
  })
  const spf = draft.spfResults.map(({ domain, humanResult, result, scope }) => ({
    domain: domains.read(domain),
    scope: orNull(scope.toLowerCase()),
    result: result.toLowerCase(),
    humanResult: orNull(humanResult),
  }))
  const computedDkimAligned = dkim.some(
    ({ domain, result }) => result === 'pass' && domains.isAligned(domain, from, policy.adkim),
  )
  // SPF of the HELO identity counts for messages with a null reverse-path: RFC 7489 3.1.2.
  const computedSpfAligned = spf.some(
    ({ domain, result, scope }) =>
      result === 'pass' &&
      (scope !== 'helo' || draft.envelopeFrom === '') &&
      domains.isAligned(domain, from, policy.aspf),
  )
  const dkimAligned = draft.dkim === '' ? computedDkimAligned : /^pass$/i.test(draft.dkim)
  const spfAligned = draft.spf === '' ? computedSpfAligned : /^pass$/i.test(draft.spf)
  warnAboutResults(draft, warnings)
  // Results above the max may have been the aligned ones.
  const isComplete = draft.droppedResults === 0
  if (isComplete && dkim.length > 0 && dkimAligned !== computedDkimAligned) warnDisagreement(warnings, 'dkim')
  if (isComplete && spf.length > 0 && spfAligned !== computedSpfAligned) warnDisagreement(warnings, 'spf')
  return {
    sourceIp,
    count,
    perDay: context.spread(count),
    disposition: readDisposition(draft, warnings),
    dkimAligned,
    spfAligned,
    computedDkimAligned,
    computedSpfAligned,
    overrides: draft.overrides.map(({ comment, type }) => ({ type: type.toLowerCase(), comment: orNull(comment) })),
    headerFrom: from,
    envelopeFrom: orNull(domains.read(draft.envelopeFrom)),
    envelopeTo: orNull(domains.read(draft.envelopeTo)),
    dkim,
    spf,
  }
}

function warnAboutResults(draft: RecordDraft, warnings: Warnings): void {
  if (!draft.hasResults) warnings.add('auth_results_missing', 'A record has no authentication results.')
  if (draft.dkim === '' || draft.spf === '')
    warnings.add('policy_evaluated_missing', 'A record has no evaluated result; the computed one is used.')
  if (draft.droppedResults > 0)
    warnings.add('dkim_results_truncated', `A record has more than ${limits.reportResults} results or overrides.`)
}

function warnDisagreement(warnings: Warnings, path: 'dkim' | 'spf'): void {
  const message = `The evaluated ${path.toUpperCase()} result of a record differs from its authentication results.`
  warnings.add('alignment_disagrees', message, path)
}

function readSourceIp(text: string): string | undefined {
  const ip = readIp(text) ?? readIp(text.replace(/^\[(?:IPv6:)?/i, '').replace(/\]$|\/\d{1,3}$/, ''))
  return ip === undefined ? undefined : ip.length === 4 ? ip.join('.') : readable(ip)
}

function readCount(text: string): number | undefined {
  if (!/^\d{1,15}(?:\.0{1,3})?$/.test(text)) return undefined
  const count = Number(text)
  return count > 0 && count <= limits.reportCount ? count : undefined
}

function readHeaderFrom(text: string, domains: Domains): string {
  // Some reporters send the whole address.
  return domains.read(text.includes('@') ? text.slice(text.lastIndexOf('@') + 1).replace(/>$/, '') : text)
}

function readDisposition({ disposition }: RecordDraft, warnings: Warnings): AggregateRecord['disposition'] {
  const word = disposition.toLowerCase()
  if (word === 'none' || word === 'quarantine' || word === 'reject' || word === 'pass') return word
  const shown = word === '' ? 'no disposition' : `the disposition “${word.slice(0, 40)}”`
  warnings.add('disposition_unknown', `A record has ${shown}; none is used.`)
  return 'none'
}
