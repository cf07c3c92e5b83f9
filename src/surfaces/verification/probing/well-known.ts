import type { DnsClient } from '../../../platform/net/index.ts'

/** Domains of large providers whose mail servers answer everybody who connects. */
const wellKnownDomains = ['gmail.com', 'outlook.com', 'icloud.com']

/** One mail server of a large provider. */
export interface WellKnownHost {
  readonly domain: string
  readonly host: string
  readonly address: string
}

/** The best mail server of each well-known domain with one IP address; those that DNS does not give are left out. */
export async function findWellKnownHosts(dns: Pick<DnsClient, 'query'>): Promise<WellKnownHost[]> {
  const found = await Promise.all(
    wellKnownDomains.map(async (domain) => {
      const { records } = await dns.query(domain, 'MX')
      const [best] = records.toSorted((one, other) => one.preference - other.preference)
      if (best === undefined) return []
      const four = (await dns.query(best.exchange, 'A')).records
      const [address] = four.length > 0 ? four : (await dns.query(best.exchange, 'AAAA')).records
      return address === undefined ? [] : [{ domain, host: best.exchange, address }]
    }),
  )
  return found.flat()
}
