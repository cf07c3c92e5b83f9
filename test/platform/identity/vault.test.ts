import { expect, test } from 'bun:test'
import { createVault, hashPassword, verifyPassword } from '../../../src/platform/identity/index.ts'

const vault = createVault('one secret')

test.each(['', 'svc_sk_abc', 'ünïcödé 😀', 'x'.repeat(100_000)])('what is sealed opens again (%#)', (text) => {
  expect(vault.open(vault.seal(text))).toBe(text)
})

test('sealing twice gives two different values', () => {
  expect(vault.seal('a')).not.toBe(vault.seal('a'))
})

test('another secret opens nothing', () => {
  expect(() => createVault('another secret').open(vault.seal('a'))).toThrow()
})

test('an altered value does not open, whichever byte changed', () => {
  const sealed = vault.seal('attack at dawn')
  const body = Buffer.from(sealed.slice(3), 'base64url')
  for (let at = 0; at < body.length; at++) {
    const altered = Buffer.from(body)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(() => vault.open(`v1.${altered.toString('base64url')}`)).toThrow()
  }
})

test.each(['', 'v1', 'v1.', 'v2.AAAA', 'nonsense'])('%p does not open', (sealed) => {
  expect(() => vault.open(sealed)).toThrow()
})

test('a signature holds for its payload and secret alone', () => {
  const signature = vault.sign('payload')
  expect(vault.verify('payload', signature)).toBe(true)
  expect(vault.verify('payload2', signature)).toBe(false)
  expect(vault.verify('payload', signature.slice(1))).toBe(false)
  expect(vault.verify('payload', '')).toBe(false)
  expect(createVault('another secret').verify('payload', signature)).toBe(false)
})

test('a password fits its hash and no other does', async () => {
  const hash = await hashPassword('correct horse battery')
  expect(hash).toStartWith('$argon2id$')
  expect(await verifyPassword('correct horse battery', hash)).toBe(true)
  expect(await verifyPassword('correct horse batterx', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
  expect(await verifyPassword('x'.repeat(201), hash)).toBe(false)
  expect(await verifyPassword('correct horse battery', 'not a hash')).toBe(false)
})

test('without an account every password is wrong', async () => {
  expect(await verifyPassword('nobody has this password', undefined)).toBe(false)
})
