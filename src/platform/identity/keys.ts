import { timingSafeEqual } from 'node:crypto'

/** SHA-256 of a credential, hex. Keys hold 192 random bits, so a slow hash would add nothing. */
export function hashKey(key: string): string {
  return Bun.SHA256.hash(key, 'hex')
}

/** True if two hashes are equal, in time that does not depend on where they differ. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
