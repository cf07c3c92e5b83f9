import { type Address, type AddressLists, registrableDomain } from '../../../deliverability/address/index.ts'
import { mailboxTarget } from '../../../deliverability/dnsbl/index.ts'
import { findDmarc } from '../../../deliverability/dmarc/index.ts'
import type { ResolveRecords } from '../../../deliverability/findings/index.ts'
import { isSpf } from '../../../deliverability/spf/index.ts'
import type { DnsClient, RecordType } from '../../../platform/net/index.ts'
import type { DomainSources } from '../domain-sources/index.ts'
import { type BlockLists, addressesOfMail, queryBlockLists } from './block-lists.ts'
import type { DomainFinding, ListingFinding, Step } from './findings.ts'

type Dns = Pick<DnsClient, 'query'>

/** Sources other than DNS. */
export interface DomainDeps {
  readonly blockLists: BlockLists
  readonly lists: Pick<AddressLists, 'isParkingServer'>
  readonly registration: DomainSources['registration']
}

/** Timeout of a registry, milliseconds. */
const registryMs = 2000
const dayMs = 86_400_000

/**
 * Checks that SPF (RFC 7208) and DMARC (RFC 9989, up the tree) are published, that the domain is not parked, and the block
 * lists. Does not evaluate the records.
 */
export async function describeDomain(
  dns: Dns,
  { domain, normalized }: Pick<Address, 'domain' | 'normalized'>,
  { blockLists, lists, registration }: DomainDeps,
): Promise<{ finding: DomainFinding; steps: Step[] }> {
  const [hasSpf, hasDmarc, isParked, listings, ageDays] = await Promise.all([
    publishesSpf(dns, domain),
    publishesDmarc(dns, domain),
    isDomainParked(dns, domain, lists),
    lookUpListings(dns, { domain: registrableDomain(domain), normalized }, blockLists),
    findAge(registrableDomain(domain), registration),
  ])
  const steps = [
    stepOf('spf', hasSpf),
    stepOf('dmarc', hasDmarc),
    ...parkedStep(isParked),
    ...ageStep(ageDays),
    listingStep(listings),
  ]
  return { finding: { hasSpf, hasDmarc, isParked, listings, ageDays }, steps }
}

async function publishesSpf(dns: Dns, domain: string): Promise<boolean | null> {
  const { outcome, records } = await dns.query(domain, 'TXT')
  if (outcome === 'found') return records.some(isSpf)
  return outcome === 'no_data' || outcome === 'no_name' ? false : null
}

async function publishesDmarc(dns: Dns, domain: string): Promise<boolean | null> {
  const { outcome } = await findDmarc(domain, resolverOf(dns))
  return outcome === 'unknown' ? null : outcome === 'found'
}

/** The resolver of the deliverability modules: record types differ in the shape of their records, not in the query. */
export function resolverOf(dns: Dns): ResolveRecords {
  const ask = async (name: string, type: RecordType) => dns.query(name, type)
  return ask as ResolveRecords
}

/** Severities of listings that count for a mail host; minor ones are only reported in lookups of the IP address. */
const weighty = new Set(['critical', 'high', 'medium'])

async function lookUpListings(
  dns: Dns,
  { domain, normalized }: Pick<Address, 'domain' | 'normalized'>,
  { blacklists, zones }: BlockLists,
): Promise<ListingFinding> {
  const asked = zones.filter(({ kind, severity }) => kind === 'domain' || weighty.has(severity))
  const addresses = await addressesOfMail(dns, domain)
  const found = await queryBlockLists({ blacklists, zones: asked }, domain, addresses, mailboxTarget(normalized))
  const { checked, disabled, errors, hits } = found
  const checksMailbox = zones.some(({ kind }) => kind === 'email')
  return {
    hits,
    checked,
    errors,
    disabled,
    ...(checksMailbox ? { checksMailbox } : {}),
  }
}

function listingStep({ checked, hits }: ListingFinding): Step {
  if (checked === 0) return { check: 'dnsbl', status: 'error', detail: 'No block list responded.' }
  if (hits.length === 0)
    return {
      check: 'dnsbl',
      status: 'pass',
      detail: `Not listed: the domain, its mail hosts and the email address are on none of ${checked} block lists.`,
    }
  const names = [...new Set(hits.map(({ name }) => name))].slice(0, 5).join(', ')
  return { check: 'dnsbl', status: 'warn', detail: `On block lists: ${names}.` }
}

/** True if the name servers are those of a parking service; null if the query failed. */
export async function isDomainParked(
  dns: Dns,
  domain: string,
  { isParkingServer }: Pick<AddressLists, 'isParkingServer'>,
): Promise<boolean | null> {
  const { outcome, records } = await dns.query(registrableDomain(domain), 'NS')
  if (outcome === 'found') return records.some(isParkingServer)
  return outcome === 'no_data' || outcome === 'no_name' ? false : null
}

// A slow registry is not awaited; its cached response is used next time.
async function findAge(domain: string, registration: DomainSources['registration']): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, registryMs)
  const said = await Promise.race([registration(domain), promise])
  clearTimeout(timer)
  const registeredAt = said?.value?.registeredAt
  return registeredAt === undefined ? null : Math.max(0, Math.floor((Date.now() - registeredAt) / dayMs))
}

function ageStep(ageDays: number | null): Step[] {
  if (ageDays === null) return []
  const status = ageDays < 180 ? 'warn' : 'pass'
  return [{ check: 'registry', status, detail: `The domain was registered ${ageDays} days ago.` }]
}

/** A step for a parked domain, none otherwise. */
export function parkedStep(isParked: boolean | null): Step[] {
  if (isParked !== true) return []
  return [{ check: 'parked', status: 'warn', detail: 'Its name servers belong to a domain parking service.' }]
}

function stepOf(check: 'spf' | 'dmarc', isPublished: boolean | null): Step {
  const record = check.toUpperCase()
  if (isPublished === null) return { check, status: 'error', detail: `The ${record} record could not be queried.` }
  return isPublished
    ? { check, status: 'pass', detail: `The domain publishes a ${record} record.` }
    : { check, status: 'warn', detail: `The domain publishes no ${record} record.` }
}
