/** Mail hosts: whether they are there and whose they are, what their addresses are called, and how they encrypt. */
import { describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import type { ResolveRecords } from '../../../src/deliverability/findings/index.ts'
import {
  type TlsAnswer,
  checkMx,
  checkPtr,
  checkTls,
  confirmName,
} from '../../../src/deliverability/mail-hosts/index.ts'
import type { MxFinding } from '../../../src/deliverability/mx/index.ts'
import { createAuthority, daysFromNow, selfSigned } from '../../support/certificates.ts'
import { type Zone, resolverOf } from '../zone.ts'

const registrable = (name: string) => name.split('.').slice(-2).join('.')
const finding = (
  outcome: MxFinding['outcome'],
  named: string[],
  addresses = ['192.0.2.1', '192.0.2.2'],
): MxFinding => ({
  outcome,
  records: named.map((host, index) => ({ host, preference: index })),
  hosts: named.map((host, index) => ({ host, preference: index, addresses })),
  notes: [],
})

describe('mail hosts', () => {
  const notify = async (mx: MxFinding, zone: Zone, resolve: ResolveRecords = resolverOf(zone).resolve) => {
    const { findings, state } = await checkMx('a.test', mx, { resolve, registrable })
    return [state, ...findings.map(({ code }) => code)]
  }
  const there = { 'A mx.a.test': ['192.0.2.1'], 'SOA a.test': [{}], 'SOA b.test': [{}] }
  const cases: [name: string, notified: string[], mx: MxFinding, zone: Zone][] = [
    ['that are there', ['pass'], finding('found', ['mx.a.test']), there],
    ['of one address alone', ['pass', 'mx.single'], finding('found', ['mx.a.test'], ['192.0.2.1']), there],
    ['one of which is gone', ['warn', 'mx.dangling'], finding('found', ['mx.a.test', 'mx.b.test']), there],
    [
      'one of which anybody may register',
      ['fail', 'mx.takeover'],
      finding('found', ['mx.a.test', 'mx.lost.test']),
      there,
    ],
    ['that are numbers', ['fail', 'mx.literal'], finding('found', ['mx.a.test', '192.0.2.1']), there],
    [
      'that cannot be asked for',
      ['pass'],
      finding('found', ['mx.a.test', 'mx.c.test']),
      { ...there, 'A mx.c.test': 'timeout' },
    ],
    ['none of which is there', ['fail', 'mx.dangling', 'mx.none'], finding('no_mx', ['mx.b.test']), there],
    ['that nobody outside reaches', ['fail', 'mx.private'], finding('private', ['mx.a.test']), there],
    ['that the domain denies', ['pass', 'mx.null'], finding('null_mx', []), {}],
    ['that are the domain itself', ['warn', 'mx.implicit'], finding('implicit', []), {}],
    ['of a domain that is not there', ['fail', 'mx.no_domain'], finding('domain_not_found', []), {}],
    ['nobody can say', ['unmeasured', 'mx.dns'], finding('timeout', []), {}],
  ]
  test.each(cases)('%s', async (_name, notified, mx, zone) => expect(await notify(mx, zone)).toEqual(notified))
  test('behind aliases are reported with the target of the alias', async () => {
    const aliased = (outcome: string, owner: string) =>
      (async (name: string) => ({
        outcome: name === 'mx.a.test' ? outcome : name === 'gone.test' ? 'no_name' : 'found',
        records: outcome === 'found' ? ['192.0.2.1'] : [],
        isAuthentic: false,
        owner: name === 'mx.a.test' ? owner : name,
      })) as never
    const mx = finding('found', ['mx.a.test'])
    expect(await notify(mx, {}, aliased('found', 'real.b.test'))).toEqual(['warn', 'mx.alias'])
    expect(await notify(mx, {}, aliased('no_name', 'host.b.test'))).toEqual(['warn', 'mx.dangling'])
    expect(await notify(mx, {}, aliased('no_name', 'host.gone.test'))).toEqual(['fail', 'mx.takeover'])
  })
})

describe('the reverse name of an IP address', () => {
  const [zone4, zone6] = ['PTR 1.2.0.192.in-addr.arpa', `PTR 1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`]
  const state = async (zone: Zone, address = '192.0.2.1') => {
    const found = await confirmName(address, resolverOf(zone).resolve)
    return [found.state, found.name, found.finding?.code]
  }
  test('is forward-confirmed, for either family and by any of several names', async () => {
    const zone = { [zone4]: ['other.test', 'MX.a.test.'], 'A mx.a.test': ['192.0.2.1'] }
    expect(await state(zone)).toEqual(['confirmed', 'mx.a.test', undefined])
    expect(await state({ [zone6]: ['mx.a.test'], 'AAAA mx.a.test': ['2001:DB8:0::1'] }, '2001:db8::1')).toEqual([
      'confirmed',
      'mx.a.test',
      undefined,
    ])
  })
  test('is missing, not forward-confirmed, of a residential line, or unavailable', async () => {
    expect(await state({})).toEqual(['none', undefined, 'ptr.none'])
    expect(await state({ [zone4]: ['mx.a.test'], 'A mx.a.test': ['192.0.2.9'] })).toEqual([
      'mismatch',
      'mx.a.test',
      'ptr.mismatch',
    ])
    const dynamic = 'host-192-0-2-1.isp.test'
    expect(await state({ [zone4]: [dynamic], [`A ${dynamic}`]: ['192.0.2.1'] })).toEqual([
      'confirmed',
      dynamic,
      'ptr.generic',
    ])
    expect(await state({ [zone4]: 'timeout' })).toEqual(['unknown', undefined, undefined])
  })
  const own = { address: '192.0.2.1', host: 'mx.a.test' }
  test('that is missing comes with the record to publish', async () => {
    const { findings } = await checkPtr([own], resolverOf({}).resolve)
    expect(findings[0]?.publish).toEqual({ name: '1.2.0.192.in-addr.arpa', type: 'PTR', value: 'mx.a.test' })
  })
  test('of hosts that do not exist is not scored', async () => {
    expect(await checkPtr([], resolverOf({}).resolve)).toMatchObject({ state: 'unmeasured' })
    expect(await checkPtr([own], resolverOf({ [zone4]: 'failed' }).resolve)).toMatchObject({
      state: 'unmeasured',
    })
  })
})

const authority = await createAuthority()
const [good, other, old, soon] = await Promise.all([
  authority.issue(['mx.a.test']),
  authority.issue(['*.b.test']),
  authority.issue(['mx.a.test'], { from: daysFromNow(-9), until: daysFromNow(-1) }),
  authority.issue(['mx.a.test'], { from: daysFromNow(-9), until: daysFromNow(3) }),
])
const shown = (pem: string) => [{ der: new Uint8Array(new X509Certificate(pem).raw), isSignedByNext: false }]

describe('encryption', () => {
  const encrypted = (pem: string, more: object = {}): TlsAnswer => ({
    state: 'encrypted',
    protocol: 'TLSv1.3',
    isTrusted: true,
    shown: shown(pem),
    ...more,
  })
  const untrusted = { isTrusted: false, problem: 'self signed certificate' }
  const notify = (...answers: TlsAnswer[]) => {
    const { findings, state } = checkTls(
      answers.map((answer) => ({ host: 'mx.a.test', answer })),
      Date.now(),
    )
    return [state, ...findings.map(({ code }) => code)]
  }
  test('is reported with the certificate', async () => {
    expect(notify(encrypted(good.cert))).toEqual(['pass'])
    expect(checkTls([{ host: 'mx.a.test', answer: encrypted(good.cert) }], Date.now()).hosts).toMatchObject([
      {
        host: 'mx.a.test',
        state: 'encrypted',
        protocol: 'TLSv1.3',
        trusted: true,
        certificate: { names: ['mx.a.test'], chain: 1 },
      },
    ])
    const { cert } = await selfSigned('mx.a.test')
    expect(notify(encrypted(cert, untrusted))).toEqual(['warn', 'tls.untrusted'])
  })
  test('reports certificates of other names, expired ones, and ones that expire soon', () => {
    expect(notify(encrypted(other.cert, untrusted))).toEqual(['warn', 'tls.name'])
    expect(notify(encrypted(old.cert, untrusted))).toEqual(['warn', 'tls.expired'])
    expect(notify(encrypted(soon.cert))).toEqual(['warn', 'tls.expiring'])
    expect(notify(encrypted(good.cert, { protocol: 'TLSv1.1' }))).toEqual(['warn', 'tls.old'])
  })
  test('is missing, broken or too old', () => {
    expect(notify({ state: 'plain' })).toEqual(['fail', 'tls.plain'])
    expect(notify({ state: 'broken', detail: 'closed during the handshake' })).toEqual(['fail', 'tls.broken'])
    expect(notify({ state: 'broken', detail: 'the handshake failed: unsupported protocol' })).toEqual([
      'fail',
      'tls.old',
    ])
  })
  test('of hosts that cannot be reached is unknown, not bad', () => {
    const unreached: TlsAnswer = { state: 'unreached', detail: 'the connection timed out' }
    expect(notify(unreached)).toEqual(['unmeasured', 'tls.unreached'])
    expect(notify(encrypted(good.cert), unreached)).toEqual(['pass', 'tls.unreached'])
    expect(notify()).toEqual(['unmeasured', 'tls.no_hosts'])
  })
})
