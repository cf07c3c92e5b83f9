/** Web Crypto, which Node 18 has only as a module. */
async function webCrypto(): Promise<Crypto> {
  const { crypto } = globalThis as { crypto?: Crypto }
  return crypto ?? (((await import('node:crypto')) as { webcrypto: Crypto | object }).webcrypto as Crypto)
}

export async function hmacSha256(key: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { subtle } = await webCrypto()
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await subtle.sign('HMAC', imported, content))
}

/** In constant time for texts of one length. */
export function isEqual(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Undefined for text that is no base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  return Uint8Array.from(atob(text), (each) => each.charCodeAt(0))
}

/** A random UUID (RFC 9562, version 4). */
export async function randomId(): Promise<string> {
  return (await webCrypto()).randomUUID()
}
