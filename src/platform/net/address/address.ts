import { isIP } from 'node:net'

/** An IP address as an integer of 32 or 128 bits. */
export interface Address {
  readonly family: 4 | 6
  readonly value: bigint
}

/** Parses the plain form of an IP address (dotted IPv4, RFC 4291 IPv6 without a zone); undefined for other text. */
export function parseAddress(text: string): Address | undefined {
  const family = text.includes('%') ? 0 : isIP(text)
  if (family === 4) return { family, value: BigInt(wordOf(text)) }
  if (family === 6) return { family, value: parseSix(text) }
  return undefined
}

/** Normalizes an IP address: IPv4-mapped IPv6 becomes that IPv4. */
export function canonicalAddress(address: Address): Address {
  const isMapped = address.family === 6 && address.value >> 32n === 0xffffn
  return isMapped ? { family: 4, value: address.value & 0xffffffffn } : address
}

function wordOf(dotted: string): number {
  return dotted.split('.').reduce((word, part) => word * 256 + Number(part), 0)
}

function parseSix(text: string): bigint {
  const last = text.slice(text.lastIndexOf(':') + 1)
  const dotted = last.slice(1, -1).includes('.') ? last : undefined
  const word = dotted === undefined ? 0 : wordOf(dotted)
  const plain =
    dotted === undefined
      ? text
      : `${text.slice(0, -dotted.length)}${Math.floor(word / 65_536).toString(16)}:${(word % 65_536).toString(16)}`
  const [left = '', right] = plain.split('::')
  const groups = (part: string | undefined) => (part === undefined || part === '' ? [] : part.split(':'))
  const [before, after] = [groups(left), groups(right)]
  const missing = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...missing, ...after].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}
