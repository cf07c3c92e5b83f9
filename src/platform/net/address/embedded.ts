import { type Address } from './address.ts'
import { contains, parseNetwork } from './network.ts'

type Decode = (value: bigint) => bigint

const low: Decode = (value) => value & 0xffffffffn

/** Every form in which an IPv6 address embeds an IPv4 address, with the position of its 32 bits. */
const forms: readonly { network: ReturnType<typeof parseNetwork>; decode: Decode }[] = [
  { network: parseNetwork('::ffff:0:0/96'), decode: low }, // IPv4-mapped, RFC 4291 2.5.5.2
  { network: parseNetwork('::ffff:0:0:0/96'), decode: low }, // IPv4-translated, RFC 2765 2.1
  { network: parseNetwork('::/96'), decode: low }, // IPv4-compatible, RFC 4291 2.5.5.1
  { network: parseNetwork('64:ff9b::/96'), decode: low }, // NAT64, RFC 6052 2.1
  { network: parseNetwork('64:ff9b:1::/48'), decode: localTranslation }, // RFC 8215
  { network: parseNetwork('2002::/16'), decode: (value) => low(value >> 80n) }, // 6to4, RFC 3056 2
  { network: parseNetwork('2001::/32'), decode: (value) => low(value) ^ 0xffffffffn }, // Teredo client, RFC 4380 4
  { network: parseNetwork('2001::/32'), decode: (value) => low(value >> 64n) }, // Teredo server, RFC 4380 4
]

/** The IPv4 addresses that an IPv6 address may be translated to; empty for a plain IPv6 or an IPv4 address. */
export function embeddedAddresses(address: Address): Address[] {
  if (address.family === 4 || address.value <= 1n) return []
  const found = forms.filter(({ network }) => contains(network, address)).map(({ decode }) => decode(address.value))
  // ISATAP, RFC 5214 6.1: the interface identifier is 0000:5efe or 0200:5efe, then the IPv4 address.
  const identifier = (address.value >> 32n) & 0xffffffffn
  if (identifier === 0x5efen || identifier === 0x02005efen) found.push(low(address.value))
  return found.map((value) => ({ family: 4, value }))
}

// RFC 6052 2.2: with a prefix of 48 bits the IPv4 address is split by the zero octet 8, and zeros follow it.
function localTranslation(value: bigint): bigint {
  if ((value & 0xffffffffffn) !== 0n) return low(value)
  return (((value >> 64n) & 0xffffn) << 16n) | ((value >> 40n) & 0xffffn)
}
