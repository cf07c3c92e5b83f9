import type { DnsClient } from '../../../platform/net/index.ts'
import {
  type BlockTarget,
  type Blacklists,
  type Hit,
  type Zone,
  type ZoneCheck,
  readTarget,
} from '../../../deliverability/dnsbl/index.ts'

/** The configured block lists. */
export interface BlockLists {
  readonly zones: readonly Zone[]
  readonly blacklists: Blacklists
}

/** The listed item: the domain, a mail host, an IP address or the mailbox. */
export type ListedSubject = 'domain' | 'mx' | 'ip' | 'email'

/** A list that was not queried, or without a valid response. */
export interface SkippedList {
  readonly zone: string
  readonly reason: string
}

/** Listings of a domain and of the IP addresses of its mail hosts. */
export interface BlockFinding {
  readonly hits: readonly (Hit & { readonly subject: string; readonly of: ListedSubject })[]
  readonly checked: number
  readonly errors: readonly SkippedList[]
  readonly disabled: readonly SkippedList[]
}

/** Maximum number of IP addresses of mail hosts that are queried. */
const maxAddresses = 4

/**
 * Queries a domain, the IP addresses of its mail hosts, and optionally a mailbox. A listed mail host says little about the
 * domain.
 */
export async function queryBlockLists(
  { blacklists, zones }: BlockLists,
  domain: string,
  mxAddresses: readonly string[],
  mailbox?: BlockTarget,
): Promise<BlockFinding> {
  const subjects = [
    { of: 'domain' as const, target: readTarget(domain) },
    { of: 'email' as const, target: mailbox },
    ...mxAddresses.slice(0, maxAddresses).map((address) => ({ of: 'mx' as const, target: readTarget(address) })),
  ]
  const checks = await Promise.all(
    subjects.map(async ({ of, target }) =>
      target === undefined ? undefined : { of, ...(await blacklists.check(target, zones)) },
    ),
  )
  return gather(checks.filter((each) => each !== undefined))
}

/** IP addresses of the mail hosts of a domain, preferred hosts first. */
export async function addressesOfMail(dns: Pick<DnsClient, 'query'>, domain: string): Promise<string[]> {
  const { records } = await dns.query(domain, 'MX')
  const hosts = records.toSorted((one, other) => one.preference - other.preference).map(({ exchange }) => exchange)
  const asked = (records.length > 0 ? hosts : [domain]).filter((host) => /[^.]/.test(host)).slice(0, maxAddresses)
  const [four, six] = await Promise.all([
    Promise.all(asked.map((host) => dns.query(host, 'A'))),
    Promise.all(asked.map((host) => dns.query(host, 'AAAA'))),
  ])
  // Some IP addresses of each family, because mail is sent to either.
  const [fours, sixes] = [four, six].map((answers) => [...new Set(answers.flatMap((answer) => answer.records))])
  const half = maxAddresses - Math.min(sixes?.length ?? 0, maxAddresses / 2)
  return [...(fours ?? []).slice(0, half), ...(sixes ?? [])].slice(0, maxAddresses)
}

/** Queries one IP address or one mailbox. */
export async function queryAddress({ blacklists, zones }: BlockLists, target: BlockTarget): Promise<BlockFinding> {
  return gather([{ of: target.kind, ...(await blacklists.check(target, zones)) }])
}

function gather(checks: readonly (ZoneCheck & { readonly of: ListedSubject })[]): BlockFinding {
  // A list queried for several addresses has one health status.
  const once = (rows: readonly SkippedList[]) => [...new Map(rows.map((row) => [row.zone, row])).values()]
  return {
    hits: checks.flatMap(({ hits, of, target }) => hits.map((hit) => ({ ...hit, subject: target, of }))),
    checked: checks.reduce((sum, { checked }) => sum + checked, 0),
    errors: once(checks.flatMap(({ errors }) => errors)),
    disabled: once(checks.flatMap(({ disabled }) => disabled)),
  }
}

const severities = ['critical', 'high', 'medium', 'low', 'info'] as const

/** Highest severity; undefined without listings. */
export function worstSeverity(hits: readonly Pick<Hit, 'severity'>[]): Hit['severity'] | undefined {
  return severities.find((severity) => hits.some((hit) => hit.severity === severity))
}

/** Lists of one service count once; listings that do not report abuse are not counted. */
export function countListings(hits: BlockFinding['hits']): number {
  const abuse = hits.filter(({ severity }) => severity !== 'info')
  return new Set(abuse.map(({ group, subject, zone }) => `${subject} ${group ?? zone}`)).size
}

/** Null if no list responded. */
export function isListed({ checked, hits }: Pick<BlockFinding, 'checked' | 'hits'>): boolean | null {
  return checked === 0 ? null : countListings(hits) > 0
}
