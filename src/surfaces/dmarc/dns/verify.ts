import { registrableDomain } from '../../../deliverability/address/index.ts'
import {
  type DmarcCheck,
  type DmarcPolicy,
  checkDmarc,
  checkReceiver,
  readPolicy,
  splitReports,
} from '../../../deliverability/dmarc/index.ts'
import { type ResolveRecords, readTags } from '../../../deliverability/findings/index.ts'
import type { DnsClient, RecordType } from '../../../platform/net/index.ts'
import type { DomainRow, Verification } from '../domains/index.ts'

/** Max report addresses whose consent is looked up. */
const maxReceivers = 5

const order: readonly (DmarcPolicy | undefined)[] = [undefined, 'none', 'quarantine', 'reject']

type Receiver = Verification['receivers'][number]

/** DNS queries in the shape that the checks of a domain need. */
export function resolverOf(dns: Pick<DnsClient, 'query'>): ResolveRecords {
  // Record types differ in the shape of their records, not in the query.
  const ask = (name: string, type: RecordType) => dns.query(name, type)
  return ask as ResolveRecords
}

/** Checks the published record of a domain, and whether receivers will send reports to its addresses (RFC 9990 4). */
export async function verifyDomain(
  { domain, expectedPolicy }: Pick<DomainRow, 'domain' | 'expectedPolicy'>,
  { address, nowMs, resolve }: { address: string | null; nowMs: number; resolve: ResolveRecords },
): Promise<{ verification: Verification; check: DmarcCheck }> {
  const check = await checkDmarc(domain, { resolve, registrable: registrableDomain })
  const { found_at, policy, record } = check
  const tags = readTags(record ?? '').tags
  const uris = splitReports(tags.get('rua')).slice(0, maxReceivers)
  const receivers = await Promise.all(
    uris.map((uri) => readReceiver({ uri, found: found_at ?? domain, address }, resolve)),
  )
  const verification: Verification = {
    state: stateOf(check, receivers, { address, expectedPolicy }),
    checked_at: new Date(nowMs).toISOString(),
    record: record ?? null,
    found_at: record === undefined ? null : (found_at ?? domain),
    policy: policy ?? null,
    receivers,
    findings: [...check.findings],
  }
  return { verification, check }
}

function stateOf(
  { findings, policy, record, state }: DmarcCheck,
  receivers: readonly Receiver[],
  { address, expectedPolicy }: { address: string | null; expectedPolicy: DmarcPolicy | null },
): Verification['state'] {
  if (state === 'unmeasured') return 'unmeasured'
  if (record === undefined) return 'not_published'
  const unusable = ['dmarc.several', 'dmarc.misspelt', 'dmarc.misplaced', 'dmarc.no_policy']
  if (policy === undefined || findings.some(({ code }) => unusable.includes(code) && code !== 'dmarc.no_policy'))
    return 'invalid'
  const ours = address === null ? receivers : receivers.filter((each) => each.is_ours)
  if (ours.length === 0) return 'address_missing'
  if (
    ours.some(
      ({ replaced_by: other }) => other !== undefined && address !== null && !other.toLowerCase().includes(address),
    )
  )
    return 'redirected'
  // One consent that could not be looked up says nothing, and one that is missing only matters if no address remains.
  if (ours.every(({ consent }) => consent === 'missing')) return 'not_authorized'
  if (ours.every(({ consent }) => consent === 'unmeasured')) return 'unmeasured'
  if (order.indexOf(readPolicy(policy)) < order.indexOf(expectedPolicy ?? undefined)) return 'weaker_policy'
  return 'verified'
}

async function readReceiver(
  { address, found, uri }: { uri: string; found: string; address: string | null },
  resolve: ResolveRecords,
): Promise<Receiver> {
  // RFC 7489 readers allow a size after the address.
  const [, mailbox = '', mailHost] = /^mailto:([^@]{1,200}@([^!?]{1,253}))/i.exec(uri) ?? []
  const host = (mailHost ?? URL.parse(uri)?.hostname ?? '').trim().toLowerCase()
  const isOurs = address !== null && decoded(mailbox).toLowerCase() === address
  const shown = { address: uri.slice(0, 300), host: host === '' ? null : host, is_ours: isOurs }
  if (host === '' || registrableDomain(host) === registrableDomain(found)) return { ...shown, consent: 'not_needed' }
  const { name, replacedBy, state } = await checkReceiver(found, host, resolve)
  return {
    ...shown,
    consent: state,
    record_name: name,
    ...(replacedBy === undefined ? {} : { replaced_by: replacedBy.slice(0, 300) }),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
