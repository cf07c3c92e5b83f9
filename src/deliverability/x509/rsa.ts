import { type DerValue, derTags, membersOf, readFirst } from './der.ts'

/** Bits of the modulus of an RSA key, a SubjectPublicKeyInfo or a bare RSAPublicKey (RFC 8017 A.1.1); undefined for none. */
export function modulusBits(bytes: Uint8Array): number | undefined {
  const outer = readFirst(bytes)
  const members = membersOf(outer)
  const [first, second] = members
  if (first?.tag === derTags.integer) return members.length === 2 ? bitsOf(first) : undefined
  if (second?.tag !== derTags.bitString) return undefined
  // Unused bits of the last byte: none.
  const [modulus, exponent] = membersOf(readFirst(second.content.subarray(1)))
  return modulus === undefined || exponent === undefined ? undefined : bitsOf(modulus)
}

function bitsOf({ content, tag }: DerValue): number | undefined {
  if (tag !== derTags.integer || content.length === 0) return undefined
  const lead = content[0] === 0 ? 1 : 0
  return Math.max(0, (content.length - lead - 1) * 8 + (32 - Math.clz32(content[lead] ?? 0)))
}
