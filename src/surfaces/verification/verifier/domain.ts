import { isParkingServer, registrableDomain } from '../../../engines/address/index.ts'
import type { DnsClient } from '../../../platform/net/index.ts'
import { type BlockLists, addressesOfMail, askBlockLists } from './block-lists.ts'
import type { DomainFinding, ListingFinding, Step } from './findings.ts'

/** Whether a domain publishes SPF (RFC 7208 3) and DMARC (RFC 7489 6.6.3) records, and whether it is parked; no record is judged here. */
export async function describeDomain(
  dns: Pick<DnsClient, 'query'>,
  domain: string,
  blockLists: BlockLists,
): Promise<{ finding: DomainFinding; steps: Step[] }> {
  const [hasSpf, hasDmarc, isParked, listings] = await Promise.all([
    publishes(dns, domain, /^v=spf1(?: |$)/i),
    publishes(dns, `_dmarc.${domain}`, /^v=DMARC1\s*(?:;|$)/),
    hasParkingServers(dns, registrableDomain(domain)),
    lookUpListings(dns, registrableDomain(domain), blockLists),
  ])
  const steps = [stepOf('spf', hasSpf), stepOf('dmarc', hasDmarc), ...parkedStep(isParked), listingStep(listings)]
  return { finding: { hasSpf, hasDmarc, isParked, listings }, steps }
}

async function publishes(dns: Pick<DnsClient, 'query'>, name: string, pattern: RegExp): Promise<boolean | null> {
  const { outcome, records } = await dns.query(name, 'TXT')
  if (outcome === 'found') return records.some((text) => pattern.test(text))
  return outcome === 'no_data' || outcome === 'no_name' ? false : null
}

/** Lists whose word about a mail host has a weight; the others are for whoever asks about an address. */
const weighty = new Set(['critical', 'high', 'medium'])

async function lookUpListings(
  dns: Pick<DnsClient, 'query'>,
  domain: string,
  { blacklists, zones }: BlockLists,
): Promise<ListingFinding> {
  const asked = zones.filter(({ kind, severity }) => kind === 'domain' || weighty.has(severity))
  const addresses = await addressesOfMail(dns, domain)
  const found = await askBlockLists({ blacklists, zones: asked }, domain, addresses)
  return { hits: found.hits, checked: found.checked, errors: found.errors.length, disabled: found.disabled.length }
}

function listingStep({ checked, hits }: ListingFinding): Step {
  if (checked === 0) return { check: 'dnsbl', status: 'error', detail: 'No block list gave an answer.' }
  if (hits.length === 0)
    return {
      check: 'dnsbl',
      status: 'pass',
      detail: `None of ${checked} block lists has the domain or its mail hosts.`,
    }
  const names = [...new Set(hits.map(({ name }) => name))].slice(0, 5).join(', ')
  return { check: 'dnsbl', status: 'warn', detail: `On block lists: ${names}.` }
}

async function hasParkingServers(dns: Pick<DnsClient, 'query'>, domain: string): Promise<boolean | null> {
  const { outcome, records } = await dns.query(domain, 'NS')
  if (outcome === 'found') return records.some(isParkingServer)
  return outcome === 'no_data' || outcome === 'no_name' ? false : null
}

function parkedStep(isParked: boolean | null): Step[] {
  if (isParked !== true) return []
  return [{ check: 'parked', status: 'warn', detail: 'Its name servers are those of somebody who parks domains.' }]
}

function stepOf(check: 'spf' | 'dmarc', isPublished: boolean | null): Step {
  const record = check.toUpperCase()
  if (isPublished === null) return { check, status: 'error', detail: `The ${record} record could not be asked for.` }
  return isPublished
    ? { check, status: 'pass', detail: `The domain publishes a ${record} record.` }
    : { check, status: 'warn', detail: `The domain publishes no ${record} record.` }
}
