/** What lists are asked about: an address or a domain, with the words under which lists have it. */
export interface BlockTarget {
  readonly kind: 'ip' | 'domain'
  readonly family?: 4 | 6
  /** As it is shown. */
  readonly text: string
  /** What stands before the name of the list: octets or nibbles backwards (RFC 5782 2.1, 2.4), or the domain. */
  readonly query: string
}

/** An address or a domain in A-labels as lists have it; undefined for what is neither. IPv4 inside IPv6 is that IPv4. */
export function readTarget(text: string): BlockTarget | undefined {
  const four = readFour(text)
  if (four !== undefined) return four
  if (text.includes(':')) return readSix(text)
  const domain = text.toLowerCase().replace(/\.$/, '')
  const isDomain = /^(?=.{3,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(
    domain,
  )
  return isDomain ? { kind: 'domain', text: domain, query: domain } : undefined
}

function readFour(text: string): BlockTarget | undefined {
  if (!/^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text)) return undefined
  const octets = text.split('.').map(Number)
  return { kind: 'ip', family: 4, text: octets.join('.'), query: octets.toReversed().join('.') }
}

function readSix(text: string): BlockTarget | undefined {
  // The URL parser writes every spelling of an address in one.
  const canonical = /^[0-9a-f:.]+$/i.test(text) ? URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1) : undefined
  if (canonical === undefined) return undefined
  const [left = '', right] = canonical.split('::')
  const groups = (part: string | undefined) => (part === undefined || part === '' ? [] : part.split(':'))
  const [before, after] = [groups(left), groups(right)]
  const zeros = right === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const all = [...before, ...zeros, ...after]
  const [high, low] = [Number.parseInt(all[6] ?? '', 16), Number.parseInt(all[7] ?? '', 16)]
  const isMapped = all.slice(0, 5).every((group) => group === '0') && all[5] === 'ffff'
  if (isMapped) return readFour([high >> 8, high & 255, low >> 8, low & 255].join('.'))
  const nibbles = all.map((group) => group.padStart(4, '0')).join('')
  return { kind: 'ip', family: 6, text: canonical, query: [...nibbles].toReversed().join('.') }
}
