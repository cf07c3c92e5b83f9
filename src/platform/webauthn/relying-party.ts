import { isIP } from 'node:net'

/** The service for authenticators: the host name that a passkey belongs to, and the only origin that may use it. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Undefined for a URL at which browsers offer no passkeys: an IP address, or HTTP on another host than localhost. */
export function relyingPartyOf(url: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined
}
