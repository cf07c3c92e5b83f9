import { registrableDomain } from '../../../deliverability/address/index.ts'
import { assessTrust } from '../../../deliverability/vendors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { DnsClient } from '../../../platform/net/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { reserve, reserving, settle, settling } from '../credits/index.ts'
import {
  type BlockLists,
  type Verifier,
  addressesOfMail,
  queryBlockLists,
  isListed,
  presentAge,
  presentHit,
  worstSeverity,
} from '../verifier/index.ts'
import type { DomainIntelligence } from './domain-contract.ts'
import { lookUpDomain } from './look-up-domain.ts'
import type { DomainSources } from '../domain-sources/index.ts'

export interface DomainDeps {
  readonly store: Store
  readonly dns: Pick<DnsClient, 'query'>
  readonly verifier: Pick<Verifier, 'findMail' | 'lists'>
  readonly blockLists: BlockLists
  readonly domainSources: DomainSources
}

/**
 * Queries DNS, block lists and the registry for a domain, given in A-labels. Costs one credit, released if DNS does not
 * respond. INSUFFICIENT_CREDITS before any query is sent.
 */
export async function describeDomainFor(
  parts: DomainDeps,
  caller: Caller,
  domain: string,
): Promise<{ intelligence: DomainIntelligence; remaining: number | null }> {
  const { store } = parts
  const hold = await store.tx((db) => reserve(db, caller, { operation: 'domain_intel', credits: 1 }), reserving)
  let charged = 0
  try {
    const intelligence = await describe(parts, domain)
    charged = intelligence.credits_used
    const ended = await store.tx((db) => settle(db, hold.id, { charged }), settling)
    return { intelligence, remaining: ended?.remaining ?? hold.remaining }
  } catch (error) {
    await store.tx((db) => settle(db, hold.id, { charged: 0 }), settling)
    throw error
  }
}

async function describe(parts: DomainDeps, domain: string): Promise<DomainIntelligence> {
  const { blockLists, dns, domainSources, verifier } = parts
  const registered = registrableDomain(domain)
  const lists = await verifier.lists()
  const [mx, records, listings, registry] = await Promise.all([
    verifier.findMail(domain),
    lookUpDomain(dns, domain, lists),
    addressesOfMail(dns, domain).then((addresses) => queryBlockLists(blockLists, registered, addresses)),
    domainSources.registration(registered),
  ])
  const isMxKnown = mx.outcome !== 'servfail' && mx.outcome !== 'timeout'
  const { registeredAt } = registry.value ?? {}
  const ageDays = registeredAt === undefined ? undefined : Math.floor((Date.now() - registeredAt) / 86_400_000)
  const worst = worstSeverity(listings.hits.filter(({ of }) => of === 'domain'))
  const { dmarc, isParked, nameServers, spf, vendors } = records
  const isDisposable = lists.isDisposable(domain, mx.provider?.category === 'disposable')
  const trust = assessTrust({
    isDisposable,
    ...(isMxKnown ? { exists: mx.outcome !== 'domain_not_found', acceptsMail: mx.hosts.length > 0 } : {}),
    ...(spf.state === 'unmeasured' ? {} : { spf: spf.state }),
    ...(dmarc.state === 'unmeasured' ? {} : { dmarcPolicy: dmarc.policy ?? 'missing' }),
    ...(isParked === undefined ? {} : { isParked: isParked || mx.provider?.category === 'parked' }),
    ...(ageDays === undefined ? {} : { ageDays }),
    ...(listings.checked === 0 ? {} : { listed: worst === undefined || worst === 'info' ? 'no' : worst }),
  })
  const sources: [name: 'mx' | 'txt' | 'dmarc' | 'ns' | 'dnsbl' | 'registry', isKnown: boolean][] = [
    ['mx', isMxKnown],
    ['txt', spf.state !== 'unmeasured'],
    ['dmarc', dmarc.state !== 'unmeasured'],
    ['ns', nameServers !== undefined],
    ['dnsbl', listings.checked > 0],
    ['registry', registry.reached],
  ]
  const isMeasured = isMxKnown || spf.state !== 'unmeasured' || nameServers !== undefined
  return {
    domain,
    mx: {
      outcome: mx.outcome,
      records: mx.records.map((record) => ({ ...record })),
      ...(mx.provider === undefined ? {} : { provider: { name: mx.provider.name, category: mx.provider.category } }),
    },
    vendors: vendors.map((vendor) => ({ ...vendor })),
    name_servers: nameServers === undefined ? null : [...nameServers],
    parked: isParked ?? null,
    disposable: isDisposable,
    free: lists.isFree(domain),
    age: presentAge(ageDays ?? null),
    infrastructure: {
      spf: { state: spf.state },
      dmarc: { state: dmarc.state, ...(dmarc.policy === undefined ? {} : { policy: dmarc.policy }) },
    },
    dnsbl: {
      listed: isListed(listings),
      checked: listings.checked,
      hits: listings.hits.map(presentHit),
    },
    trust: { ...trust, breakdown: trust.breakdown.map((term) => ({ ...term })) },
    unasked: sources.flatMap(([name, isKnown]) => (isKnown ? [] : [name])),
    credits_used: isMeasured ? 1 : 0,
  }
}
