import { describe, expect, test } from 'bun:test'
import { createTotpSecret, matchTotp, totpAt, totpUri } from '../../../src/platform/identity/index.ts'

// The ASCII secret of the RFC, in base32.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes of authenticator apps', () => {
  // RFC 6238 appendix B, SHA-1; the last six of its eight digits.
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    test(`at ${seconds} s it is ${code}`, () => {
      expect(totpAt(secret, seconds * 1000)).toBe(code)
    })

  test('a code is accepted one step early or late, and never before a used one', () => {
    const at = (seconds: number) => ({ nowMs: seconds * 1000, after: 0 })
    const code = totpAt(secret, 90_000)
    const steps = [30, 60, 90, 119, 120, 149, 150, 180].map((seconds) => matchTotp(secret, code, at(seconds)))
    expect(steps).toEqual([undefined, 3, 3, 3, 3, 3, undefined, undefined])
    expect(matchTotp(secret, code, { nowMs: 90_000, after: 3 })).toBeUndefined()
    for (const wrong of ['', code.slice(1), `${code}0`, 'abcdef', '١٢٣٤٥٦'])
      expect(matchTotp(secret, wrong, at(90))).toBeUndefined()
  })

  test('secrets are 160 random bits, and the URI names issuer and account', () => {
    const secrets = new Set(Array.from({ length: 1000 }, createTotpSecret))
    expect(secrets.size).toBe(1000)
    for (const each of secrets) expect(each).toMatch(/^[A-Z2-7]{32}$/)
    expect(totpUri('ABC', { issuer: 'svc.test:3009', account: 'ada+1@example.com' })).toBe(
      'otpauth://totp/svc.test%3A3009:ada%2B1%40example.com?secret=ABC&issuer=svc.test%3A3009',
    )
  })
})
