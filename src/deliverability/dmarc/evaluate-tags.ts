import { type DomainFinding, type FindingDetail, type TaggedRecord } from '../findings/index.ts'
import { report } from './reasons.ts'

export type DmarcPolicy = 'none' | 'quarantine' | 'reject'

/** A record and its domain. */
export interface DmarcRecord extends TaggedRecord {
  readonly domain: string
  readonly record: string
}

const strengths: Record<DmarcPolicy, number> = { none: 0.4, quarantine: 0.8, reject: 1 }
/** Removed in RFC 9989; older receivers still apply them. */
const historic = ['pct', 'rf', 'ri']
const known = new Set(['v', 'p', 'sp', 'np', 'adkim', 'aspf', 'rua', 'ruf', 'fo', 'psd', 't', ...historic])
const forms: Readonly<Record<string, RegExp>> = {
  sp: /^(?:none|quarantine|reject)$/i,
  np: /^(?:none|quarantine|reject)$/i,
  adkim: /^[rs]$/i,
  aspf: /^[rs]$/i,
  fo: /^[01ds](?:\s*:\s*[01ds])*$/i,
  psd: /^[ynu]$/i,
  t: /^[yn]$/i,
  pct: /^(?:100|0{0,2}\d|0?\d\d)$/,
}

/** Undefined without a valid policy. */
export function readPolicy(text: string | undefined): DmarcPolicy | undefined {
  const word = text?.toLowerCase()
  return word === 'none' || word === 'quarantine' || word === 'reject' ? word : undefined
}

/**
 * Percentage of failing mail to which receivers of RFC 7489 apply the policy; 100 if `pct` is missing or invalid. Receivers
 * of RFC 9989 ignore the tag.
 */
export function readPercent(tags: DmarcRecord['tags']): number {
  const text = tags.get('pct') ?? ''
  return forms.pct?.test(text) === true ? Number(text) : 100
}

/**
 * Strength of a policy from 0 to 1, at the receivers that apply it least strictly. Test mode lowers it by one step, as does
 * `percent` for the remaining mail (RFC 7489 6.6.4).
 */
export function strengthOf(
  policy: DmarcPolicy | undefined,
  { isTest, percent }: { isTest: boolean; percent: number },
): number {
  if (policy === undefined) return 0
  const less = strengths[({ none: 'none', quarantine: 'none', reject: 'quarantine' } as const)[policy]]
  return isTest ? less : less + ((strengths[policy] - less) * percent) / 100
}

/** Findings about all tags except those of reports. */
export function evaluateTags(given: DmarcRecord, { hasReports }: { hasReports: boolean }): DomainFinding[] {
  return [
    ...evaluatePolicy(given, hasReports),
    ...evaluateBelow(given),
    ...evaluateValues(given),
    ...evaluateSyntax(given),
  ]
}

/** The record with a tag added or replaced. */
export function withTag(
  { domain, tags }: DmarcRecord,
  name: string,
  value: string,
): Required<Pick<FindingDetail, 'publish'>> {
  const kept = [...tags].filter(([each]) => !['v', 'p', name].includes(each) && !historic.includes(each))
  const policy = name === 'p' ? value : (readPolicy(tags.get('p')) ?? 'none')
  const pairs = [['v', 'DMARC1'], ['p', policy], ...(name === 'p' ? [] : [[name, value]]), ...kept]
  return {
    publish: { name: `_dmarc.${domain}`, type: 'TXT', value: pairs.map(([key, text]) => `${key}=${text}`).join('; ') },
  }
}

function evaluatePolicy(given: DmarcRecord, hasReports: boolean): DomainFinding[] {
  const text = given.tags.get('p')
  const policy = readPolicy(text)
  if (policy === 'none') {
    const fix = 'Go to p=quarantine, then p=reject, when the reports show that your own mail passes.'
    return [report('p_none', 'The policy is p=none (monitoring only).', { fix, ...withTag(given, 'p', 'quarantine') })]
  }
  if (policy !== undefined) return []
  const what = text === undefined ? 'It names no policy' : `p=${text.slice(0, 30)} is not a valid policy`
  const then = hasReports ? 'and counts as p=none' : 'and receivers ignore the record'
  const fix = 'Set p to none, quarantine or reject.'
  return [report('no_policy', `${what}, ${then}.`, { fix, ...withTag(given, 'p', 'none') })]
}

