/** How the way to a domain is protected: MTA-STS and TLS-RPT. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type FetchPolicy,
  type StsHost,
  checkMtaSts,
  checkTlsReports,
  matchesMx,
  readPolicy,
} from '../../../src/deliverability/mta-sts/index.ts'
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
  test('matches host names, or one additional label with a wildcard', () => {
    expect(matchesMx('mx.a.test', ['mx.a.test'])).toBe(true)
    expect(matchesMx('mx1.b.test', ['*.b.test'])).toBe(true)
    expect([
      matchesMx('a.b.c.test', ['*.c.test']),
      matchesMx('c.test', ['*.c.test']),
      matchesMx('x.a.test', ['mx.a.test']),
    ]).toEqual([false, false, false])
  })
  test('may have any content', () => {
    expect(readPolicy(`version: STSv1\nmode:${' '.repeat(64_000)}x`)).toHaveProperty('problem')
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => expect(() => readPolicy(text)).not.toThrow()))
  })
})

describe('MTA-STS of a domain', () => {
  const record = { 'TXT _mta-sts.a.test': ['v=STSv1; id=20261121'] }
  const own: StsHost = { host: 'mx.a.test', isTrusted: true }
  const check = (
    zone: Zone,
    fetched: Awaited<ReturnType<FetchPolicy>> = { text: policy() },
    hosts: StsHost[] = [own],
  ) =>
    checkMtaSts('a.test', {
      resolve: resolverOf(zone).resolve,
      fetchPolicy: async () => fetched,
      hosts: async () => hosts,
    })
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
      () => check(record, { problem: 'the answer is 404.', isLocalFailure: false }),
    ],
    [
      'whose policy we cannot reach',
      'unmeasured',
      ['mta_sts.unreached'],
      () => check(record, { problem: 'timeout', isLocalFailure: true }),
    ],
    ['whose policy is a page', 'fail', ['mta_sts.policy'], () => check(record, { text: '<html>' })],
    [
      'that forgets a mail host',
      'fail',
      ['mta_sts.mx'],
      () => check(record, { text: policy() }, [own, { host: 'mx2.a.test' }]),
    ],
    ['that only tests', 'warn', ['mta_sts.mode'], () => check(record, { text: policy({ mode: 'testing' }) })],
    [
      'that only tests, and would shut out a mail host',
      'warn',
      ['mta_sts.mx', 'mta_sts.mode'],
      () => check(record, { text: policy({ mode: 'testing' }, ['other.test']) }),
    ],
    [
      'whose mail host has a certificate that nobody knows',
      'fail',
      ['mta_sts.certificate'],
      () => check(record, { text: policy() }, [{ ...own, isTrusted: false }]),
    ],
    [
      'served as a page',
      'pass',
      ['mta_sts.media_type'],
      () => check(record, { text: policy(), mediaType: 'text/html' }),
    ],
    ['that is soon forgotten', 'warn', ['mta_sts.max_age'], () => check(record, { text: policy({ max_age: '3600' }) })],
  ]
  test.each(cases)('%s is %s', async (_name, state, codes, made) => {
    const found = await made()
    expect([found.state, found.findings.map(({ code }) => code)]).toEqual([state as never, codes])
  })
})

test('TLS-RPT requires one record with a report address', async () => {
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

test('a domain without mail needs no transport policy', async () => {
  const { resolve } = resolverOf({})
  const deps = { resolve, fetchPolicy: async () => ({ text: '' }), hosts: async () => [], acceptsMail: false }
  expect(await checkMtaSts('a.test', deps)).toMatchObject({
    state: 'unmeasured',
    findings: [{ code: 'mta_sts.no_mail' }],
  })
  expect(await checkTlsReports('a.test', resolve, { acceptsMail: false })).toMatchObject({ state: 'unmeasured' })
})
