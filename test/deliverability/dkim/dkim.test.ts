import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkDkim, readKey } from '../../../src/deliverability/dkim/index.ts'
import { type Zone, resolverOf } from '../zone.ts'

async function publicKey(bits: number): Promise<string> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: bits,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: 'SHA-256',
  }
  const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return Buffer.from(await crypto.subtle.exportKey('spki', publicKey)).toString('base64')
}

const [strong, weak] = await Promise.all([publicKey(2048), publicKey(1024)])
const record = (p: string, more = '') => `v=DKIM1; k=rsa; ${more}p=${p}`
const codes = (text: string) => readKey(text, 's1').findings.map(({ code }) => code)

describe('a key', () => {
  test('of RSA has its length', () => {
    expect(readKey(record(strong), 's1')).toEqual({ type: 'rsa', bits: 2048, isRevoked: false, findings: [] })
    expect(readKey(record(weak), 's1')).toMatchObject({
      bits: 1024,
      findings: [{ code: 'dkim.weak', severity: 'warning' }],
    })
    expect(readKey(record(`${strong.slice(0, 100)} ${strong.slice(100)}`), 's1').bits).toBe(2048)
    // A bare RSAPublicKey, as some publish it, is what stands inside.
    expect(readKey(record(Buffer.from(strong, 'base64').subarray(24).toString('base64')), 's1').bits).toBe(2048)
  })
  test('of Ed25519 has 32 bytes', () => {
    const p = Buffer.alloc(32, 7).toString('base64')
    expect(readKey(`v=DKIM1; k=ed25519; p=${p}`, 's1')).toMatchObject({ type: 'ed25519', findings: [] })
    expect(codes(`k=ed25519; p=${p.slice(4)}`)).toEqual(['dkim.garbled'])
  })
  const cases: [text: string, code: string][] = [
    ['v=DKIM1; p=', 'dkim.revoked'],
    [record(strong, 't=y; '), 'dkim.testing'],
    [record(strong, 'h=sha1; '), 'dkim.sha1'],
    [record(strong, 's=tlsrpt; '), 'dkim.service'],
    [`v=DKIM2; p=${strong}`, 'dkim.version'],
    [record('not base64!'), 'dkim.garbled'],
    [record('AAAA'), 'dkim.garbled'],
    [`k=dsa; p=${strong}`, 'dkim.kind'],
  ]
  test.each(cases)('“%.30s…” has %s', (text, code) => expect(codes(text)).toEqual([code]))
  test('may have any content', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
        expect(() => readKey(record(Buffer.from(bytes).toString('base64')), 'x')).not.toThrow(),
      ),
    )
    fc.assert(fc.property(fc.string(), (text) => expect(() => readKey(text, 'x')).not.toThrow()))
  })
})

describe('a domain', () => {
  const check = (zone: Zone, given: string[] = []) =>
    checkDkim('a.test', resolverOf(zone).resolve, { given, random: 'qxz' })

  test('has the keys of common selectors and of the given ones', async () => {
    const found = await check(
      { 'TXT google._domainkey.a.test': [record(strong)], 'TXT mine._domainkey.a.test': [record(weak)] },
      ['Mine'],
    )
    expect(found).toMatchObject({
      state: 'warn',
      keys: [
        { selector: 'mine', bits: 1024 },
        { selector: 'google', bits: 2048 },
      ],
    })
    expect(found.tried).toBeGreaterThan(200)
  })
  test('without a key is not scored, because selectors cannot be listed', async () => {
    expect(await check({})).toMatchObject({ state: 'unmeasured', findings: [{ code: 'dkim.not_found' }], keys: [] })
  })
  test('with a wildcard has only the keys of given selectors', async () => {
    const zone = { 'TXT qxz._domainkey.a.test': [record(strong)], 'TXT google._domainkey.a.test': [record(strong)] }
    expect(await check(zone)).toMatchObject({ state: 'unmeasured', findings: [{ code: 'dkim.wildcard' }] })
    expect(await check({ ...zone, 'TXT mine._domainkey.a.test': [record(strong)] }, ['mine'])).toMatchObject({
      state: 'pass',
      tried: 1,
    })
  })
  test('with a broken key and a working one gets a warning, no failure', async () => {
    const broken = { 'TXT k1._domainkey.a.test': [record('AAAA')] }
    expect((await check(broken)).state).toBe('fail')
    expect((await check({ ...broken, 'TXT google._domainkey.a.test': [record(strong)] })).state).toBe('warn')
  })
  test('whose name servers fail is given up quickly', async () => {
    let asked = 0
    const resolve = (async () => (asked++, { outcome: 'timeout', records: [], isAuthentic: false })) as never
    expect((await checkDkim('a.test', resolve, { given: [], random: 'qxz' })).findings[0]?.code).toBe('dkim.dns')
    expect(asked).toBeLessThan(50)
  })
})
