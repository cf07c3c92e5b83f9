import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkDmarc, findDmarc } from '../../../src/deliverability/dmarc/index.ts'
import { type Zone, resolverOf } from '../zone.ts'

const good = 'v=DMARC1; p=reject; rua=mailto:dmarc@a.test'
const host = [{ preference: 1, exchange: 'mx.a.test' }]
/** Reports go to domains that take mail. */
const taking: Zone = { 'MX a.test': host, 'MX b.test': host, 'MX sub.a.test': host }
const registrable = (name: string) => name.split('.').slice(-2).join('.')
const deps = (zone: Zone) => ({ resolve: resolverOf(zone).resolve, registrable })
const check = (record: string | string[], zone: Zone = {}, domain = 'a.test') =>
  checkDmarc(domain, deps({ 'TXT _dmarc.a.test': [record].flat(), ...taking, ...zone }))
const find = (domain: string, zone: Zone) => findDmarc(domain, resolverOf(zone).resolve)

describe('the record of a domain', () => {
  test('is its own', async () => {
    expect(
      await find('x.a.test', { 'TXT _dmarc.x.a.test': ['v=DMARC1; p=none'], 'TXT _dmarc.a.test': [good] }),
    ).toMatchObject({
      domain: 'x.a.test',
    })
  })
  test('is else that of its organisation: the highest with one, or what psd says', async () => {
    expect(await find('x.y.a.test', { 'TXT _dmarc.a.test': [good] })).toMatchObject({ domain: 'a.test' })
    expect(await find('x.y.a.test', { 'TXT _dmarc.y.a.test': [good], 'TXT _dmarc.a.test': [good] })).toMatchObject({
      domain: 'a.test',
    })
    const own = 'v=DMARC1; p=reject; psd=n'
    expect(await find('x.y.a.test', { 'TXT _dmarc.y.a.test': [own], 'TXT _dmarc.a.test': [good] })).toMatchObject({
      domain: 'y.a.test',
    })
    const suffix = 'v=DMARC1; p=none; psd=y'
    expect(await find('x.y.a.test', { 'TXT _dmarc.a.test': [good], 'TXT _dmarc.test': [suffix] })).toMatchObject({
      domain: 'a.test',
    })
    expect(await find('x.y.a.test', { 'TXT _dmarc.test': [suffix] })).toMatchObject({ domain: 'test' })
  })
  test('is searched in at most eight names', async () => {
    const { asked, resolve } = resolverOf({})
    expect(await findDmarc('a.b.c.d.e.f.g.h.i.j.k.test', resolve)).toMatchObject({ outcome: 'none' })
    expect(asked).toHaveLength(8)
    expect(asked[1]).toBe('TXT _dmarc.f.g.h.i.j.k.test')
  })
  test('is unknown if DNS fails on the way, and absent beside TXT records of other kinds', async () => {
    expect(await find('x.a.test', { 'TXT _dmarc.a.test': 'timeout' })).toMatchObject({ outcome: 'unknown' })
    expect(
      await find('a.test', { 'TXT _dmarc.a.test': ['p=none; v=DMARC1', 'v=dmarc1; p=none', 'v=DMARC12'] }),
    ).toMatchObject({ outcome: 'none' })
  })
})

