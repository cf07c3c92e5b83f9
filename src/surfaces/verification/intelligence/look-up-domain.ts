import { type AddressLists, registrableDomain } from '../../../deliverability/address/index.ts'
import { checkDkim } from '../../../deliverability/dkim/index.ts'
import { type DmarcCheck, checkDmarc } from '../../../deliverability/dmarc/index.ts'
import type { CheckState } from '../../../deliverability/findings/index.ts'
import { randomLocal } from '../../../deliverability/smtp/index.ts'
import { type SpfCheck, checkSpf } from '../../../deliverability/spf/index.ts'
import { type Vendor, findVendors, distinctiveSelectors } from '../../../deliverability/vendors/index.ts'
import type { DnsClient } from '../../../platform/net/index.ts'
import { isDomainParked, resolverOf } from '../verifier/index.ts'

/** DNS records other than MX; a member is undefined, or its state `unmeasured`, if its query failed. */
export interface DomainRecordsFound {
  readonly vendors: readonly Vendor[]
  readonly nameServers: readonly string[] | undefined
  readonly spf: { readonly state: CheckState }
  readonly dmarc: Pick<DmarcCheck, 'state' | 'policy'>
  readonly isParked: boolean | undefined
}

type Dns = Pick<DnsClient, 'query'>

/** Queries the records that show the setup of a domain and the services it uses. */
export async function lookUpDomain(
  dns: Dns,
  domain: string,
  lists: Pick<AddressLists, 'isParkingServer'>,
): Promise<DomainRecordsFound> {
  const resolve = resolverOf(dns)
  const random = randomLocal(crypto.getRandomValues(new Uint8Array(20)))
  const [texts, spf, dmarc, nameServers, dkim, isParked] = await Promise.all([
    ask(dns, domain, 'TXT'),
    checkSpf(domain, resolve),
    checkDmarc(domain, { resolve, registrable: registrableDomain }),
    ask(dns, registrableDomain(domain), 'NS'),
    checkDkim(domain, resolve, { given: [], known: distinctiveSelectors, random }),
    isDomainParked(dns, domain, lists),
  ])
  return {
    vendors: findVendors({
      texts: texts ?? [],
      included: includedBy(domain, spf),
      selectors: dkim.keys.filter(({ isRevoked }) => !isRevoked).map(({ selector }) => selector),
      nameServers: nameServers ?? [],
      ...(dmarc.record === undefined ? {} : { dmarc: dmarc.record }),
    }),
    nameServers: nameServers?.map((host) => host.toLowerCase().replace(/\.$/, '')).toSorted(),
    spf,
    dmarc,
    isParked: isParked ?? undefined,
  }
}

async function ask(dns: Dns, name: string, type: 'TXT' | 'NS'): Promise<readonly string[] | undefined> {
  const { outcome, records } = await dns.query(name, type)
  if (outcome === 'found') return records
  return outcome === 'no_data' || outcome === 'no_name' ? [] : undefined
}

// Includes of included records belong to the service, not to this domain.
function includedBy(domain: string, { steps = [] }: SpfCheck): string[] {
  const own = registrableDomain(domain)
  return steps
    .filter((step) => registrableDomain(step.domain) === own)
    .flatMap(({ term }) => /^[+?~-]?(?:include:|redirect=)(\S+)$/i.exec(term)?.[1] ?? [])
}
