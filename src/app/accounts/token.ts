import { createHash } from 'node:crypto'

/** A new bearer token of 256 random bits, safe in addresses and cookies. */
export function createToken(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** What storage keeps of a token. A plain hash is enough: nobody can guess 256 bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
