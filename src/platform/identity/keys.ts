import { timingSafeEqual } from 'node:crypto'

/** SHA-256 of a credential, hex. Keys have 192 random bits, so a slow hash would add no security. */
export function hashKey(key: string): string {
  return Bun.SHA256.hash(key, 'hex')
}

/** Constant-time comparison. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
