import { describe, expect, test } from 'bun:test'
import { createVault } from '../../../src/platform/identity/index.ts'
import { createSecrets } from '../../../src/surfaces/webhooks/sending/secrets.ts'
import { keyOf, signatureOf } from '../../../src/surfaces/webhooks/sending/signature.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const content = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

describe('a signature', () => {
  test('is the one that Standard Webhooks publishes for its example', () => {
    expect(signatureOf([keyOf(secret)], content)).toBe(signature)
  })
  test('is given for every key, in their order', () => {
    const other = keyOf(`whsec_${btoa('b'.repeat(32))}`)
    const both = signatureOf([other, keyOf(secret)], content).split(' ')
    expect(both).toHaveLength(2)
    expect(both[1]).toBe(signature)
  })
  test('covers the bytes of UTF-8', () => {
    const body = '{"name":"Żółć 🌱"}'
    const bytes = new TextEncoder().encode(`${content.id}.${content.timestamp}.${body}`)
    const expected = new Bun.CryptoHasher('sha256', keyOf(secret)).update(bytes).digest('base64')
    expect(signatureOf([keyOf(secret)], { ...content, body })).toBe(`v1,${expected}`)
  })
  test('needs a secret with its prefix', () => {
    expect(() => keyOf('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toThrow('whsec_')
  })
})

describe('the secrets of a subscription', () => {
  const vault = createVault('a secret of the installation')
  const webhook = { id: 'whk_1', projectId: 'prj_1' }
  const context = { purpose: 'webhook secret', table: 'webhooks', row: webhook.id, project: webhook.projectId } as const
  const stored = (name: string, expiresAt: number | null) => ({
    sealed: vault.seal(`whsec_${btoa(name)}`, context),
    createdAt: 0,
    expiresAt,
  })
  const names = (keys: Uint8Array[]) => keys.map((key) => new TextDecoder().decode(key))

  test('sign newest first, until they expire', () => {
    const secrets = [stored('third', null), stored('second', 2000), stored('first', 1000)]
    const open = createSecrets(vault).keysOf
    expect(names(open({ ...webhook, secrets }, 999))).toEqual(['third', 'second', 'first'])
    expect(names(open({ ...webhook, secrets }, 1000))).toEqual(['third', 'second'])
    expect(names(open({ ...webhook, secrets }, 2000))).toEqual(['third'])
  })
  test('open in the row of their webhook alone, also when they were opened there before', () => {
    const open = createSecrets(vault).keysOf
    const secrets = [stored('mine', null)]
    expect(names(open({ ...webhook, secrets }, 0))).toEqual(['mine'])
    expect(() => open({ ...webhook, id: 'whk_2', secrets }, 0)).toThrow('cannot be opened')
    expect(() => open({ ...webhook, projectId: 'prj_2', secrets }, 0)).toThrow('cannot be opened')
  })
  test('are unsealed once', () => {
    let calls = 0
    const counting = {
      open(...given: Parameters<typeof vault.open>) {
        calls++
        return vault.open(...given)
      },
    }
    const open = createSecrets(counting).keysOf
    const secrets = [stored('only', null)]
    for (let i = 0; i < 100; i++) open({ ...webhook, secrets }, i)
    expect(calls).toBe(1)
  })
})
