import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkHost, checkSpf, readSpf } from '../../../src/deliverability/spf/index.ts'
import { processorMs } from '../../support/processor-time.ts'
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
      steps: [
        { depth: 0, domain: 'a.test', term: 'ip4:192.0.2.1' },
        { depth: 0, domain: 'a.test', term: 'include:b.test', lookups: 1, record: 'v=spf1 mx ~all' },
        { depth: 1, domain: 'b.test', term: 'mx', lookups: 2 },
        { depth: 1, domain: 'b.test', term: '~all' },
        { depth: 0, domain: 'a.test', term: '-all' },
      ],
    })
  })
  const cases: [name: string, zone: Zone, state: string, code: string][] = [
    ['without a record', { 'TXT a.test': ['x'] }, 'none', 'spf.none'],
    ['that does not exist', {}, 'none', 'spf.none'],
    ['with a misspelt record', { 'TXT a.test': [' v=spf1 -all'] }, 'fail', 'spf.misspelt'],
    ['with two records', { 'TXT a.test': ['v=spf1 -all', 'v=spf1 ~all'] }, 'fail', 'spf.several'],
    ['with a broken record', { 'TXT a.test': ['v=spf1 ipv4:1.2.3.4 -all'] }, 'fail', 'spf.syntax'],
    ['that allows anyone to send', { 'TXT a.test': ['v=spf1 +all'] }, 'fail', 'spf.plus_all'],
    ['that says nothing of others', { 'TXT a.test': ['v=spf1 a'], 'A a.test': ['192.0.2.1'] }, 'warn', 'spf.no_all'],
    ['that is neutral', { 'TXT a.test': ['v=spf1 ?all'] }, 'warn', 'spf.neutral_all'],
    ['with terms behind all', { 'TXT a.test': ['v=spf1 -all ip4:192.0.2.1'] }, 'warn', 'spf.after_all'],
    ['that asks for names', { 'TXT a.test': ['v=spf1 ptr -all'] }, 'warn', 'spf.ptr'],
    ['that allows half the Internet', { 'TXT a.test': ['v=spf1 ip4:0.0.0.0/1 -all'] }, 'fail', 'spf.wide'],
    [
      'that allows what is near its host',
      { 'TXT a.test': ['v=spf1 a/4 -all'], 'A a.test': ['192.0.2.1'] },
      'fail',
      'spf.wide',
    ],
    [
      'that is near its limit',
      {
        'TXT a.test': [
          `v=spf1 ${'exists:%{i}.b.test '
            .repeat(9)
            .split(' ')
            .map((term, at) => term.replace('b.', `b${at}.`))
            .join(' ')} -all`,
        ],
      },
      'pass',
      'spf.many_lookups',
    ],
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
  const everybody = 'v=spf1 +all'
  const halves = 'v=spf1 ip4:0.0.0.0/9 ip4:0.128.0.0/9'
  const open: [name: string, zone: Zone, codes: string[]][] = [
    [
      'includes a record that allows anyone to send',
      { 'TXT a.test': ['v=spf1 include:b.test -all'], 'TXT b.test': [everybody] },
      ['spf.plus_all'],
    ],
    ['hands over to one', { 'TXT a.test': ['v=spf1 redirect=b.test'], 'TXT b.test': [everybody] }, ['spf.plus_all']],
    [
      'leads to one far away',
      {
        'TXT a.test': ['v=spf1 ip4:192.0.2.1 include:b.test ~all'],
        'TXT b.test': ['v=spf1 redirect=c.test'],
        'TXT c.test': ['v=spf1 include:d.test -all'],
        'TXT d.test': ['v=spf1 all'],
      },
      ['spf.plus_all'],
    ],
    [
      'asks whether a name exists that does',
      { 'TXT a.test': ['v=spf1 exists:b.test -all'], 'A b.test': ['192.0.2.1'] },
      ['spf.plus_all'],
    ],
    ['allows the Internet in pieces', { 'TXT a.test': [`${halves} -all`] }, ['spf.wide']],
    [
      'includes the Internet in pieces, which overlap',
      {
        'TXT a.test': ['v=spf1 include:b.test include:c.test -all'],
        'TXT b.test': ['v=spf1 ip4:0.0.0.0/9 ip4:0.64.0.0/10'],
        'TXT c.test': ['v=spf1 ip4:0.128.0.0/10 ip4:0.192.0.0/10 -all'],
      },
      ['spf.wide'],
    ],
    [
      'allows what is near several hosts',
      { 'TXT a.test': ['v=spf1 a/9 a:b.test/9 -all'], 'A a.test': ['192.0.2.1'], 'A b.test': ['203.0.113.1'] },
      ['spf.wide'],
    ],
  ]
  test.each(open)('that %s fails', async (_name, zone, expected) => {
    const found = await check(zone)
    expect([found.state, found.share, found.findings.map(({ code }) => code)]).toEqual(['fail', 0, expected])
  })
  test('that leads to a record for everybody is told the term, and the record without it', async () => {
    const include = await check({
      'TXT a.test': ['v=spf1 mx include:b.test ~all'],
      'TXT b.test': [everybody],
      'MX a.test': [{}],
    })
    expect(include.findings).toMatchObject([
      { message: '“+all” in the record of b.test allows anyone to send.', publish: { value: 'v=spf1 mx ~all' } },
    ])
    const redirect = await check({ 'TXT a.test': ['v=spf1 redirect=b.test'], 'TXT b.test': [everybody] })
    expect(redirect.findings).toMatchObject([{ publish: { value: 'v=spf1 -all' } }])
  })
  const closed: [name: string, zone: Zone][] = [
    ['a neutral include', { 'TXT a.test': ['v=spf1 ?include:b.test -all'], 'TXT b.test': [everybody] }],
    ['a refusing include', { 'TXT a.test': ['v=spf1 -include:b.test -all'], 'TXT b.test': [everybody] }],
    [
      'an include that nobody comes to',
      { 'TXT a.test': ['v=spf1 -ip4:0.0.0.0/0 -ip6:::/0 include:b.test -all'], 'TXT b.test': [everybody] },
    ],
    [
      'one piece twice',
      { 'TXT a.test': ['v=spf1 ip4:0.0.0.0/9 include:b.test -all'], 'TXT b.test': ['v=spf1 ip4:0.0.0.0/9 -all'] },
    ],
    [
      'an include whose record refuses before',
      { 'TXT a.test': ['v=spf1 include:b.test -all'], 'TXT b.test': ['v=spf1 ip4:192.0.2.1 -all'] },
    ],
  ]
  test.each(closed)('with %s does not let everybody send', async (_name, zone) => {
    expect((await check(zone)).state).toBe('pass')
  })
  test('ignores what stands behind all, as receivers do', async () => {
    const found = await check({ 'TXT a.test': ['v=spf1 -all include:no.test'] })
    expect(found).toMatchObject({ state: 'warn', lookups: 0 })
    expect(found.findings.map(({ code }) => code)).toEqual(['spf.after_all'])
  })
  test('is open wherever the evaluation of RFC 7208 lets a quarter of all clients send', async () => {
    const names = ['a', 'b', 'c', 'd']
    const network = fc
      .tuple(fc.nat(255), fc.constantFrom(0, 1, 2, 9, 24))
      .map(([first, bits]) => `ip4:${first}.0.0.0/${bits}`)
    // A record leads to later ones only, so that nothing is a loop.
    const term = (at: number) =>
      fc.oneof(
        network,
        ...(at < 3 ? [fc.integer({ min: at + 1, max: 3 }).map((to) => `include:${names[to]}.test`)] : []),
      )
    const record = (at: number) =>
      fc
        .tuple(
          fc.array(fc.tuple(fc.constantFrom('', '', '+', '-', '?', '~'), term(at)), { maxLength: 3 }),
          fc.constantFrom('', ' all', ' -all', ' ~all', ...(at < 3 ? [` redirect=${names[at + 1]}.test`] : [])),
        )
        .map(([terms, end]) => `v=spf1${terms.map(([sign, text]) => ` ${sign}${text}`).join('')}${end}`)
    const clients = Array.from({ length: 64 }, (_, at) => `${at * 4 + 1}.${at}.7.9`)
    await fc.assert(
      fc.asyncProperty(fc.tuple(...names.map((_, at) => record(at))), async (records) => {
        const { resolve } = resolverOf(Object.fromEntries(records.map((text, at) => [`TXT ${names[at]}.test`, [text]])))
        const codes = (await checkSpf('a.test', resolve)).findings.map(({ code }) => code)
        let passed = 0
        for (const ip of clients) {
          const question = { ip, domain: 'a.test', sender: 'x@a.test', helo: 'a.test' }
          if ((await checkHost(question, { resolve })).result === 'pass') passed++
        }
        // Much more than a network of 8 bits.
        if (passed >= 16) expect(codes.some((code) => code === 'spf.plus_all' || code === 'spf.wide')).toBe(true)
      }),
      { numRuns: 400 },
    )
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
  test('is told the record to publish instead', async () => {
    const value = async (zone: Zone) => (await check(zone)).findings.map(({ publish }) => publish?.value)[0]
    expect(await value({})).toBe('v=spf1 mx -all')
    expect(await value({ 'TXT a.test': ['v=spf1 mx +all'] })).toBe('v=spf1 mx -all')
    expect(await value({ 'TXT a.test': ['v=spf1 mx'] })).toBe('v=spf1 mx -all')
    expect(await value({ 'TXT a.test': ['v=spf1 a -all', 'v=spf1 A mx ~all'] })).toBe('v=spf1 A mx -all')
    expect(await value({ 'TXT a.test': ['"v=spf1 ip4:192.0.2.1 -all"'] })).toBe('v=spf1 ip4:192.0.2.1 -all')
    expect(await value({ 'TXT a.test': ['v=spf1 ip4:192.0.2.1 ptr -all'] })).toBe('v=spf1 ip4:192.0.2.1 -all')
    expect(await value({ 'TXT a.test': ['v=spf1 ~all ip4:192.0.2.1'] })).toBe('v=spf1 ip4:192.0.2.1 ~all')
  })
  test('that takes no mail is told to say that nobody sends', async () => {
    const { findings } = await checkSpf('a.test', resolverOf({}).resolve, { hasMx: false })
    expect(findings[0]?.publish?.value).toBe('v=spf1 -all')
  })
  test('whose macros depend on the mail is not asked for them', async () => {
    const { asked, resolve } = resolverOf({ 'TXT a.test': ['v=spf1 exists:%{i}._spf.a.test include:%{d}.b.test -all'] })
    expect(await checkSpf('a.test', resolve)).toMatchObject({ state: 'pass', lookups: 2 })
    expect(asked).toEqual(['TXT a.test'])
  })
})

describe('a connection', () => {
  const ask = (zone: Zone, ip = '192.0.2.1') => {
    const { asked, resolve } = resolverOf(zone)
    const question = { ip, domain: 'a.test', sender: 'x@a.test', helo: 'mail.a.test' }
    return checkHost(question, { resolve, now: 1_800_000_000 }).then((answer) => ({ ...answer, asked }))
  }
  test('is told which term of whose record decided', async () => {
    const zone = { 'TXT a.test': ['v=spf1 redirect=b.test'], 'TXT b.test': ['v=spf1 ip4:192.0.2.0/24 -all'] }
    expect(await ask(zone)).toMatchObject({ result: 'pass', term: 'ip4:192.0.2.0/24', domain: 'b.test', lookups: 1 })
    expect(await ask(zone, '::ffff:192.0.2.9')).toMatchObject({ result: 'pass' })
    expect(await ask(zone, '2001:db8::1')).toMatchObject({ result: 'fail', term: '-all' })
  })
  test('that DNS fails for is told to come again', async () => {
    expect(await ask({ 'TXT a.test': 'timeout' })).toMatchObject({ result: 'temperror' })
    const zone: Zone = { 'TXT a.test': ['v=spf1 a:b.test -all'], 'A b.test': 'failed' }
    expect(await ask(zone)).toMatchObject({ result: 'temperror', problem: 'b.test could not be queried (A)' })
  })
  test('asks no more than the limits allow, whatever strangers publish', async () => {
    const loop = { 'TXT a.test': ['v=spf1 include:a.test include:a.test -all'] }
    expect((await ask(loop)).asked.length).toBeLessThanOrEqual(12)
    const hosts = Array.from({ length: 5000 }, (_, index) => ({ preference: index, exchange: `mx${index}.test` }))
    expect(await ask({ 'TXT a.test': ['v=spf1 mx -all'], 'MX a.test': hosts })).toMatchObject({ result: 'permerror' })
    const names = Array.from({ length: 5000 }, (_, index) => `n${index}.a.test`)
    const many = await ask({ 'TXT a.test': ['v=spf1 ptr -all'], 'PTR 1.2.0.192.in-addr.arpa': names })
    expect([many.result, many.asked.length]).toEqual(['fail', 12])
  })
  test('has an answer for any record, however long and odd', async () => {
    const results = ['none', 'neutral', 'pass', 'fail', 'softfail', 'temperror', 'permerror']
    const word = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        'include:%{d}',
        'exists:%{l1r-}.a.test',
        'mx/0',
        'a//0',
        'redirect=a.test',
        'exp=%{p}.test',
        '\0',
        '%{p}',
        'ptr',
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 30 }), async (words) => {
        const zone = { 'TXT a.test': [`v=spf1 ${words.join(' ')}`], 'PTR 1.2.0.192.in-addr.arpa': ['a.test'] }
        expect(results).toContain((await ask(zone)).result)
        expect(['pass', 'warn', 'fail', 'none', 'unmeasured']).toContain((await check(zone)).state)
      }),
    )
    const long = `v=spf1 ${'ip4:192.0.2.1 '.repeat(4600)}-all`
    expect((await ask({ 'TXT a.test': [long] })).result).toBe('pass')
    expect((await ask({ 'TXT a.test': [`v=spf1 ${'a'.repeat(65_000)}`] })).result).toBe('permerror')
    expect((await ask({ 'TXT a.test': [`v=spf1 exists:${'%{d}.'.repeat(10_000)}test -all`] })).result).toBe('fail')
  })
  test('labels as long as a record are read in time that grows with them', () => {
    const startedAt = processorMs()
    expect(readSpf(`v=spf1 include:a.${'a'.repeat(24_000)}_`)).toHaveProperty('problem')
    expect(readSpf(`v=spf1 include:${'%{'.repeat(12_000)}a`)).toHaveProperty('problem')
    expect(processorMs() - startedAt).toBeLessThan(300)
  })
})
