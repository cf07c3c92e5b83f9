/** Codes of authenticator apps: TOTP (RFC 6238) with the parameters that every app supports: SHA-1, 30 seconds, 6 digits. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const digits = 6
// RFC 4648 section 6.
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits (RFC 4226 section 4, R6), base32. */
export function createTotpSecret(): string {
  // 32 values divide 256, so that each character is equally likely.
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => base32[byte % 32]).join('')
}

/** The URI that apps read (Google Authenticator wiki, “Key Uri Format”). */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

/** The code at a Unix time in milliseconds. */
export function totpAt(secret: string, nowMs: number): string {
  return codeOf(secret, Math.floor(nowMs / stepMs))
}

/**
 * The step of a code that is valid now, or one step earlier or later (RFC 6238 section 5.2), and was not used: steps up to
 * `after` are not accepted. Undefined for any other code.
 */
export function matchTotp(
  secret: string,
  code: string,
  { nowMs, after }: { nowMs: number; after: number },
): number | undefined {
  const given = Buffer.from(code)
  const now = Math.floor(nowMs / stepMs)
  return [now - 1, now, now + 1].find((step) => {
    const expected = Buffer.from(codeOf(secret, step))
    return given.length === expected.length && timingSafeEqual(given, expected) && step > after
  })
}

// RFC 4226 section 5.3.
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (character) => base32.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}
