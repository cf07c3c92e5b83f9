/** Signed zones, and TLSA records against certificates that a mail host shows. */
import { describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { type DaneHost, checkDane, checkDnssec } from '../../../src/deliverability/dane/index.ts'
import { readCertificate } from '../../../src/deliverability/x509/index.ts'
import { createAuthority, daysFromNow } from '../../support/certificates.ts'
import { type Zone, resolverOf } from '../zone.ts'

describe('a zone', () => {
  const soa = { 'SOA a.test': [{}] }
  const ds = { 'DS a.test': [{}] }
  const cases: [name: string, zone: Zone, authentic: string[], found: string[]][] = [
    ['whose signatures are good', soa, ['SOA a.test'], ['pass']],
    ['without signatures', soa, [], ['none', 'dnssec.none']],
    ['that its parent does not know as signed', { ...soa, 'DNSKEY a.test': [{}] }, [], ['warn', 'dnssec.island']],
    ['asked for at a server that does not validate', { ...soa, ...ds }, [], ['unmeasured', 'dnssec.not_validated']],
    ['that nobody can be asked about', { 'SOA a.test': 'failed' }, [], ['unmeasured', 'dnssec.dns']],
    ['whose signatures are bad', { ...ds, 'SOA a.test': 'failed' }, ['DS a.test'], ['fail', 'dnssec.bogus']],
  ]
  test.each(cases)('%s', async (_name, zone, authentic, found) => {
    const { findings, state } = await checkDnssec('a.test', resolverOf(zone, { authentic }).resolve)
    expect([state, ...findings.map(({ code }) => code)]).toEqual(found)
  })
})

const name = 'mx.a.test'
const key = `TLSA _25._tcp.${name}`
const authority = await createAuthority()
const [good, other, old] = await Promise.all([
  authority.issue([name]),
  authority.issue(['other.test']),
  authority.issue([name], { from: daysFromNow(-20), until: daysFromNow(-1) }),
])
const der = (pem: string) => new Uint8Array(new X509Certificate(pem).raw)
const shownBy = (pem: string) => [
  { der: der(pem), isSignedByNext: true },
  { der: der(authority.ca), isSignedByNext: false },
]
const digest = async (algorithm: string, bytes: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest(algorithm, bytes.slice()))
const hash = async (pem: string, algorithm = 'SHA-256') =>
  digest(algorithm, readCertificate(der(pem))?.keyInfo ?? new Uint8Array())
const tlsa = (usage: number, certificate: Uint8Array, [selector, matchingType] = [1, 1]) => ({
  usage,
  selector,
  matchingType,
  certificate,
})

describe('a mail host', () => {
  const check = async (
    records: unknown,
    {
      authentic = [key],
      hosts,
      signed = true,
    }: {
      authentic?: string[]
      hosts?: DaneHost[]
      signed?: boolean
    } = {},
  ) => {
    const { resolve } = resolverOf(records === undefined ? {} : { [key]: records as never }, { authentic })
    const deps = { resolve, digest, now: Date.now(), areHostsSigned: async () => signed }
    const found = await checkDane(hosts ?? [{ host: name, shown: shownBy(good.cert) }], deps)
    return [found.state, ...found.findings.map(({ code }) => code)]
  }

  test('whose record is the hash of its key is safe', async () => {
    expect(await check([tlsa(3, await hash(good.cert))])).toEqual(['pass'])
    expect(await check([tlsa(3, await hash(good.cert, 'SHA-512'), [1, 2])])).toEqual(['pass'])
    expect(await check([tlsa(3, await digest('SHA-256', der(good.cert)), [0, 1])])).toEqual(['pass'])
    expect(await check([tlsa(3, der(good.cert), [0, 0])])).toEqual(['pass'])
  })
  test('is safe if one of several records matches, as during key rollover', async () => {
    expect(await check([tlsa(3, new Uint8Array(32)), tlsa(3, await hash(good.cert))])).toEqual(['pass'])
  })
  test('whose certificate changed without the record loses mail, and gets the new record', async () => {
    const { resolve } = resolverOf({ [key]: [tlsa(3, new Uint8Array(32))] }, { authentic: [key] })
    const deps = { resolve, digest, now: Date.now(), areHostsSigned: async () => true }
    const found = await checkDane([{ host: name, shown: shownBy(good.cert) }], deps)
    expect(found).toMatchObject({ state: 'fail', findings: [{ code: 'dane.mismatch' }] })
    const value = `3 1 1 ${Buffer.from(await hash(good.cert)).toString('hex')}`
    expect(found.findings[0]?.publish).toEqual({ name: `_25._tcp.${name}`, type: 'TLSA', value })
  })
  test('with a record of a CA needs a valid certificate of its name signed by the CA', async () => {
    const ca = tlsa(2, await hash(authority.ca))
    expect(await check([ca])).toEqual(['pass'])
    for (const pem of [other.cert, old.cert])
      expect(await check([ca], { hosts: [{ host: name, shown: shownBy(pem) }] })).toEqual(['fail', 'dane.mismatch'])
    const [leaf, root] = shownBy(good.cert)
    const unlinked = [{ ...leaf, isSignedByNext: false }, root] as DaneHost['shown']
    expect(await check([ca], { hosts: [{ host: name, shown: unlinked }] })).toEqual(['fail', 'dane.mismatch'])
  })
  test('with a record of its own key needs neither name nor validity period', async () => {
    const hosts = [{ host: name, shown: shownBy(old.cert) }]
    expect(await check([tlsa(3, await hash(old.cert))], { hosts })).toEqual(['pass'])
  })
  test('passes only if records are signed, usable, and present for every host', async () => {
    const fit = [tlsa(3, await hash(good.cert))]
    expect(await check(fit, { authentic: [] })).toEqual(['warn', 'dane.unsigned'])
    expect(await check(fit, { signed: false })).toEqual(['warn', 'dane.hosts_unsigned'])
    expect(await check([tlsa(1, new Uint8Array(32))])).toEqual(['warn', 'dane.usage'])
    expect(await check([tlsa(3, new Uint8Array(31))])).toEqual(['fail', 'dane.garbled', 'dane.mismatch'])
    const hosts = [{ host: name, shown: shownBy(good.cert) }, { host: 'mx2.a.test' }]
    expect(await check(fit, { hosts })).toEqual(['warn', 'dane.partly'])
  })
  test('without a certificate to check is not evaluated; without TLS it loses mail', async () => {
    const fit = [tlsa(3, await hash(good.cert))]
    expect(await check(fit, { hosts: [{ host: name }] })).toEqual(['pass', 'dane.unseen'])
    expect(await check(fit, { hosts: [{ host: name, shown: [] }] })).toEqual(['fail', 'dane.no_tls'])
  })
  test('without records gets the record to publish', async () => {
    expect(await check(undefined)).toEqual(['none', 'dane.none'])
    expect(await check('timeout')).toEqual(['unmeasured', 'dane.dns'])
    expect(await check(undefined, { hosts: [] })).toEqual(['unmeasured', 'dane.no_hosts'])
  })
  test('may return any record', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 0, max: 4 }), async (bytes, usage) => {
        const hosts = [{ host: name, shown: [{ der: bytes, isSignedByNext: true }] }]
        expect(['pass', 'warn', 'fail']).toContain(String((await check([tlsa(usage, bytes)], { hosts }))[0]))
      }),
    )
  })
})
