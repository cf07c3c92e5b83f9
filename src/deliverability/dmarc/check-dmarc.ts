import {
  type Checked,
  type DomainFinding,
  type RecordToPublish,
  type ResolveRecords,
  concluded,
  readTags,
  unmeasured,
  unpublished,
} from '../findings/index.ts'
import { type FoundDmarc, findDmarc, isDmarc } from './find-dmarc.ts'
import { judgeReports, splitReports } from './judge-reports.ts'
import { type DmarcPolicy, judgeTags, readPercent, readPolicy, strengthOf } from './judge-tags.ts'
import { report } from './reasons.ts'

/** DMARC of a domain. */
export interface DmarcCheck extends Checked {
  /** The policy that holds for mail of the domain. */
  readonly policy?: DmarcPolicy
  /** Where the record stands: the domain, or one above it. */
  readonly found_at?: string
  /** The names that were asked, in their order. */
  readonly asked?: readonly string[]
}

/** What checking needs. */
export interface DmarcDeps {
  readonly resolve: ResolveRecords
  /** The domain that somebody registered, by the list of public suffixes. */
  registrable(name: string): string
}

/** The record that applies to a domain, judged tag by tag, and whether those who are to get reports want them. */
export async function checkDmarc(domain: string, deps: DmarcDeps): Promise<DmarcCheck> {
  const found = await findDmarc(domain, deps.resolve)
  const { asked } = found
  if (found.outcome === 'unknown')
    return { ...unmeasured(report('dns', 'The DMARC record could not be asked for.')), asked }
  if (found.outcome === 'none') return { ...(await judgeAbsence(domain, found, deps)), asked }
  const { domain: at, record } = found
  if (found.outcome === 'several') {
    const publish = { name: `_dmarc.${at}`, type: 'TXT', value: record } as const
    const finding = report('several', `There are ${found.others + 1} records at _dmarc.${at}.`, {
      fix: 'Keep one.',
      publish,
    })
    return { ...concluded([finding], { record }), found_at: at, asked }
  }
  const read = readTags(record)
  const hasReports = splitReports(read.tags.get('rua')).length > 0
  const given = { ...read, domain: at, record }
  const findings: DomainFinding[] = [
    ...judgeTags(given, { hasReports }),
    ...(await judgeReports(given, deps)),
    ...judgeLegacy(domain, at, deps),
  ]
  const own = readPolicy(read.tags.get('p'))
  const chosen = at === domain ? own : (readPolicy(read.tags.get('sp')) ?? own)
  // Without a usable policy a record with reports requests nothing else: RFC 9989 4.7.
  const policy = chosen ?? (hasReports ? 'none' : undefined)
  const isTest = read.tags.get('t')?.toLowerCase() === 'y'
  const share = strengthOf(policy, { isTest, percent: readPercent(read.tags) })
  return {
    ...concluded(findings, { record, share }),
    ...(policy === undefined ? {} : { policy }),
    found_at: at,
    asked,
  }
}

async function judgeAbsence(
  domain: string,
  { dangling, near }: Extract<FoundDmarc, { outcome: 'none' }>,
  { resolve }: DmarcDeps,
): Promise<Checked> {
  const name = `_dmarc.${domain}`
  const publish: RecordToPublish = { name, type: 'TXT', value: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}` }
  if (near !== undefined)
    return concluded(
      [report('misspelt', `“${near.slice(0, 60)}” does not begin with “v=DMARC1;”.`, { fix: 'Begin it so.', publish })],
      {
        record: near,
      },
    )
  if (dangling !== undefined)
    return concluded([
      report('dangling', `${name} is an alias of ${dangling}, which is not there.`, {
        fix: 'Publish the record itself.',
        publish,
      }),
    ])
  const stray = (await resolve(domain, 'TXT')).records.find(isDmarc)
  if (stray !== undefined) {
    const fix = `Publish it at ${name}.`
    return concluded([
      report('misplaced', `A DMARC record stands at ${domain} itself.`, { fix, publish: { ...publish, value: stray } }),
    ])
  }
  const fix = 'Begin with p=none and reports, and raise the policy when they show that your own mail passes.'
  return unpublished(report('none', 'No DMARC record is published.', { fix, publish }))
}

function judgeLegacy(domain: string, at: string, { registrable }: DmarcDeps): DomainFinding[] {
  const registered = registrable(domain)
  if (at === domain || at === registered) return []
  return [
    report(
      'legacy',
      `The record at ${at} is not found by all: older receivers look at ${domain} and ${registered} only.`,
      {
        fix: `Publish a record at ${registered}, too.`,
      },
    ),
  ]
}
