import { expect, test } from 'bun:test'
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type SealContext, createVault, hashPassword, verifyPassword } from '../../../src/platform/identity/index.ts'

const vault = createVault('one secret')
const context: SealContext = { purpose: 'webhook secret', table: 'webhooks', row: 'whk_1', project: 'prj_1' }
const ringOf = (...secrets: string[]) => createVault({ latest: () => secrets, recent: () => secrets })

test.each(['', 'svc_sk_abc', 'ünïcödé 😀', 'x'.repeat(100_000)])('what is sealed opens again (%#)', (text) => {
  expect(vault.open(vault.seal(text, context), context)).toBe(text)
})

test('sealing twice gives two different values', () => {
  expect(vault.seal('a', context)).not.toBe(vault.seal('a', context))
})

test('another secret opens nothing', () => {
  expect(() => createVault('another secret').open(vault.seal('a', context), context)).toThrow()
})

const elsewhere: [string, Partial<SealContext>][] = [
  ['another row', { row: 'whk_2' }],
  ['another project', { project: 'prj_2' }],
  ['another table', { table: 'connections' }],
  ['another purpose', { purpose: 'plugin secret' }],
  ['texts that only read the same together', { row: 'whk_1","prj_1', project: '' }],
]
test.each(elsewhere)('a sealed value does not open in %s', (_, change) => {
  const sealed = vault.seal('attack at dawn', context)
  expect(() => vault.open(sealed, { ...context, ...change })).toThrow('cannot be opened')
})

test('an altered value does not open, whichever byte changed', () => {
  const sealed = vault.seal('attack at dawn', context)
  const [version, id, text = ''] = sealed.split('.')
  const body = Buffer.from(text, 'base64url')
  for (let at = 0; at < body.length; at++) {
    const altered = Buffer.from(body)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(() => vault.open(`${version}.${id}.${altered.toString('base64url')}`, context)).toThrow()
  }
})

test.each(['', 'v1', 'v1.', 'v2.AAAA', 'v2.AAAA.BBBB', 'v3.a.b', 'nonsense'])('%p does not open', (sealed) => {
  expect(() => vault.open(sealed, context)).toThrow()
})

test('a value says which key it is sealed with, and the secret cannot be read from that', () => {
  const sealed = vault.seal('a', context)
  expect(sealed).toStartWith(`v2.${vault.keyId()}.`)
  expect(vault.keyIdOf(sealed)).toBe(vault.keyId())
  expect(vault.keyId()).toMatch(/^[0-9a-f]{8}$/)
  expect(createVault('another secret').keyId()).not.toBe(vault.keyId())
})

test('what versions without key ids sealed still opens', () => {
  const key = Buffer.from(hkdfSync('sha256', 'one secret', '', 'svc seal v1', 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update('from before', 'utf8'), cipher.final()])
  const old = `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
  expect(vault.open(old, context)).toBe('from before')
  expect(vault.keyIdOf(old)).toBe('v1')
  expect(ringOf('a new secret', 'one secret').open(old, context)).toBe('from before')
})

test('after a rotation both secrets open and verify, and the new one seals and signs', () => {
  const both = ringOf('a new secret', 'one secret')
  const sealed = vault.seal('text', context)
  expect(both.open(sealed, context)).toBe('text')
  expect(both.verify('payload', vault.sign('payload'))).toBe(true)
  expect(both.keyIdOf(both.seal('text', context))).toBe(createVault('a new secret').keyId())
  expect(both.sign('payload')).toBe(createVault('a new secret').sign('payload'))
  expect(vault.verify('payload', both.sign('payload'))).toBe(false)
})

test('a value under a key that is not known yet has the secrets read again', () => {
  let secrets = ['one secret']
  const running = createVault({ latest: () => secrets, recent: () => ['one secret'] })
  secrets = ['a new secret', 'one secret']
  const sealed = ringOf('a new secret').seal('text', context)
  expect(running.open(sealed, context)).toBe('text')
  expect(running.keyIdOf(running.seal('text', context))).toBe(createVault('a new secret').keyId())
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
  expect(await verifyPassword('no account has this password', undefined)).toBe(false)
})
