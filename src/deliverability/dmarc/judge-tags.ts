import { type DomainFinding, type FindingDetail, type TaggedRecord } from '../findings/index.ts'
import { report } from './reasons.ts'

export type DmarcPolicy = 'none' | 'quarantine' | 'reject'

/** A record with where it stands. */
export interface DmarcRecord extends TaggedRecord {
  readonly domain: string
  readonly record: string
}

const strengths: Record<DmarcPolicy, number> = { none: 0.4, quarantine: 0.8, reject: 1 }
/** Gone since RFC 9989; older receivers know them. */
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

/** The policy that a tag names; undefined for none. */
export function readPolicy(text: string | undefined): DmarcPolicy | undefined {
  const word = text?.toLowerCase()
  return word === 'none' || word === 'quarantine' || word === 'reject' ? word : undefined
}

/**
 * Percent of failing mail that receivers of RFC 7489 apply the policy to; 100 where `pct` is left out or no number. Those of
 * RFC 9989 ignore the tag.
 */
export function readPercent(tags: DmarcRecord['tags']): number {
  const text = tags.get('pct') ?? ''
  return forms.pct?.test(text) === true ? Number(text) : 100
}

/**
 * How much of what DMARC can give a policy gives, 0 to 1, at receivers that do least for it. In a test it is one step less, and
 * so it is for mail beyond `percent` (RFC 7489 6.6.4).
 */
export function strengthOf(
  policy: DmarcPolicy | undefined,
  { isTest, percent }: { isTest: boolean; percent: number },
): number {
  if (policy === undefined) return 0
  const less = strengths[({ none: 'none', quarantine: 'none', reject: 'quarantine' } as const)[policy]]
  return isTest ? less : less + ((strengths[policy] - less) * percent) / 100
}

/** What is wrong with the tags of a record, those of reports left aside. */
export function judgeTags(given: DmarcRecord, { hasReports }: { hasReports: boolean }): DomainFinding[] {
  return [...judgePolicy(given, hasReports), ...judgeBelow(given), ...judgeValues(given), ...judgeSyntax(given)]
}

/** The record with one tag more, or with another value. */
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

function judgePolicy(given: DmarcRecord, hasReports: boolean): DomainFinding[] {
  const text = given.tags.get('p')
  const policy = readPolicy(text)
  if (policy === 'none') {
    const fix = 'Go to p=quarantine, then p=reject, when the reports show that your own mail passes.'
    return [report('p_none', 'It only watches.', { fix, ...withTag(given, 'p', 'quarantine') })]
  }
  if (policy !== undefined) return []
  const what = text === undefined ? 'It names no policy' : `p=${text.slice(0, 30)} is no policy`
  const then = hasReports ? 'and counts as p=none' : 'and receivers take no notice of the record'
  const fix = 'Set p to none, quarantine or reject.'
  return [report('no_policy', `${what}, ${then}.`, { fix, ...withTag(given, 'p', 'none') })]
}

function judgeBelow(given: DmarcRecord): DomainFinding[] {
  const policy = readPolicy(given.tags.get('p'))
  const below = readPolicy(given.tags.get('sp')) ?? policy
  const missing = readPolicy(given.tags.get('np')) ?? below
  if (policy === undefined || below === undefined || missing === undefined) return []
  const found: DomainFinding[] = []
  if (strengths[below] < strengths[policy]) {
    const fix = 'Leave sp out, or make it as strong as p.'
    found.push(
      report('weak_subdomains', `Subdomains have the weaker policy ${below}.`, {
        fix,
        ...withTag(given, 'sp', policy),
      }),
    )
  }
  if (strengths[missing] < strengths[policy] && missing !== below) {
    const fix = 'Set np=reject: nobody sends from names that do not exist.'
    found.push(
      report('weak_missing', `Subdomains that do not exist have the weaker policy ${missing}.`, {
        fix,
        ...withTag(given, 'np', 'reject'),
      }),
    )
  }
  return found
}

function judgeValues(given: DmarcRecord): DomainFinding[] {
  const { tags } = given
  const wrong = Object.entries(forms).filter(([name, form]) => tags.has(name) && !form.test(tags.get(name) ?? ''))
  const found = wrong.map(([name]) =>
    report('bad_value', `${name}=${(tags.get(name) ?? '').slice(0, 30)} is no value of ${name}.`, {
      fix: `Correct ${name}, or take it out.`,
    }),
  )
  if (tags.get('t')?.toLowerCase() === 'y')
    found.push(
      report('testing', 'It says that it is a test.', {
        fix: 'Take t out when the test is over.',
        ...withTag(given, 't', 'n'),
      }),
    )
  if (tags.has('fo') && !tags.has('ruf'))
    found.push(report('idle_fo', 'fo stands without ruf.', { fix: 'Take it out.' }))
  const percent = readPercent(tags)
  const policies = ['p', 'sp', 'np'].map((name) => readPolicy(tags.get(name)))
  const isPartial = percent < 100 && policies.some((policy) => policy === 'quarantine' || policy === 'reject')
  if (isPartial) {
    const message = `pct=${percent}: older receivers apply the policy to ${percent} % of the mail that fails.`
    const again = withTag(given, 'p', readPolicy(tags.get('p')) ?? 'none')
    found.push(report('partial', message, { fix: 'Take pct out; t=y stands for a test now.', ...again }))
  }
  const old = historic.filter((name) => tags.has(name) && !(name === 'pct' && isPartial))
  if (old.length > 0)
    found.push(report('historic', `It has ${old.join(', ')}.`, { fix: 'Take it out; t=y stands for a test now.' }))
  return found
}

function judgeSyntax({ duplicates, garbled, tags }: DmarcRecord): DomainFinding[] {
  const found = garbled
    .slice(0, 5)
    .map((part) => report('garbled', `“${part.slice(0, 40)}” is no tag.`, { fix: 'Separate tags with semicolons.' }))
  for (const name of new Set(duplicates))
    found.push(report('duplicate', `${name.slice(0, 40)} stands twice.`, { fix: 'Keep one.' }))
  const names = [...tags.keys()]
  const strange = names.filter((name) => !known.has(name)).map((name) => name.slice(0, 40))
  if (strange.length > 0) found.push(report('unknown_tag', `Nobody knows ${strange.slice(0, 5).join(', ')}.`))
  if (tags.has('p') && names[1] !== 'p')
    found.push(report('order', 'p does not follow v.', { fix: 'Write v=DMARC1; p=… first.' }))
  return found
}