describe('a record', () => {
  const cases: [record: string | string[], state: string, codes: string[]][] = [
    [good, 'pass', []],
    ['v=DMARC1;p=quarantine;rua=mailto:d@a.test;ruf=mailto:d@a.test;adkim=s;aspf=r;fo=1:d;t=n', 'pass', []],
    ['v=DMARC1; p=none; rua=mailto:d@a.test', 'warn', ['dmarc.p_none']],
    ['v=DMARC1; p=reject', 'warn', ['dmarc.no_reports']],
    ['v=DMARC1; p=rejct; rua=mailto:d@a.test', 'fail', ['dmarc.no_policy']],
    ['v=DMARC1; rua=mailto:d@a.test', 'fail', ['dmarc.no_policy']],
    [[good, good], 'fail', ['dmarc.several']],
    [`${good}; sp=none`, 'warn', ['dmarc.weak_subdomains']],
    [`${good}; pct=100; rf=afrf`, 'pass', ['dmarc.historic']],
    [`${good}; pct=50; rf=afrf`, 'warn', ['dmarc.partial', 'dmarc.historic']],
    [`${good}; pct=0`, 'warn', ['dmarc.partial']],
    ['v=DMARC1; p=none; sp=reject; pct=20; rua=mailto:d@a.test', 'warn', ['dmarc.p_none', 'dmarc.partial']],
    ['v=DMARC1; p=none; pct=20; rua=mailto:d@a.test', 'warn', ['dmarc.p_none', 'dmarc.historic']],
    [`${good}; pct=150`, 'warn', ['dmarc.bad_value', 'dmarc.historic']],
    [`${good}; adkim=strict`, 'warn', ['dmarc.bad_value']],
    [`${good}; t=y`, 'warn', ['dmarc.testing']],
    [`${good}; p=none`, 'warn', ['dmarc.duplicate']],
    [`${good}; what is this`, 'warn', ['dmarc.garbled']],
    [`${good}; x=1`, 'pass', ['dmarc.unknown_tag']],
    ['v=DMARC1; p=reject; rua=d@a.test', 'warn', ['dmarc.bad_uri']],
    ['v=DMARC1; p=reject; rua=mailto:d@a.test!10m', 'pass', ['dmarc.size_limit']],
    ['v=DMARC1; p=reject; rua=mailto:d@b.test', 'warn', ['dmarc.receiver_unwilling']],
    ['v=DMARC1; p=reject; rua=mailto:d@null.a.test', 'warn', ['dmarc.receiver_no_mail']],
    [`${good}; np=none`, 'warn', ['dmarc.weak_missing']],
    [`${good}; fo=1`, 'pass', ['dmarc.idle_fo']],
    ['v=DMARC1; rua=mailto:d@a.test; p=reject', 'pass', ['dmarc.order']],
    ['p=reject; v=DMARC1', 'fail', ['dmarc.misspelt']],
    ['v=dmarc1; p=reject', 'fail', ['dmarc.misspelt']],
    ['v=DMARC1; p=reject; rua=mailto:a@a.test,mailto:b@a.test,mailto:c@a.test', 'warn', ['dmarc.many_uris']],
  ]
  test.each(cases)('%p is %s', async (record, state, codes) => {
    const found = await check(record)
    expect([found.state, found.findings.map(({ code }) => code)]).toEqual([state as never, codes])
  })
  test('scores by its policy, and zero if receivers ignore it', async () => {
    const share = async (record: string) => (await check(record)).share
    expect(await share(good)).toBe(1)
    expect(await share(good.replace('reject', 'quarantine'))).toBe(0.8)
    expect(await share(good.replace('reject', 'none'))).toBe(0.4)
    expect(await share('v=DMARC1; p=x')).toBe(0)
  })
  test('scores one step lower in test mode', async () => {
    expect((await check(`${good}; t=y`)).share).toBe(0.8)
    expect((await check(`${good}; t=y`.replace('reject', 'quarantine'))).share).toBe(0.4)
  })
  test('with a percentage scores what receivers apply, and never in full', async () => {
    const share = async (record: string) => (await check(record)).share
    const quarantine = good.replace('reject', 'quarantine')
    expect(await share(`${good}; pct=0`)).toBe(0.8)
    expect(await share(`${good}; pct=99`)).toBe(0.8)
    expect(await share(`${quarantine}; pct=0`)).toBe(0.4)
    expect(await share(`${quarantine}; pct=50`)).toBeCloseTo(0.6)
    expect(await share(`${quarantine}; pct=50; t=y`)).toBe(0.4)
    expect(await share(`${good.replace('reject', 'none')}; pct=0`)).toBe(0.4)
    const { findings } = await check(`${good}; pct=20`)
    expect(findings[0]?.publish?.value).toBe(good)
  })
  test('that is too weak comes with the record to publish, its other tags unchanged', async () => {
    const { findings } = await check('v=DMARC1; p=none; pct=50; sp=reject; rua=mailto:d@a.test')
    expect(findings.find(({ code }) => code === 'dmarc.p_none')?.publish).toEqual({
      name: '_dmarc.a.test',
      type: 'TXT',
      value: 'v=DMARC1; p=quarantine; sp=reject; rua=mailto:d@a.test',
    })
  })
  test('published at the domain itself gets the right name as remedy', async () => {
    const found = await checkDmarc('c.test', deps({ 'TXT c.test': [good] }))
    expect(found).toMatchObject({
      state: 'fail',
      findings: [{ code: 'dmarc.misplaced', publish: { name: '_dmarc.c.test', value: good } }],
    })
  })
  test('found only by the tree walk is reported as invisible to older receivers', async () => {
    const found = await checkDmarc('x.y.a.test', deps({ 'TXT _dmarc.y.a.test': [good], ...taking }))
    expect(found).toMatchObject({ found_at: 'y.a.test', findings: [{ code: 'dmarc.legacy' }] })
    expect(found.asked).toEqual(['_dmarc.x.y.a.test', '_dmarc.y.a.test', '_dmarc.a.test', '_dmarc.test'])
  })
  test('behind a dangling alias can be taken over', async () => {
    const resolve = (async (name: string) => ({
      outcome: 'no_name',
      records: [],
      isAuthentic: false,
      owner: name === '_dmarc.a.test' ? 'a.gone.test' : name,
    })) as never
    expect((await checkDmarc('a.test', { resolve, registrable })).findings[0]?.code).toBe('dmarc.dangling')
  })
  test('with external report addresses is valid if their domain accepts them', async () => {
    const elsewhere = 'v=DMARC1; p=reject; rua=mailto:d@b.test,mailto:e@sub.a.test'
    expect((await check(elsewhere, { 'TXT a.test._report._dmarc.b.test': ['v=DMARC1'] })).state).toBe('pass')
    expect((await check(elsewhere, { 'TXT a.test._report._dmarc.b.test': 'timeout' })).state).toBe('pass')
  })
  test('of the organisation holds for a subdomain with sp', async () => {
    const found = await check('v=DMARC1; p=reject; sp=quarantine; rua=mailto:d@a.test', {}, 'x.a.test')
    expect([found.policy, found.found_at]).toEqual(['quarantine', 'a.test'])
  })
  test('that is absent differs from one that DNS failed to return', async () => {
    expect((await checkDmarc('b.test', deps({}))).state).toBe('none')
    expect((await checkDmarc('b.test', deps({ 'TXT _dmarc.b.test': 'failed' }))).state).toBe('unmeasured')
  })
  test('may have any content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
        expect(['pass', 'warn', 'fail', 'none']).toContain((await check(`v=DMARC1; ${text}`)).state)
      }),
    )
  })
})
