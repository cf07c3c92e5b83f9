/** 4 or 16 octets. IPv4-mapped IPv6 becomes IPv4. */
export type IpOctets = readonly number[]

/** Undefined if the text is not an IP address. */
export function readIp(text: string): IpOctets | undefined {
  return readFour(text) ?? (text.includes(':') ? readSix(text) : undefined)
}

/** IPv4 without leading zeros. */
export function readFour(text: string): IpOctets | undefined {
  if (!/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text)) return undefined
  return text.split('.').map(Number)
}

function readSix(text: string): IpOctets | undefined {
  // The URL parser normalizes every spelling of an IPv6 address.
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

/** False for different families. */
export function isInNetwork(address: IpOctets, network: IpOctets, prefixBits: number): boolean {
  if (address.length !== network.length) return false
  return network.every((octet, index) => {
    const bits = Math.min(8, Math.max(0, prefixBits - index * 8))
    const mask = (0xff << (8 - bits)) & 0xff
    return (octet & mask) === ((address[index] ?? 0) & mask)
  })
}

/** Octets, or uppercase nibbles, separated by dots, for SPF (RFC 7208 7.3). */
export function dotted(address: IpOctets): string {
  if (address.length === 4) return address.join('.')
  return [...hexadecimal(address).toUpperCase()].join('.')
}

/** Canonical text form (RFC 5952). */
export function readable(address: IpOctets): string {
  if (address.length === 4) return address.join('.')
  const groups = hexadecimal(address).match(/.{4}/g) ?? []
  return URL.parse(`http://[${groups.join(':')}]/`)?.hostname.slice(1, -1) ?? groups.join(':')
}

/** Reversed octets or nibbles separated by dots, for reverse zones and block lists (RFC 5782 2.1, 2.4). */
export function reverseLabels(address: IpOctets): string {
  return address.length === 4 ? address.toReversed().join('.') : [...hexadecimal(address)].toReversed().join('.')
}

/** The name of the PTR record: RFC 1035 3.5, RFC 3596 2.5. */
export function reverseOf(address: IpOctets): string {
  return `${reverseLabels(address)}.${address.length === 4 ? 'in-addr' : 'ip6'}.arpa`
}

function hexadecimal(address: IpOctets): string {
  return address.map((octet) => octet.toString(16).padStart(2, '0')).join('')
}
