import { describe, expect, test } from 'bun:test'
import { excerptOf } from '../../../src/surfaces/webhooks/sending/attempt.ts'
import { failureOfKind, failureOfStatus } from '../../../src/surfaces/webhooks/sending/failure.ts'
import { requestedDelayMs, maxAttempts, retryDelaysMs } from '../../../src/surfaces/webhooks/sending/schedule.ts'

const hourMs = 3_600_000
const now = Date.parse('2026-11-21T10:00:00.000Z')

describe('the schedule', () => {
  test('has ten attempts over 75 hours, 35 minutes and 5 seconds', () => {
    expect(maxAttempts).toBe(10)
    expect(retryDelaysMs.reduce((sum, delay) => sum + delay, 0)).toBe(75 * hourMs + 35 * 60_000 + 5000)
  })
})

describe('Retry-After', () => {
  const asked: [status: number, value: string | undefined, delayMs: number | undefined][] = [
    [429, '120', 120_000],
    [503, '120', 120_000],
    [429, ' 0 ', 0],
    [503, 'Sat, 21 Nov 2026 10:01:30 GMT', 90_000],
    [503, 'Saturday, 21-Nov-26 10:01:30 GMT', 90_000],
    [503, 'Sat, 21 Nov 2026 09:00:00 GMT', 0],
    [429, '999999', 24 * hourMs],
    [429, 'Wed, 21 Nov 2096 10:00:00 GMT', 24 * hourMs],
    [500, '120', undefined],
    [200, '120', undefined],
    [429, undefined, undefined],
    [429, '', undefined],
    [429, '-5', undefined],
    [429, '1.5', undefined],
    [429, '1e3', undefined],
    [429, 'soon', undefined],
    [429, 'Sat, whenever', undefined],
  ]
  for (const [status, value, delayMs] of asked) {
    test(`${status} with ${JSON.stringify(value)} asks for ${delayMs}`, () =>
      expect(requestedDelayMs(status, value, now)).toBe(delayMs as number))
  }
})

describe('an answer', () => {
  const kinds: [number, string | undefined][] = [
    [200, undefined],
    [204, undefined],
    [299, undefined],
    [301, 'http_3xx'],
    [304, 'http_3xx'],
    [400, 'http_4xx'],
    [410, 'http_4xx'],
    [500, 'http_5xx'],
    [599, 'http_5xx'],
    [101, 'protocol'],
    [600, 'protocol'],
    [999, 'protocol'],
  ]
  for (const [status, kind] of kinds) {
    test(`${status} is ${kind ?? 'a success'}`, () => expect(failureOfStatus(status)).toBe(kind as never))
  }
  test('that never came is named after what kept it', () => {
    const named = ['dns', 'tls', 'timeout', 'invalid_url', 'aborted', 'whatever'].map(failureOfKind)
    expect(named).toEqual(['dns', 'tls', 'timeout', 'blocked_address', 'internal', 'internal'])
  })
})

describe('the excerpt of an answer', () => {
  const excerpt = (text: string, encoding?: string) => excerptOf(new TextEncoder().encode(text), encoding)
  test('is its text without control characters', () => {
    expect(excerpt('no\u0000thing\r\n\tfound\u001b[31m\u2028')).toBe('no thing\r\n\tfound [31m')
  })
  test('is at most a kilobyte, and never ends inside a character', () => {
    expect(excerpt('x'.repeat(5000))).toHaveLength(1024)
    const cut = excerpt('€'.repeat(1000)) ?? ''
    expect(cut).toBe('€'.repeat(341))
    const broken = excerptOf(
      new Uint8Array([...new TextEncoder().encode('y'.repeat(1000)), ...new Uint8Array(24).fill(0xff)]),
      undefined,
    )
    expect(new TextEncoder().encode(broken ?? '').length).toBeLessThanOrEqual(1024)
  })
  test('is left out when it is empty, compressed or no text', () => {
    expect(excerpt('')).toBeUndefined()
    expect(excerpt('  \n ')).toBeUndefined()
    expect(excerpt('text', 'gzip')).toBeUndefined()
    expect(excerptOf(crypto.getRandomValues(new Uint8Array(600)), undefined)).toBeUndefined()
  })
})