function evaluateBelow(given: DmarcRecord): DomainFinding[] {
  const policy = readPolicy(given.tags.get('p'))
  const below = readPolicy(given.tags.get('sp')) ?? policy
  const missing = readPolicy(given.tags.get('np')) ?? below
  if (policy === undefined || below === undefined || missing === undefined) return []
  const found: DomainFinding[] = []
  if (strengths[below] < strengths[policy]) {
    const fix = 'Remove sp, or make it as strict as p.'
    found.push(
      report('weak_subdomains', `Subdomains have the weaker policy ${below}.`, {
        fix,
        ...withTag(given, 'sp', policy),
      }),
    )
  }
  if (strengths[missing] < strengths[policy] && missing !== below) {
    const fix = 'Set np=reject: no mail is sent from names that do not exist.'
    found.push(
      report('weak_missing', `Subdomains that do not exist have the weaker policy ${missing}.`, {
        fix,
        ...withTag(given, 'np', 'reject'),
      }),
    )
  }
  return found
}

function evaluateValues(given: DmarcRecord): DomainFinding[] {
  const { tags } = given
  const wrong = Object.entries(forms).filter(([name, form]) => tags.has(name) && !form.test(tags.get(name) ?? ''))
  const found = wrong.map(([name]) =>
    report('bad_value', `${name}=${(tags.get(name) ?? '').slice(0, 30)} is not a valid value.`, {
      fix: `Correct or remove ${name}.`,
    }),
  )
  if (tags.get('t')?.toLowerCase() === 'y')
    found.push(
      report('testing', 't=y marks the policy as a test.', {
        fix: 'Remove t when the test is over.',
        ...withTag(given, 't', 'n'),
      }),
    )
  if (tags.has('fo') && !tags.has('ruf')) found.push(report('idle_fo', 'fo is set without ruf.', { fix: 'Remove it.' }))
  const percent = readPercent(tags)
  const policies = ['p', 'sp', 'np'].map((name) => readPolicy(tags.get(name)))
  const isPartial = percent < 100 && policies.some((policy) => policy === 'quarantine' || policy === 'reject')
  if (isPartial) {
    const message = `pct=${percent}: older receivers apply the policy to ${percent} % of the mail that fails.`
    const again = withTag(given, 'p', readPolicy(tags.get('p')) ?? 'none')
    found.push(report('partial', message, { fix: 'Remove pct; use t=y for a test.', ...again }))
  }
  const old = historic.filter((name) => tags.has(name) && !(name === 'pct' && isPartial))
  if (old.length > 0)
    found.push(report('historic', `It has ${old.join(', ')}.`, { fix: 'Remove it; use t=y for a test.' }))
  return found
}

function evaluateSyntax({ duplicates, garbled, tags }: DmarcRecord): DomainFinding[] {
  const found = garbled
    .slice(0, 5)
    .map((part) => report('garbled', `“${part.slice(0, 40)}” is not a tag.`, { fix: 'Separate tags with semicolons.' }))
  for (const name of new Set(duplicates))
    found.push(report('duplicate', `${name.slice(0, 40)} is repeated.`, { fix: 'Keep only one.' }))
  const names = [...tags.keys()]
  const strange = names.filter((name) => !known.has(name)).map((name) => name.slice(0, 40))
  if (strange.length > 0) found.push(report('unknown_tag', `Unknown tags: ${strange.slice(0, 5).join(', ')}.`))
  if (tags.has('p') && names[1] !== 'p')
    found.push(report('order', 'p does not directly follow v.', { fix: 'Write v=DMARC1; p=… first.' }))
  return found
}
