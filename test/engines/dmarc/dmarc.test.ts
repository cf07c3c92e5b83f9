import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkDmarc, findDmarc } from '../../../src/engines/dmarc/index.ts'
import { type Zone, resolverOf } from '../zone.ts'

const good = 'v=DMARC1; p=reject; rua=mailto:dmarc@a.test'
const check = (record: string | string[], zone: Zone = {}, domain = 'a.test') =>
  checkDmarc(domain, resolverOf({ 'TXT _dmarc.a.test': [record].flat(), ...zone }).resolve)
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
  test('is looked for in at most eight names', async () => {
    const { asked, resolve } = resolverOf({})
    expect(await findDmarc('a.b.c.d.e.f.g.h.i.j.k.test', resolve)).toEqual({ outcome: 'none' })
    expect(asked).toHaveLength(8)
    expect(asked[1]).toBe('TXT _dmarc.f.g.h.i.j.k.test')
  })
  test('is unknown where DNS fails on the way, and none beside others that do not begin right', async () => {
    expect(await find('x.a.test', { 'TXT _dmarc.a.test': 'timeout' })).toEqual({ outcome: 'unknown' })
    expect(
      await find('a.test', { 'TXT _dmarc.a.test': ['p=none; v=DMARC1', 'v=dmarc1; p=none', 'v=DMARC12'] }),
    ).toEqual({ outcome: 'none' })
  })
})

describe('a record', () => {
  const cases: [record: string | string[], state: string, codes: string[]][] = [
    [good, 'pass', []],
    ['v=DMARC1;p=quarantine;rua=mailto:d@a.test;adkim=s;aspf=r;fo=1:d;t=n', 'pass', []],
    ['v=DMARC1; p=none; rua=mailto:d@a.test', 'warn', ['dmarc.p_none']],
    ['v=DMARC1; p=reject', 'warn', ['dmarc.no_reports']],
    ['v=DMARC1; p=rejct; rua=mailto:d@a.test', 'fail', ['dmarc.no_policy']],
    ['v=DMARC1; rua=mailto:d@a.test', 'fail', ['dmarc.no_policy']],
    [[good, good], 'fail', ['dmarc.several']],
    [`${good}; sp=none`, 'warn', ['dmarc.weak_subdomains']],
    [`${good}; pct=50; rf=afrf`, 'pass', ['dmarc.historic']],
    [`${good}; adkim=strict`, 'warn', ['dmarc.bad_value']],
    [`${good}; t=y`, 'warn', ['dmarc.testing']],
    [`${good}; p=none`, 'warn', ['dmarc.duplicate']],
    [`${good}; what is this`, 'warn', ['dmarc.garbled']],
    [`${good}; x=1`, 'pass', ['dmarc.unknown_tag']],
    ['v=DMARC1; p=reject; rua=d@a.test', 'warn', ['dmarc.bad_uri']],
    ['v=DMARC1; p=reject; rua=mailto:d@a.test!10m', 'pass', ['dmarc.size_limit']],
    ['v=DMARC1; p=reject; rua=mailto:d@b.test', 'warn', ['dmarc.receiver_unwilling']],
  ]
  test.each(cases)('%p is %s', async (record, state, codes) => {
    const found = await check(record)
    expect([found.state, found.findings.map(({ code }) => code)]).toEqual([state as never, codes])
  })
  test('gives a share of the score by its policy, and none to one that nobody heeds', async () => {
    const share = async (record: string) => (await check(record)).share
    expect(await share(good)).toBe(1)
    expect(await share(good.replace('reject', 'quarantine'))).toBe(0.8)
    expect(await share(good.replace('reject', 'none'))).toBe(0.4)
    expect(await share('v=DMARC1; p=x')).toBe(0)
  })
  test('that has reports sent elsewhere is well where they are wanted', async () => {
    const elsewhere = 'v=DMARC1; p=reject; rua=mailto:d@b.test,mailto:e@sub.a.test'
    expect((await check(elsewhere, { 'TXT a.test._report._dmarc.b.test': ['v=DMARC1'] })).state).toBe('pass')
    expect((await check(elsewhere, { 'TXT a.test._report._dmarc.b.test': 'timeout' })).state).toBe('pass')
  })
  test('of the organisation holds for a subdomain with sp', async () => {
    const found = await check('v=DMARC1; p=reject; sp=quarantine; rua=mailto:d@a.test', {}, 'x.a.test')
    expect([found.policy, found.found_at]).toEqual(['quarantine', 'a.test'])
  })
  test('that is not there, or cannot be asked for, is not the same', async () => {
    expect((await checkDmarc('b.test', resolverOf({}).resolve)).state).toBe('none')
    expect((await checkDmarc('b.test', resolverOf({ 'TXT _dmarc.b.test': 'failed' }).resolve)).state).toBe('unmeasured')
  })
  test('may hold anything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
        expect(['pass', 'warn', 'fail', 'none']).toContain((await check(`v=DMARC1; ${text}`)).state)
      }),
    )
  })
})
