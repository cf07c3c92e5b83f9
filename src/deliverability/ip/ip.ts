/** An address as it is compared: 4 octets or 16. IPv4 inside IPv6 is that IPv4. */
export type IpOctets = readonly number[]

/** The octets of an address; undefined for what is none. */
export function readIp(text: string): IpOctets | undefined {
  return readFour(text) ?? (text.includes(':') ? readSix(text) : undefined)
}

/** The octets of an IPv4 address (no leading zeros). */
export function readFour(text: string): IpOctets | undefined {
  if (!/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text)) return undefined
  return text.split('.').map(Number)
}

function readSix(text: string): IpOctets | undefined {
  // The URL parser writes every spelling of an address in one.
  const canonical = /^[0-9a-f:.]+$/i.test(text) ? URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1) : undefined
  if (canonical === undefined) return undefined
  const [left = '', right] = canonical.split('::')
  const groups = (part: string | undefined) => (part === undefined || part === '' ? [] : part.split(':'))
  const [before, after] = [groups(left), groups(right)]
  const zeros = right === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const octets = [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
  const isMapped = octets.slice(0, 10).every((octet) => octet === 0) && octets[10] === 255 && octets[11] === 255
  return isMapped ? octets.slice(12) : octets
}

/** True if an address is in a network; never where they are of different families. */
export function isInNetwork(address: IpOctets, network: IpOctets, prefixBits: number): boolean {
  if (address.length !== network.length) return false
  return network.every((octet, index) => {
    const bits = Math.min(8, Math.max(0, prefixBits - index * 8))
    const mask = (0xff << (8 - bits)) & 0xff
    return (octet & mask) === ((address[index] ?? 0) & mask)
  })
}

/** Octets, or nibbles in capitals, with dots between, as SPF writes addresses (RFC 7208 7.3). */
export function dotted(address: IpOctets): string {
  if (address.length === 4) return address.join('.')
  return [...hexadecimal(address).toUpperCase()].join('.')
}

/** As people write it (RFC 5952). */
export function readable(address: IpOctets): string {
  if (address.length === 4) return address.join('.')
  const groups = hexadecimal(address).match(/.{4}/g) ?? []
  return URL.parse(`http://[${groups.join(':')}]/`)?.hostname.slice(1, -1) ?? groups.join(':')
}

/** Octets or nibbles backwards, with dots between, as reverse zones and block lists have them (RFC 5782 2.1, 2.4). */
export function reverseLabels(address: IpOctets): string {
  return address.length === 4 ? address.toReversed().join('.') : [...hexadecimal(address)].toReversed().join('.')
}

/** The name that an address has its own name under: RFC 1035 3.5, RFC 3596 2.5. */
export function reverseOf(address: IpOctets): string {
  return `${reverseLabels(address)}.${address.length === 4 ? 'in-addr' : 'ip6'}.arpa`
}

function hexadecimal(address: IpOctets): string {
  return address.map((octet) => octet.toString(16).padStart(2, '0')).join('')
}
