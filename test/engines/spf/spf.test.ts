import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkSpf, readSpf } from '../../../src/engines/spf/index.ts'
import { type Zone, resolverOf } from '../zone.ts'

const check = (zone: Zone) => checkSpf('a.test', resolverOf(zone).resolve)
const codes = async (zone: Zone) => (await check(zone)).findings.map(({ code }) => code)

describe('the grammar', () => {
  test.each([
    'v=spf1',
    'v=spf1 -all',
    'v=SPF1  a mx  ~all ',
    'v=spf1 a:mail.a.test/24//64 mx/28 ip4:192.0.2.0/24 ip6:2001:db8::/32 ?all',
    'v=spf1 include:_spf.a.test exists:%{ir}.%{v}._spf.%{d2}.a.test redirect=b.test',
    'v=spf1 exp=explain.a.test ptr:a.test -all',
    'v=spf1 a:xn--bcher-kva.test ra=postmaster unknown=%{d} -all',
    'v=spf1 include:a.b-c.co. -all',
  ])('takes “%s”', (record) => expect(readSpf(record)).not.toHaveProperty('problem'))
  test.each([
    'v=spf1 foo',
    'v=spf1 all:a.test',
    'v=spf1 a: -all',
    'v=spf1 include -all',
    'v=spf1 include: -all',
    'v=spf1 include:test -all',
    'v=spf1 ip4:192.0.2.999',
    'v=spf1 ip4:192.0.2.1/33',
    'v=spf1 ip4:192.0.2',
    'v=spf1 ip6:192.0.2.1',
    'v=spf1 ip6:2001:db8::/129',
    'v=spf1 a/33',
    'v=spf1 a//129',
    'v=spf1 ptr/24',
    'v=spf1 redirect=a.test redirect=b.test',
    'v=spf1 exists:%{x}.a.test',
    'v=spf1 exists:%(i).a.test',
    'v=spf1 -all, ip4:192.0.2.1',
    'v=spf1 a:a.123',
  ])('refuses “%s”', (record) => expect(readSpf(record)).toHaveProperty('problem'))
  test('never breaks, whatever a record holds', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => expect(() => readSpf(`v=spf1 ${text}`)).not.toThrow()),
    )
  })
})

describe('a domain', () => {
  test('with a plain record passes', async () => {
    const zone = {
      'TXT a.test': ['other', 'v=spf1 ip4:192.0.2.1 include:b.test -all'],
      'TXT b.test': ['v=spf1 mx ~all'],
      'MX b.test': [{}],
    }
    expect(await check(zone)).toMatchObject({
      state: 'pass',
      record: 'v=spf1 ip4:192.0.2.1 include:b.test -all',
      lookups: 2,
      voids: 0,
      terms: ['a.test: include:b.test', 'b.test: mx'],
    })
  })
  const cases: [name: string, zone: Zone, state: string, code: string][] = [
    ['without a record', { 'TXT a.test': ['x'] }, 'none', 'spf.none'],
    ['that does not exist', {}, 'none', 'spf.none'],
    ['with a misspelt record', { 'TXT a.test': [' v=spf1 -all'] }, 'none', 'spf.misspelt'],
    ['with two records', { 'TXT a.test': ['v=spf1 -all', 'v=spf1 ~all'] }, 'fail', 'spf.several'],
    ['with a broken record', { 'TXT a.test': ['v=spf1 ipv4:1.2.3.4 -all'] }, 'fail', 'spf.syntax'],
    ['that lets everybody send', { 'TXT a.test': ['v=spf1 +all'] }, 'fail', 'spf.plus_all'],
    ['that says nothing of others', { 'TXT a.test': ['v=spf1 a'], 'A a.test': ['192.0.2.1'] }, 'warn', 'spf.no_all'],
    ['that is neutral', { 'TXT a.test': ['v=spf1 ?all'] }, 'warn', 'spf.neutral_all'],
    ['with terms behind all', { 'TXT a.test': ['v=spf1 -all ip4:192.0.2.1'] }, 'warn', 'spf.after_all'],
    ['that asks for names', { 'TXT a.test': ['v=spf1 ptr -all'] }, 'warn', 'spf.ptr'],
    ['that includes nothing', { 'TXT a.test': ['v=spf1 include:no.test -all'] }, 'fail', 'spf.include_missing'],
    [
      'that includes what is broken',
      { 'TXT a.test': ['v=spf1 include:b.test -all'], 'TXT b.test': ['v=spf1 x'] },
      'fail',
      'spf.include_broken',
    ],
    [
      'that includes itself',
      { 'TXT a.test': ['v=spf1 include:b.test -all'], 'TXT b.test': ['v=spf1 include:a.test -all'] },
      'fail',
      'spf.loop',
    ],
    ['that cannot be asked', { 'TXT a.test': 'timeout' }, 'unmeasured', 'spf.dns'],
    ['that nobody may ask', { 'TXT a.test': 'refused' }, 'unmeasured', 'spf.dns'],
  ]
  test.each(cases)('%s', async (_name, zone, state, code) => {
    const found = await check(zone)
    expect([found.state, found.findings.map((each) => each.code)]).toEqual([state as never, [code]])
  })
  test('that takes more than ten lookups fails, and is still followed', async () => {
    const chain = Array.from(
      { length: 14 },
      (_, index) => [`TXT s${index}.test`, [`v=spf1 include:s${index + 1}.test -all`]] as const,
    )
    const zone = {
      'TXT a.test': ['v=spf1 include:s0.test -all'],
      ...Object.fromEntries(chain),
      'TXT s14.test': ['v=spf1 -all'],
    }
    expect(await check(zone)).toMatchObject({ state: 'fail', lookups: 15 })
    expect(await codes(zone)).toEqual(['spf.too_many_lookups'])
  })
  test('that asks without end is left after a while', async () => {
    const wide = Array.from({ length: 30 }, (_, index) => `include:w${index}.test`).join(' ')
    const zone = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`TXT w${index}.test`, [`v=spf1 ${wide} -all`]]),
    )
    const { asked, resolve } = resolverOf({ 'TXT a.test': [`v=spf1 ${wide} -all`], ...zone })
    expect((await checkSpf('a.test', resolve)).state).toBe('fail')
    expect(asked.length).toBeLessThan(60)
  })
  test('with names that do not exist has at most two of them', async () => {
    expect(await codes({ 'TXT a.test': ['v=spf1 a:x.a.test a:y.a.test -all'] })).toEqual([])
    expect(await codes({ 'TXT a.test': ['v=spf1 a:x.a.test a:y.a.test mx:z.a.test -all'] })).toEqual([
      'spf.too_many_voids',
    ])
  })
  test('whose macros depend on the mail is not asked for them', async () => {
    const { asked, resolve } = resolverOf({ 'TXT a.test': ['v=spf1 exists:%{i}._spf.a.test include:%{d}.b.test -all'] })
    expect(await checkSpf('a.test', resolve)).toMatchObject({ state: 'pass', lookups: 2 })
    expect(asked).toEqual(['TXT a.test'])
  })
})
