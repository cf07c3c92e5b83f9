import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  isAbsent,
  readTags,
  unmeasured,
} from '../findings/index.ts'
import { findDmarc } from './find-dmarc.ts'

export type DmarcPolicy = 'none' | 'quarantine' | 'reject'

/** DMARC of a domain. */
export interface DmarcCheck extends Checked {
  /** The policy that holds for mail of the domain. */
  readonly policy?: DmarcPolicy
  /** Where the record stands: the domain, or one above it. */
  readonly found_at?: string
}

const strengths: Record<DmarcPolicy, number> = { none: 0.4, quarantine: 0.8, reject: 1 }
/** Gone since RFC 9989; older receivers know them. */
const historic = ['pct', 'rf', 'ri']
const known = new Set(['v', 'p', 'sp', 'np', 'adkim', 'aspf', 'rua', 'ruf', 'fo', 'psd', 't', ...historic])

/** The record that applies to a domain, judged tag by tag, and whether those who are to get reports want them. */
export async function checkDmarc(domain: string, resolve: ResolveRecords): Promise<DmarcCheck> {
  const found = await findDmarc(domain, resolve)
  if (found.outcome === 'unknown') return unmeasured('dmarc.dns', 'The DMARC record could not be asked for.')
  if (found.outcome === 'none') {
    const fix = `Publish a TXT record at _dmarc.${domain}, such as “v=DMARC1; p=none; rua=mailto:dmarc@${domain}”.`
    return {
      state: 'none',
      findings: [{ code: 'dmarc.none', severity: 'warning', message: 'No DMARC record is published.', fix }],
      share: 0,
    }
  }
  const { domain: at, record } = found
  if (found.outcome === 'several') {
    const message = `There are ${found.others + 1} records at _dmarc.${at}, and receivers then use none (RFC 9989 4.7).`
    return concluded([{ code: 'dmarc.several', severity: 'error', message, fix: 'Keep one.' }], { record })
  }
  const { tags, duplicates, garbled } = readTags(record)
  const isBelow = at !== domain
  const given = readPolicy(tags.get('p'))
  const below = readPolicy(tags.get('sp')) ?? given
  const policy = isBelow ? below : given
  const reports = splitReports(tags.get('rua'))
  const findings: DomainFinding[] = [
    ...judgePolicy({ text: tags.get('p'), policy: given, hasReports: reports.length > 0 }),
    ...judgeValues(tags),
    ...judgeSyntax({ tags, duplicates, garbled }),
    ...judgeReports(tags),
    ...(await judgeReceivers(at, [...reports, ...splitReports(tags.get('ruf'))], resolve)),
  ]
  // Without a usable policy a record with reports asks for nothing else: RFC 9989 4.7.
  const effective = policy ?? (reports.length > 0 ? 'none' : undefined)
  const share = effective === undefined ? 0 : strengths[effective]
  const weak = given !== undefined && below !== undefined && strengths[below] < strengths[given]
  if (weak)
    findings.push(
      warn(
        'dmarc.weak_subdomains',
        `Subdomains have the weaker policy ${below}.`,
        'Leave sp out, or make it as strong as p.',
      ),
    )
  return {
    ...concluded(findings, { record, share }),
    ...(effective === undefined ? {} : { policy: effective }),
    found_at: at,
  }
}

function readPolicy(text: string | undefined): DmarcPolicy | undefined {
  const word = text?.toLowerCase()
  return word === 'none' || word === 'quarantine' || word === 'reject' ? word : undefined
}

function judgePolicy({
  text,
  policy,
  hasReports,
}: {
  text: string | undefined
  policy: DmarcPolicy | undefined
  hasReports: boolean
}): DomainFinding[] {
  if (policy === 'none')
    return [
      warn(
        'dmarc.p_none',
        'It only watches: mail that fails is delivered all the same.',
        'Go to p=quarantine, then p=reject, when the reports are clean.',
      ),
    ]
  if (policy !== undefined) return []
  const what = text === undefined ? 'It names no policy' : `p=${text.slice(0, 30)} is no policy`
  const then = hasReports ? 'and counts as p=none' : 'and receivers take no notice of it'
  return [
    {
      code: 'dmarc.no_policy',
      severity: 'error',
      message: `${what}, ${then} (RFC 9989 4.7).`,
      fix: 'Set p to none, quarantine or reject.',
    },
  ]
}

