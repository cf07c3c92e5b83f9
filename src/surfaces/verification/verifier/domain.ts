import { type Address, type AddressLists, registrableDomain } from '../../../deliverability/address/index.ts'
import { mailboxTarget } from '../../../deliverability/dnsbl/index.ts'
import { findDmarc } from '../../../deliverability/dmarc/index.ts'
import type { ResolveRecords } from '../../../deliverability/findings/index.ts'
import { isSpf } from '../../../deliverability/spf/index.ts'
import type { DnsClient, RecordType } from '../../../platform/net/index.ts'
import type { Neighbours } from '../domain-sources/index.ts'
import { type BlockLists, addressesOfMail, queryBlockLists } from './block-lists.ts'
import type { DomainFinding, ListingFinding, Step } from './findings.ts'

type Dns = Pick<DnsClient, 'query'>

/** Whom to ask about a domain beside its DNS. */
export interface DomainDeps {
  readonly blockLists: BlockLists
  readonly lists: Pick<AddressLists, 'isParkingServer'>
  readonly registration: Neighbours['registration']
}

/** A registry that takes longer is not waited for, milliseconds. */
const registryMs = 2000
const dayMs = 86_400_000

/** True if SPF (RFC 7208) and DMARC (RFC 9989, up the tree) are published for the domain of an address, whether it is parked, and what lists have of it; no record is judged here. */
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

/** DNS as the engines ask it: types of records differ in what they hold, not in how they are requested. */
export function resolverOf(dns: Dns): ResolveRecords {
  const ask = async (name: string, type: RecordType) => dns.query(name, type)
  return ask as ResolveRecords
}

/** Lists whose word about a mail host has a weight; the others are for anyone who asks about an address. */
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
    errors: errors.length,
    disabled: disabled.length,
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

/** True if the name servers of a domain are those of someone who parks domains; null where nobody could say. */
export async function isDomainParked(
  dns: Dns,
  domain: string,
  { isParkingServer }: Pick<AddressLists, 'isParkingServer'>,
): Promise<boolean | null> {
  const { outcome, records } = await dns.query(registrableDomain(domain), 'NS')
  if (outcome === 'found') return records.some(isParkingServer)
  return outcome === 'no_data' || outcome === 'no_name' ? false : null
}

// Nobody waits long for a registry: what it says late counts the next time.
async function findAge(domain: string, registration: Neighbours['registration']): Promise<number | null> {
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

/** Says that a domain is parked, where it is. */
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
