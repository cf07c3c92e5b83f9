import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../src/kernel/errors/index.ts'
import { checkPassword } from '../../../src/surfaces/projects/index.ts'

const email = 'ada.lovelace@example.com'

function refusal(password: string): string | undefined {
  try {
    checkPassword(password, email)
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    expect(error.apiCode).toBe('VALIDATION_FAILED')
    expect(error.context.issues?.[0]?.path).toBe('/password')
    return error.context.issues?.[0]?.message
  }
}

describe('a console password', () => {
  const accepted = [
    'twelve chars',
    'no digits or capitals needed here',
    'ключ от старого замка',
    'パスワードはとても長い文です',
    '🦊🐢🦉🐙🦋🐝🌵🍄🌊🔥⚡🪐',
    'x1y2z3'.repeat(33),
    'passwords are a nuisance',
  ]
  for (const password of accepted) {
    test(`may be ${JSON.stringify(password.slice(0, 30))}`, () => expect(refusal(password)).toBeUndefined())
  }

  const refused: [password: string, why: string][] = [
    ['', 'at least 12'],
    ['eleven chrs', 'at least 12'],
    ['🦊🐢🦉🐙🦋🐝', 'at least 12'],
    ['abc4'.repeat(51), 'at most 200'],
    [email, 'email address'],
    [email.toUpperCase(), 'email address'],
    ['Password123456', 'most common'],
    ['P a s s w o r d 1234!', 'most common'],
    ['iloveyouforever', 'most common'],
    ['qwertyuiop2026', 'most common'],
    ['aaaaaaaaaaaaaaa', 'pattern'],
    ['ababababababab', 'pattern'],
    ['1234567890123456', 'pattern'],
    ['abcdefghijklmnop', 'pattern'],
    ['9876543210987', 'pattern'],
    ['broken \ud800 surrogate', 'invalid character'],
  ]
  for (const [password, why] of refused) {
    test(`is refused as ${JSON.stringify(password.slice(0, 30))}: ${why}`, () =>
      expect(refusal(password)).toContain(why))
  }

  test('is the same however the keyboard spells its letters', () => {
    expect(checkPassword('cafe\u0301 au lait \ufb01n', email)).toBe(checkPassword('caf\u00e9 au lait fin', email))
  })
})
