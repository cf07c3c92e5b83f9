import { readIp, readable, reverseLabels } from '../ip/index.ts'

/** The queried IP address, domain or mailbox. */
export interface BlockTarget {
  readonly kind: 'ip' | 'domain' | 'email'
  readonly family?: 4 | 6
  /** For display. */
  readonly text: string
  /**
   * The labels before the name of the list: reversed octets or nibbles (RFC 5782 2.1, 2.4), or the domain; a mailbox before
   * it is hashed.
   */
  readonly query: string
}

/** Undefined if the text is neither an IP address nor a domain. IPv4-mapped IPv6 becomes IPv4. */
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
