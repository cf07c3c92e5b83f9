import { readIp, readable, reverseLabels } from '../ip/index.ts'

/** What lists are queried about: an address, a domain or a mailbox, with the words under which lists have it. */
export interface BlockTarget {
  readonly kind: 'ip' | 'domain' | 'email'
  readonly family?: 4 | 6
  /** As it is shown. */
  readonly text: string
  /** What precedes the name of the list: octets or nibbles backwards (RFC 5782 2.1, 2.4), or the domain; a mailbox, before it is hashed. */
  readonly query: string
}

/** An address or a domain in A-labels as lists have it; undefined for what is neither. IPv4 inside IPv6 is that IPv4. */
export function readTarget(text: string): BlockTarget | undefined {
  const ip = readIp(text)
  if (ip !== undefined)
    return { kind: 'ip', family: ip.length === 4 ? 4 : 6, text: readable(ip), query: reverseLabels(ip) }
  const domain = text.toLowerCase().replace(/\.$/, '')
  const isDomain = /^(?=.{3,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(
    domain,
  )
  return isDomain ? { kind: 'domain', text: domain, query: domain } : undefined
}
