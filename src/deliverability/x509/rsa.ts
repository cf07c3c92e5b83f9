import { type DerValue, derTags, membersOf, readFirst } from './der.ts'

/**
 * Bits of the modulus of an RSA key, as SubjectPublicKeyInfo or bare RSAPublicKey (RFC 8017 A.1.1); undefined for others.
 */
export function modulusBits(bytes: Uint8Array): number | undefined {
  const outer = readFirst(bytes)
  const members = membersOf(outer)
  const [first, second] = members
  if (first?.tag === derTags.integer) return members.length === 2 ? bitsOf(first) : undefined
  if (second?.tag !== derTags.bitString) return undefined
  // Skips the byte with the number of unused bits, which is zero.
  const [modulus, exponent] = membersOf(readFirst(second.content.subarray(1)))
  return modulus === undefined || exponent === undefined ? undefined : bitsOf(modulus)
}

function bitsOf({ content, tag }: DerValue): number | undefined {
  if (tag !== derTags.integer || content.length === 0) return undefined
  const lead = content[0] === 0 ? 1 : 0
  return Math.max(0, (content.length - lead - 1) * 8 + (32 - Math.clz32(content[lead] ?? 0)))
}
