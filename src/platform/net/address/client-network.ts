import { canonicalAddress, parseAddress } from './address.ts'

/**
 * The rate limit key of a client: its IPv4 address, also from an IPv4-mapped one, or the /64 of an IPv6 address, the
 * smallest network of a subscriber (RFC 6177). Text that is no IP address is its own key.
 */
export function clientNetwork(address: string): string {
  const parsed = parseAddress(address.split('%', 1)[0] ?? '')
  if (parsed === undefined) return address
  const { family, value } = canonicalAddress(parsed)
  return family === 4 ? `4 ${value.toString(16)}` : `6 ${(value >> 64n).toString(16)}`
}
