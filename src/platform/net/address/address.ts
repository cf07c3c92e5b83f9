import { isIP } from 'node:net'

/** An IP address as a number of 32 or 128 bits. */
export interface Address {
  readonly family: 4 | 6
  readonly value: bigint
}

/** The address that a text spells in its plain form (dotted IPv4, RFC 4291 IPv6 without a zone); undefined otherwise. */
export function parseAddress(text: string): Address | undefined {
  const family = text.includes('%') ? 0 : isIP(text)
  if (family === 4) return { family, value: BigInt(wordOf(text)) }
  if (family === 6) return { family, value: parseSix(text) }
  return undefined
}

/** One spelling for each address: IPv4 dotted, IPv4-mapped IPv6 as that IPv4, IPv6 as eight hexadecimal groups. */
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