function judgeValues(tags: ReadonlyMap<string, string>): DomainFinding[] {
  const forms: Record<string, RegExp> = {
    sp: /^(?:none|quarantine|reject)$/i,
    np: /^(?:none|quarantine|reject)$/i,
    adkim: /^[rs]$/i,
    aspf: /^[rs]$/i,
    fo: /^[01ds](?:\s*:\s*[01ds])*$/i,
    psd: /^[ynu]$/i,
    t: /^[yn]$/i,
  }
  const wrong = Object.entries(forms).filter(([name, form]) => tags.has(name) && !form.test(tags.get(name) ?? ''))
  const found = wrong.map(([name]) =>
    warn(
      'dmarc.bad_value',
      `${name}=${(tags.get(name) ?? '').slice(0, 30)} is no value of ${name}, and is not looked at.`,
      `Correct ${name}, or take it out.`,
    ),
  )
  if (tags.get('t')?.toLowerCase() === 'y')
    found.push(
      warn(
        'dmarc.testing',
        't=y asks receivers to do one step less than the policy says.',
        'Take t out when the test is over.',
      ),
    )
  const old = historic.filter((name) => tags.has(name))
  if (old.length > 0)
    found.push({
      code: 'dmarc.historic',
      severity: 'info',
      message: `${old.join(', ')}: gone since RFC 9989; newer receivers take no notice.`,
    })
  return found
}

function judgeSyntax({ tags, duplicates, garbled }: ReturnType<typeof readTags>): DomainFinding[] {
  const found = garbled.map((part) =>
    warn('dmarc.garbled', `“${part.slice(0, 40)}” is no tag.`, 'Separate tags with semicolons.'),
  )
  for (const name of duplicates) found.push(warn('dmarc.duplicate', `${name} stands twice.`, 'Keep one.'))
  const strange = [...tags.keys()].filter((name) => !known.has(name))
  if (strange.length > 0)
    found.push({
      code: 'dmarc.unknown_tag',
      severity: 'info',
      message: `${strange.join(', ')}: no tag that anybody knows.`,
    })
  return found
}

function splitReports(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function judgeReports(tags: ReadonlyMap<string, string>): DomainFinding[] {
  const found: DomainFinding[] = []
  if (!tags.has('rua'))
    found.push(
      warn(
        'dmarc.no_reports',
        'Nobody gets reports (rua), so nobody sees what is sent in your name.',
        'Add rua=mailto:… .',
      ),
    )
  for (const name of ['rua', 'ruf']) {
    const all = splitReports(tags.get(name))
    const bad = all.filter(
      (uri) => !/^mailto:[^@\s]+@[^@\s!]+(?:![\d]+[kmgt]?)?$/i.test(uri) && !/^https:\/\/\S+$/i.test(uri),
    )
    for (const uri of bad)
      found.push(
        warn('dmarc.bad_uri', `${name}: “${uri.slice(0, 60)}” is no mailto: address.`, 'Write mailto:name@domain.'),
      )
    if (all.length > 2)
      found.push(
        warn('dmarc.many_uris', `${name} names ${all.length} addresses; receivers need to heed two.`, 'Keep two.'),
      )
    if (all.some((uri) => uri.includes('!')))
      found.push({
        code: 'dmarc.size_limit',
        severity: 'info',
        message: `${name}: limits of size (!10m) are obsolete.`,
      })
  }
  return found
}

/** Whether domains elsewhere agree to get reports: RFC 9990 4. */
async function judgeReceivers(
  domain: string,
  uris: readonly string[],
  resolve: ResolveRecords,
): Promise<DomainFinding[]> {
  const hosts = uris
    .map((uri) => /^mailto:[^@]+@([^!]+)/i.exec(uri)?.[1]?.toLowerCase())
    .filter((host) => host !== undefined)
  const strangers = [...new Set(hosts)].filter((host) => !isSame(host, domain)).slice(0, 5)
  const found = await Promise.all(
    strangers.map(async (host) => {
      const reply = await resolve(`${domain}._report._dmarc.${host}`, 'TXT')
      const isWilling = reply.records.some((text) => /^\s*v\s*=\s*DMARC1/.test(text))
      if (isWilling || !(isAbsent(reply) || reply.outcome === 'found')) return []
      return [
        warn(
          'dmarc.receiver_unwilling',
          `${host} does not say that it takes reports about ${domain}, so it gets none.`,
          `Have ${domain}._report._dmarc.${host} publish “v=DMARC1”.`,
        ),
      ]
    }),
  )
  return found.flat()
}

// Of one organisation, as far as the names tell without asking.
function isSame(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`)
}

function warn(code: string, message: string, fix: string): DomainFinding {
  return { code, severity: 'warning', message, fix }
}
