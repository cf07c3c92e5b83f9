/** A content hash: the first 128 bits of SHA-256, base64url. */
export function contentKey(text: string): string {
  return Buffer.from(Bun.SHA256.hash(text).buffer, 0, 16).toString('base64url')
}
