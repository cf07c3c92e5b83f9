import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Seals what must be stored and read again, and signs what leaves the house and comes back. */
export type Vault = {
  /** Encrypts a secret for storage (AES-256-GCM, a fresh nonce each time). */
  seal(text: string): string
  /** Decrypts what `seal` wrote; throws when it was altered or sealed with another secret. */
  open(sealed: string): string
  /** HMAC-SHA256 of the payload, base64url. */
  sign(payload: string): string
  /** Whether `sign` would give this signature; takes the same time for every wrong one. */
  verify(payload: string, signature: string): boolean
}

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/** A vault whose two keys are derived from the installation's secret (HKDF-SHA256, RFC 5869), one per purpose. */
export function createVault(secret: string): Vault {
  const sealKey = deriveKey(secret, 'svc seal v1')
  const signKey = deriveKey(secret, 'svc sign v1')
  const sign = (payload: string) => createHmac('sha256', signKey).update(payload).digest('base64url')
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed) {
      const [found, body = ''] = sealed.split('.')
      const bytes = Buffer.from(body, 'base64url')
      if (found !== version || bytes.length < nonceBytes + tagBytes) throw new Error('A sealed value cannot be read')
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
      return text.toString('utf8')
    },
    sign,
    verify(payload, signature) {
      const expected = Buffer.from(sign(payload))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
