/**
 * HMAC-SHA256 of the UTF-8 text (RFC 2104), base64 with padding. For signing with a key that is shared with another party.
 */
export function macOf(key: Uint8Array, text: string): string {
  return new Bun.CryptoHasher('sha256', key).update(text).digest('base64')
}
