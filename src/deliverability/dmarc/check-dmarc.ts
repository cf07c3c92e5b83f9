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
import { evaluateReports, splitReports } from './evaluate-reports.ts'
import { type DmarcPolicy, evaluateTags, readPercent, readPolicy, strengthOf } from './evaluate-tags.ts'
import { report } from './reasons.ts'

export interface DmarcCheck extends Checked {
  /** The policy that applies to mail of the domain. */
  readonly policy?: DmarcPolicy
  /** The domain of the record: this one or a parent. */
  readonly found_at?: string
  /** The queried names in order. */
  readonly asked?: readonly string[]
}

export interface DmarcDeps {
  readonly resolve: ResolveRecords
  /** The registrable domain by the public suffix list. */
  registrable(name: string): string
}

/** Evaluates the record that applies to a domain, tag by tag, and checks that external report receivers have agreed. */
export async function checkDmarc(domain: string, deps: DmarcDeps): Promise<DmarcCheck> {
  const found = await findDmarc(domain, deps.resolve)
  const { asked } = found
  if (found.outcome === 'unknown')
    return { ...unmeasured(report('dns', 'The DMARC record could not be queried.')), asked }
  if (found.outcome === 'none') return { ...(await evaluateAbsence(domain, found, deps)), asked }
  const { domain: at, record } = found
  if (found.outcome === 'several') {
    const publish = { name: `_dmarc.${at}`, type: 'TXT', value: record } as const
    const finding = report('several', `There are ${found.others + 1} records at _dmarc.${at}.`, {
      fix: 'Keep only one.',
      publish,
    })
    return { ...concluded([finding], { record }), found_at: at, asked }
  }
  const read = readTags(record)
  const hasReports = splitReports(read.tags.get('rua')).length > 0
  const given = { ...read, domain: at, record }
  const findings: DomainFinding[] = [
    ...evaluateTags(given, { hasReports }),
    ...(await evaluateReports(given, deps)),
    ...evaluateLegacy(domain, at, deps),
  ]
  const own = readPolicy(read.tags.get('p'))
  const chosen = at === domain ? own : (readPolicy(read.tags.get('sp')) ?? own)
  // A record with reports and without a usable policy counts as `none`: RFC 9989 4.7.
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

async function evaluateAbsence(
  domain: string,
  { dangling, near }: Extract<FoundDmarc, { outcome: 'none' }>,
  { resolve }: DmarcDeps,
): Promise<Checked> {
  const name = `_dmarc.${domain}`
  const publish: RecordToPublish = { name, type: 'TXT', value: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}` }
  if (near !== undefined)
    return concluded(
      [
        report('misspelt', `“${near.slice(0, 60)}” does not start with “v=DMARC1;”.`, {
          fix: 'Start the record with “v=DMARC1;”.',
          publish,
        }),
      ],
      {
        record: near,
      },
    )
  if (dangling !== undefined)
    return concluded([
      report('dangling', `${name} is an alias of ${dangling}, which does not exist.`, {
        fix: 'Publish the record itself.',
        publish,
      }),
    ])
  const stray = (await resolve(domain, 'TXT')).records.find(isDmarc)
  if (stray !== undefined) {
    const fix = `Publish it at ${name}.`
    return concluded([
      report('misplaced', `A DMARC record is published at ${domain} instead of _dmarc.`, {
        fix,
        publish: { ...publish, value: stray },
      }),
    ])
  }
  const fix = 'Start with p=none and reports, and raise the policy when they show that your own mail passes.'
  return unpublished(report('none', 'No DMARC record is published.', { fix, publish }))
}

function evaluateLegacy(domain: string, at: string, { registrable }: DmarcDeps): DomainFinding[] {
  const registered = registrable(domain)
  if (at === domain || at === registered) return []
  return [
    report('legacy', `Not all receivers find the record at ${at}: older ones query only ${domain} and ${registered}.`, {
      fix: `Publish a record at ${registered}, too.`,
    }),
  ]
}
