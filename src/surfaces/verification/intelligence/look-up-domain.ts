import { isParkingServer, registrableDomain } from '../../../engines/address/index.ts'
import { type Vendor, findVendors, tellingSelectors } from '../../../engines/vendors/index.ts'
import { randomLocal } from '../../../engines/smtp/index.ts'
import type { DnsClient } from '../../../platform/net/index.ts'

/** What DNS says of a domain beyond its mail hosts; a member is undefined where it could not be asked for. */
export interface DomainRecordsFound {
  readonly vendors: readonly Vendor[]
  readonly nameServers: readonly string[] | undefined
  readonly hasSpf: boolean | undefined
  readonly dmarcPolicy: 'reject' | 'quarantine' | 'none' | 'missing' | undefined
  readonly isParked: boolean | undefined
}

type Dns = Pick<DnsClient, 'query'>

/** Asks for the records that tell whose services a domain uses. */
export async function lookUpDomain(dns: Dns, domain: string): Promise<DomainRecordsFound> {
  const registered = registrableDomain(domain)
  const [texts, own, above, nameServers, selectors] = await Promise.all([
    ask(dns, domain, 'TXT'),
    ask(dns, `_dmarc.${domain}`, 'TXT'),
    ask(dns, `_dmarc.${registered}`, 'TXT'),
    ask(dns, registered, 'NS'),
    findSelectors(dns, domain),
  ])
  const dmarc = [...(own ?? []), ...(above ?? [])].find((text) => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(text))
  return {
    vendors: findVendors({
      texts: texts ?? [],
      selectors,
      nameServers: nameServers ?? [],
      ...(dmarc === undefined ? {} : { dmarc }),
    }),
    nameServers: nameServers?.map((host) => host.toLowerCase().replace(/\.$/, '')).toSorted(),
    hasSpf: texts?.some((text) => /^v=spf1(?: |$)/i.test(text)),
    dmarcPolicy:
      dmarc === undefined ? (own === undefined || above === undefined ? undefined : 'missing') : policyOf(dmarc),
    isParked: nameServers?.some(isParkingServer),
  }
}

async function ask(dns: Dns, name: string, type: 'TXT' | 'NS'): Promise<readonly string[] | undefined> {
  const { outcome, records } = await dns.query(name, type)
  if (outcome === 'found') return records
  return outcome === 'no_data' || outcome === 'no_name' ? [] : undefined
}

/** The telling selectors that have a key; none where the domain answers for every name. */
async function findSelectors(dns: Dns, domain: string): Promise<string[]> {
  const random = randomLocal(crypto.getRandomValues(new Uint8Array(20)))
  const has = async (selector: string) => {
    const records = await ask(dns, `${selector}._domainkey.${domain}`, 'TXT')
    return records?.some((text) => /(?:^|;)\s*p\s*=\s*[A-Za-z0-9+/]/.test(text)) === true
  }
  if (await has(random)) return []
  const found = await Promise.all(tellingSelectors.map(async (selector) => ((await has(selector)) ? [selector] : [])))
  return found.flat()
}

function policyOf(dmarc: string): 'reject' | 'quarantine' | 'none' {
  const [, policy = 'none'] = /;\s*p\s*=\s*(reject|quarantine|none)\b/i.exec(dmarc) ?? []
  return policy.toLowerCase() as 'reject' | 'quarantine' | 'none'
}
