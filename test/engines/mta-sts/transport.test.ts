/** How the way to a domain is protected: MTA-STS, TLS-RPT, DNSSEC, DANE, and the logo beside its mail. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkBimi } from '../../../src/engines/bimi/index.ts'
import { checkDane, checkDnssec } from '../../../src/engines/dane/index.ts'
import {
  type FetchPolicy,
  checkMtaSts,
  checkTlsReports,
  matchesMx,
  readPolicy,
} from '../../../src/engines/mta-sts/index.ts'
import { type Zone, resolverOf } from '../zone.ts'

const policy = (changes: Record<string, string> = {}, mx = ['mx.a.test']) =>
  [
    ...Object.entries({ version: 'STSv1', mode: 'enforce', max_age: '1209600', ...changes }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    ...mx.map((host) => `mx: ${host}`),
    '',
  ].join('\r\n')

describe('a policy of MTA-STS', () => {
  test('is read', () => {
    expect(readPolicy(policy({}, ['mx.a.test', '*.b.test']))).toEqual({
      mode: 'enforce',
      maxAgeSeconds: 1_209_600,
      mx: ['mx.a.test', '*.b.test'],
    })
    expect(readPolicy(policy({ mode: 'none' }, []))).toMatchObject({ mode: 'none' })
  })
  test.each([
    ['mode: enforce\nversion: STSv1'],
    [policy({ version: 'STSv2' })],
    [policy({ mode: 'strict' })],
    [policy({ max_age: '99999999' })],
    [policy({ max_age: '' })],
    [policy({}, [])],
    [policy({}, ['*.*.a.test'])],
    [policy({}, ['mx a.test'])],
    ['<html>Not found</html>'],
    [''],
  ])('is refused where it is broken: %p', (text) => expect(readPolicy(text)).toHaveProperty('problem'))
  test('names hosts, or all with one label more', () => {
    expect(matchesMx('mx.a.test', ['mx.a.test'])).toBe(true)
    expect(matchesMx('mx1.b.test', ['*.b.test'])).toBe(true)
    expect([
      matchesMx('a.b.c.test', ['*.c.test']),
      matchesMx('c.test', ['*.c.test']),
      matchesMx('x.a.test', ['mx.a.test']),
    ]).toEqual([false, false, false])
  })
  test('may hold anything', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => expect(() => readPolicy(text)).not.toThrow()))
  })
})

describe('MTA-STS of a domain', () => {
  const record = { 'TXT _mta-sts.a.test': ['v=STSv1; id=20261121'] }
  const check = (zone: Zone, fetched: Awaited<ReturnType<FetchPolicy>> = { text: policy() }, hosts = ['mx.a.test']) =>
    checkMtaSts('a.test', { resolve: resolverOf(zone).resolve, fetchPolicy: async () => fetched, hosts })
  const cases: [name: string, state: string, codes: string[], made: () => ReturnType<typeof check>][] = [
    ['that is whole', 'pass', [], () => check(record)],
    ['that is not there', 'none', ['mta_sts.none'], () => check({})],
    ['that cannot be asked for', 'unmeasured', ['mta_sts.dns'], () => check({ 'TXT _mta-sts.a.test': 'failed' })],
    [
      'that stands twice',
      'fail',
      ['mta_sts.several'],
      () => check({ 'TXT _mta-sts.a.test': ['v=STSv1; id=1', 'v=STSv1; id=2'] }),
    ],
    ['without id', 'fail', ['mta_sts.id'], () => check({ 'TXT _mta-sts.a.test': ['v=STSv1;'] })],
    [
      'without a policy',
      'fail',
      ['mta_sts.fetch'],
      () => check(record, { problem: 'the answer is 404.', isOurs: false }),
    ],
    [
      'whose policy we cannot reach',
      'unmeasured',
      ['mta_sts.fetch'],
      () => check(record, { problem: 'timeout', isOurs: true }),
    ],
    ['whose policy is a page', 'fail', ['mta_sts.policy'], () => check(record, { text: '<html>' })],
    [
      'that forgets a mail host',
      'fail',
      ['mta_sts.mx'],
      () => check(record, { text: policy() }, ['mx.a.test', 'mx2.a.test']),
    ],
    ['that only tests', 'warn', ['mta_sts.mode'], () => check(record, { text: policy({ mode: 'testing' }) })],
    ['that is soon forgotten', 'warn', ['mta_sts.max_age'], () => check(record, { text: policy({ max_age: '3600' }) })],
  ]
  test.each(cases)('%s is %s', async (_name, state, codes, made) => {
    const found = await made()
    expect([found.state, found.findings.map(({ code }) => code)]).toEqual([state as never, codes])
  })
})

test('TLS-RPT wants one record with somewhere to report to', async () => {
  const state = async (...records: string[]) =>
    (await checkTlsReports('a.test', resolverOf({ 'TXT _smtp._tls.a.test': records }).resolve)).state
  expect(await state('v=TLSRPTv1; rua=mailto:t@a.test,https://a.test/r')).toBe('pass')
  expect([
    await state('v=TLSRPTv1'),
    await state('v=TLSRPTv1; rua=t@a.test'),
    await state('v=TLSRPTv1;rua=mailto:a@b.c', 'v=TLSRPTv1;'),
  ]).toEqual(['fail', 'fail', 'fail'])
  expect((await checkTlsReports('a.test', resolverOf({}).resolve)).state).toBe('none')
})

describe('signatures', () => {
  const soa = { 'SOA a.test': [{}] }
  test('of a zone are good, missing, not heard of above, or not looked at', async () => {
    const state = async (zone: Zone, authentic: string[] = []) => {
      const { state, findings } = await checkDnssec('a.test', resolverOf(zone, { authentic }).resolve)
      return [state, ...findings.map(({ code }) => code)]
    }
    expect(await state(soa, ['SOA a.test'])).toEqual(['pass'])
    expect(await state(soa)).toEqual(['none', 'dnssec.none'])
    expect(await state({ ...soa, 'DNSKEY a.test': [{}] })).toEqual(['warn', 'dnssec.island'])
    expect(await state({ ...soa, 'DS a.test': [{}], 'DNSKEY a.test': [{}] })).toEqual([
      'unmeasured',
      'dnssec.not_validated',
    ])
    expect(await state({ 'SOA a.test': 'failed' })).toEqual(['unmeasured', 'dnssec.dns'])
  })
  test('of certificates count where they are signed themselves, usable, and there for every host', async () => {
    const tlsa = (usage: number) => ({ usage, selector: 1, matchingType: 1, certificate: Uint8Array.of(0xab, 0x0c) })
    const key = 'TLSA _25._tcp.mx.a.test'
    const check = async (zone: Zone, authentic = [key], hosts = ['mx.a.test']) => {
      const { state, findings, record } = await checkDane(hosts, resolverOf(zone, { authentic }).resolve)
      return [state, record, ...findings.map(({ code }) => code)]
    }
    expect(await check({ [key]: [tlsa(3)] })).toEqual(['pass', '3 1 1 ab0c'])
    expect(await check({ [key]: [tlsa(3)] }, [])).toEqual(['warn', '3 1 1 ab0c', 'dane.unsigned'])
    expect(await check({ [key]: [tlsa(1)] })).toEqual(['warn', '1 1 1 ab0c', 'dane.usage'])
    expect(await check({ [key]: [tlsa(3)] }, [key], ['mx.a.test', 'mx2.a.test'])).toEqual([
      'warn',
      '3 1 1 ab0c',
      'dane.partly',
    ])
    expect(await check({})).toEqual(['none', undefined, 'dane.none'])
    expect((await check({ [key]: 'timeout' }))[0]).toBe('unmeasured')
    expect((await check({}, [], []))[0]).toBe('unmeasured')
  })
})

test('a logo needs an address and a DMARC policy that is kept', async () => {
  const check = async (record: string, policy?: string) => {
    const { state, findings } = await checkBimi('a.test', {
      resolve: resolverOf({ 'TXT default._bimi.a.test': [record] }).resolve,
      policy,
    })
    return [state, ...findings.map(({ code }) => code)]
  }
  const logo = 'v=BIMI1; l=https://a.test/logo.svg; a=https://a.test/vmc.pem'
  expect(await check(logo, 'reject')).toEqual(['pass'])
  expect(await check(logo, 'none')).toEqual(['fail', 'bimi.dmarc'])
  expect(await check('v=BIMI1; l=http://a.test/logo.svg; a=https://x.y', 'reject')).toEqual(['fail', 'bimi.logo'])
  expect(await check('v=BIMI1; l=; a=;', 'reject')).toEqual(['none', 'bimi.declined'])
  expect((await checkBimi('b.test', { resolve: resolverOf({}).resolve, policy: 'reject' })).state).toBe('none')
})
