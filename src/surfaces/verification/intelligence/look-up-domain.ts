import { type AddressLists, registrableDomain } from '../../../deliverability/address/index.ts'
import { checkDkim } from '../../../deliverability/dkim/index.ts'
import { type DmarcCheck, checkDmarc } from '../../../deliverability/dmarc/index.ts'
import type { CheckState } from '../../../deliverability/findings/index.ts'
import { randomLocal } from '../../../deliverability/smtp/index.ts'
import { type SpfCheck, checkSpf } from '../../../deliverability/spf/index.ts'
import { type Vendor, findVendors, distinctiveSelectors } from '../../../deliverability/vendors/index.ts'
import type { DnsClient } from '../../../platform/net/index.ts'
import { isDomainParked, resolverOf } from '../verifier/index.ts'

/** What DNS says of a domain beyond its mail hosts; a member is undefined where it could not be requested. */
export interface DomainRecordsFound {
  readonly vendors: readonly Vendor[]
  readonly nameServers: readonly string[] | undefined
  /** How its SPF is. */
  readonly spf: Exclude<CheckState, 'unmeasured'> | undefined
  readonly dmarcPolicy: 'reject' | 'quarantine' | 'none' | 'missing' | undefined
  readonly isParked: boolean | undefined
}

type Dns = Pick<DnsClient, 'query'>

/** Requests the records that tell how a domain is set up, and whose services it uses. */
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
    spf: spf.state === 'unmeasured' ? undefined : spf.state,
    dmarcPolicy: policyOf(dmarc),
    isParked: isParked ?? undefined,
  }
}

async function ask(dns: Dns, name: string, type: 'TXT' | 'NS'): Promise<readonly string[] | undefined> {
  const { outcome, records } = await dns.query(name, type)
  if (outcome === 'found') return records
  return outcome === 'no_data' || outcome === 'no_name' ? [] : undefined
}

// Whom a service includes in turn, the domain does not know of; what its own records include, it does.
function includedBy(domain: string, { steps = [] }: SpfCheck): string[] {
  const own = registrableDomain(domain)
  return steps
    .filter((step) => registrableDomain(step.domain) === own)
    .flatMap(({ term }) => /^[+?~-]?(?:include:|redirect=)(\S+)$/i.exec(term)?.[1] ?? [])
}

function policyOf({ policy, state }: DmarcCheck): DomainRecordsFound['dmarcPolicy'] {
  return state === 'unmeasured' ? undefined : (policy ?? 'missing')
}
