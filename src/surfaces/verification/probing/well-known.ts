import type { DnsClient } from '../../../platform/net/index.ts'

/** Domains of large providers whose mail servers respond to every client. */
const wellKnownDomains = ['gmail.com', 'outlook.com', 'icloud.com']

export interface WellKnownHost {
  readonly domain: string
  readonly host: string
  readonly address: string
}

/** The preferred mail server of each well-known domain, with one IP address; omits those that DNS does not resolve. */
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
