/** The key of a piece of content: the same text has the same key, another text another. 128 bits of SHA-256, base64url. */
export function contentKey(text: string): string {
  return Buffer.from(Bun.SHA256.hash(text).buffer, 0, 16).toString('base64url')
}
