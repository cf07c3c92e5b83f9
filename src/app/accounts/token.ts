import { createHash } from 'node:crypto'

/** A bearer token of 256 random bits, safe in URLs and cookies. */
export function createToken(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** The stored form of a token. A plain hash is enough for 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
