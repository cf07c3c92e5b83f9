import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type BlockTarget,
  type Zone,
  builtInZones,
  createBlacklists,
  findZone,
  mailboxTarget,
  readTarget,
  selectZones,
} from '../../../src/deliverability/dnsbl/index.ts'

const list: Zone = {
  zone: 'bl.test',
  name: 'A list',
  kind: 'ip',
  severity: 'high',
  codeMode: 'exact',
  codes: { '127.0.0.2': 'spam source', '127.0.0.10': 'dynamic' },
  policyCodes: ['127.0.0.10'],
  families: [4, 6],
  isDefault: true,
}
const domains: Zone = { ...list, zone: 'dbl.test', kind: 'domain' }
const bits: Zone = {
  ...domains,
  zone: 'multi.test',
  codeMode: 'bitmask',
  codes: { '8': 'phishing', '64': 'spam' },
  errorCodes: { '127.0.0.1': 'refused' },
}

/** Records by name; a word is how a question ends. Every list has its test points unless they are given. */
function worldOf(records: Record<string, string[] | 'timeout' | 'failed'>) {
  const asked: string[] = []
  const points: Record<string, string[]> = {
    '2.0.0.127.bl.test': ['127.0.0.2'],
    'test.dbl.test': ['127.0.0.2'],
    'test.multi.test': ['127.0.0.64'],
  }
  const all: Record<string, string[] | 'timeout' | 'failed'> = { ...points, ...records }
  let nowMs = 0
  const blacklists = createBlacklists({
    key: 'secret',
    digest: async (algorithm, bytes) => new Uint8Array(await crypto.subtle.digest(algorithm, bytes)),
    now: () => nowMs,
    async resolve(name, type) {
      asked.push(`${type} ${name}`)
      const found = all[type === 'TXT' ? `TXT ${name}` : name]
      if (typeof found === 'string') return { outcome: found, records: [] }
      return found === undefined ? { outcome: 'no_name', records: [] } : { outcome: 'found', records: found }
    },
  })
  return { asked, blacklists, pass: (ms: number) => void (nowMs += ms) }
}

const target = (text: string) => readTarget(text) as BlockTarget
const check = (records: Parameters<typeof worldOf>[0], text: string, zones: Zone[] = [list]) =>
  worldOf(records).blacklists.check(target(text), zones)

describe('the DNS query', () => {
  const rows: [text: string, query: string | undefined][] = [
    ['192.0.2.99', '99.2.0.192'],
    ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2'],
    ['::ffff:192.0.2.99', '99.2.0.192'],
    ['Example.COM.', 'example.com'],
    ['300.0.2.99', undefined],
    ['192.0.2', undefined],
    ['192.0.2.9.', undefined],
    ['::g', undefined],
    ['localhost', undefined],
    ['a b.test', undefined],
    ['', undefined],
  ]
  for (const [text, query] of rows)
    test(`of ${JSON.stringify(text)} is ${query ?? 'nothing'}`, () =>
      expect(readTarget(text)?.query).toBe(query as string))

  test('is a valid DNS name for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.ipV4(), fc.ipV6(), fc.domain()), (text) => {
        const query = readTarget(text)?.query
        if (query !== undefined) expect(query).toMatch(/^[a-z0-9_.-]+$/)
      }),
    )
  })
})

describe('a list', () => {
  test('with a listing reports it with the text of the list', async () => {
    const records = { '99.2.0.192.bl.test': ['127.0.0.2'], 'TXT 99.2.0.192.bl.test': ['See\nhttps://bl.test'] }
    expect(await check(records, '192.0.2.99')).toEqual({
      target: '192.0.2.99',
      checked: 1,
      hits: [
        {
          zone: 'bl.test',
          name: 'A list',
          code: '127.0.0.2',
          meaning: 'spam source',
          severity: 'high',
          codes: [{ code: '127.0.0.2', meaning: 'spam source', severity: 'high' }],
          reason: 'See https://bl.test',
          reasons: ['See https://bl.test'],
        },
      ],
      errors: [],
      disabled: [],
    })
  })

  test('without a listing reports nothing', async () =>
    expect(await check({}, '192.0.2.99')).toMatchObject({ checked: 1, hits: [], errors: [] }))

  test('of policies reports no abuse', async () =>
    expect(await check({ '99.2.0.192.bl.test': ['127.0.0.10'] }, '192.0.2.99')).toMatchObject({
      hits: [{ severity: 'info', meaning: 'dynamic' }],
    }))

  test('with a bitmask explains each bit', async () =>
    expect(await check({ 'example.com.multi.test': ['127.0.0.72'] }, 'example.com', [bits])).toMatchObject({
      hits: [{ meaning: 'phishing', codes: [{ meaning: 'phishing' }, { meaning: 'spam' }] }],
    }))

  test('with several codes reports each with its reason, the worst first, in any order of DNS', async () => {
    const zen = findZone('zen.spamhaus.org') as Zone
    const codes = [
      { code: '127.0.0.2', meaning: 'SBL', severity: 'critical' },
      { code: '127.0.0.4', meaning: 'XBL', severity: 'critical' },
      { code: '127.0.0.10', meaning: 'PBL (ISP maintained)', severity: 'info' },
    ]
    for (const answer of [
      ['127.0.0.10', '127.0.0.4', '127.0.0.2'],
      ['127.0.0.2', '127.0.0.10', '127.0.0.4'],
    ]) {
      const records = {
        '2.0.0.127.zen.spamhaus.org': ['127.0.0.2', '127.0.0.4', '127.0.0.10'],
        '99.2.0.192.zen.spamhaus.org': answer,
        'TXT 99.2.0.192.zen.spamhaus.org': [
          'https://check.test/sbl',
          'https://check.test/pbl',
          'https://check.test/sbl',
        ],
      }
      expect((await check(records, '192.0.2.99', [zen])).hits).toMatchObject([
        { code: '127.0.0.2', meaning: 'SBL', codes, reasons: ['https://check.test/sbl', 'https://check.test/pbl'] },
      ])
      const mixed = { ...records, '99.2.0.192.zen.spamhaus.org': [...answer, '127.255.255.255'] }
      expect(await check(mixed, '192.0.2.99', [zen])).toMatchObject({ hits: [], checked: 0, errors: [{}] })
    }
  })

  test('of networks or mailing practices reports no abuse', async () => {
    const rows: [zone: string, query: string, code: string, severity: string][] = [
      ['multi.surbl.org', 'example.org', '127.0.0.32', 'info'],
      ['multi.surbl.org', 'example.org', '127.0.0.96', 'high'],
      ['hostkarma.junkemailfilter.com', '192.0.2.99', '127.0.0.1', 'info'],
      ['hostkarma.junkemailfilter.com', '192.0.2.99', '127.0.0.2', 'low'],
    ]
    for (const [zone, text, code, severity] of rows) {
      const list = findZone(zone) as Zone
      const point = list.testPoint?.listed ?? (list.kind === 'domain' ? 'test' : '2.0.0.127')
      const records = {
        [`${point}.${zone}`]: ['127.0.0.64'],
        [`${target(text).query}.${zone}`]: [code],
      }
      expect(await check(records, text, [list])).toMatchObject({ hits: [{ zone, code, severity }], disabled: [] })
    }
  })

  const errors: [name: string, answer: string[] | 'timeout', zone?: Zone, text?: string][] = [
    ['that refuses public resolvers', ['127.255.255.254']],
    ['whose name somebody else has', ['203.0.113.5']],
    ['that answers what it does not explain', ['127.0.0.77']],
    ['that is silent', 'timeout'],
    ['that refuses by a bit', ['127.0.0.1'], bits, 'example.com'],
  ]
  for (const [name, answer, zone = list, text = '192.0.2.99'] of errors)
    test(`${name} is an error, and never a listing`, async () => {
      const { query } = target(text)
      expect(await check({ [`${query}.${zone.zone}`]: answer }, text, [zone])).toMatchObject({
        checked: 0,
        hits: [],
        errors: [{ zone: zone.zone }],
      })
    })

  const ill: [name: string, points: Parameters<typeof worldOf>[0]][] = [
    ['lists everything', { '1.0.0.127.bl.test': ['127.0.0.2'] }],
    ['has lost its test entry', { '2.0.0.127.bl.test': [] }],
    ['is dead, and somebody sells its name', { '2.0.0.127.bl.test': ['203.0.113.5'] }],
    ['does not answer', { '2.0.0.127.bl.test': 'timeout' }],
    ['wants no public resolvers', { '2.0.0.127.bl.test': ['127.255.255.254'] }],
  ]
  for (const [name, points] of ill)
    test(`that ${name} is not queried`, async () => {
      const world = worldOf({ ...points, '99.2.0.192.bl.test': ['127.0.0.2'] })
      expect(await world.blacklists.check(target('192.0.2.99'), [list])).toMatchObject({
        checked: 0,
        hits: [],
        disabled: [{ zone: 'bl.test' }],
      })
      expect(world.asked.some((each) => each.includes('99.2.0.192'))).toBe(false)
    })

  test('is health-checked once an hour, or sooner after a failure', async () => {
    const world = worldOf({ 'test.dbl.test': 'timeout' })
    const zones = [list, domains]
    const count = (name: string) => world.asked.filter((each) => each === `A ${name}`).length
    const look = () =>
      Promise.all([world.blacklists.check(target('192.0.2.1'), zones), world.blacklists.check(target('a.test'), zones)])
    await look()
    await look()
    expect([count('2.0.0.127.bl.test'), count('test.dbl.test')]).toEqual([1, 1])
    world.pass(301_000)
    await look()
    expect([count('2.0.0.127.bl.test'), count('test.dbl.test')]).toEqual([1, 2])
    world.pass(3_600_000)
    await look()
    expect(count('2.0.0.127.bl.test')).toBe(2)
  })

  test('with a key is queried with it, and reported without it', async () => {
    const zone: Zone = { ...list, zone: '{key}.dq.test' }
    const world = worldOf({ '2.0.0.127.secret.dq.test': ['127.0.0.2'], '9.2.0.192.secret.dq.test': ['127.0.0.2'] })
    const found = await world.blacklists.check(target('192.0.2.9'), [zone])
    expect(found.hits).toMatchObject([{ zone: '{key}.dq.test' }])
    expect(JSON.stringify(found)).not.toContain('secret')
  })

  describe('of IPv6', () => {
    const nibbles = (last: number) => `${last}.0.0.0.0.0.f.7.f.f.f.f.${'0.'.repeat(20)}bl.test`
    const address = target('2001:db8::1')
    const listed = { [`${address.query}.bl.test`]: ['127.0.0.2'] }
    test('alone has test entries of IPv6', async () => {
      const six: Zone = { ...list, families: [6] }
      const well = worldOf({ ...listed, [nibbles(2)]: ['127.0.0.2'], '2.0.0.127.bl.test': [] })
      expect(await well.blacklists.check(address, [six])).toMatchObject({ checked: 1, hits: [{ code: '127.0.0.2' }] })
      expect(await worldOf(listed).blacklists.check(address, [six])).toMatchObject({
        checked: 0,
        disabled: [{ zone: 'bl.test' }],
      })
    })
    test('and IPv4 must not list all of IPv6', async () => {
      expect(await worldOf(listed).blacklists.check(address, [list])).toMatchObject({ checked: 1, hits: [{}] })
      const world = worldOf({ ...listed, [nibbles(1)]: ['127.0.0.2'] })
      expect(await world.blacklists.check(address, [list])).toMatchObject({
        disabled: [{ reason: 'it lists everything' }],
      })
      // Of addresses of IPv4 that says nothing.
      expect(await world.blacklists.check(target('192.0.2.1'), [list])).toMatchObject({ checked: 1, disabled: [] })
    })
  })

  test('with test entries of its own is examined by those', async () => {
    const zones = ['multi.surbl.org', 'multi.uribl.com'].map((name) => findZone(name) as Zone)
    const world = worldOf({
      'surbl-org-permanent-test-point.com.multi.surbl.org': ['127.0.0.254'],
      '2.0.0.127.multi.uribl.com': ['127.0.0.14'],
      'bad.test.multi.surbl.org': ['127.0.0.64'],
      'bad.test.multi.uribl.com': ['127.0.0.1'],
    })
    expect(await world.blacklists.check(target('bad.test'), zones)).toMatchObject({
      checked: 1,
      hits: [{ zone: 'multi.surbl.org', meaning: 'ABUSE spam' }],
      errors: [{ zone: 'multi.uribl.com' }],
    })
  })

  describe('of mailboxes', () => {
    const ebl = findZone('ebl.msbl.org') as Zone
    const hbl = findZone('_email.{key}.hbl.dq.spamhaus.net') as Zone
    const own = findZone('email:own.test') as Zone
    const healthy = (zone: Zone, name: string) => ({ [`${zone.testPoint?.listed}.${name}`]: ['127.0.0.2'] })

    test('is queried by hash, without personal data', async () => {
      // The hash that Spamhaus publishes for this address, and that of SHA-1.
      const hashed = 'F3PDGTMWU6LFIGDJC67YNIWRY5ZRM7ERLETNFO36QAEQPMBPW2DA._email.secret.hbl.dq.spamhaus.net'
      const world = worldOf({
        ...healthy(ebl, 'ebl.msbl.org'),
        [hashed]: ['127.0.3.2'],
        'ebcb8a93f4d4c80a83f7fc886fd2de97f0de4814.ebl.msbl.org': ['127.0.0.2'],
      })
      const found = await world.blacklists.check(mailboxTarget('user+tag@hbltest.com'), [ebl, hbl, list, domains])
      expect(found).toMatchObject({
        target: 'the address',
        checked: 2,
        hits: [
          { zone: 'ebl.msbl.org', meaning: 'drop box' },
          { zone: '_email.{key}.hbl.dq.spamhaus.net', meaning: 'listed' },
        ],
      })
      expect(JSON.stringify([found, world.asked])).not.toContain('user')
    })
    test('that only monitors an address reports no abuse', async () => {
      const world = worldOf({
        ...healthy(ebl, 'ebl.msbl.org'),
        'ebcb8a93f4d4c80a83f7fc886fd2de97f0de4814.ebl.msbl.org': ['127.0.1.2'],
      })
      expect(await world.blacklists.check(mailboxTarget('user@hbltest.com'), [ebl])).toMatchObject({
        hits: [{ severity: 'info', meaning: 'grey' }],
      })
    })
    test('of the operator is health-checked with two addresses of example.com', async () => {
      const world = worldOf({
        '567159d622ffbb50b11b0efd307be358624a26ee.own.test': ['127.0.0.2'],
        'ebcb8a93f4d4c80a83f7fc886fd2de97f0de4814.own.test': ['127.0.0.9'],
      })
      expect(await world.blacklists.check(mailboxTarget('user@hbltest.com'), [own])).toMatchObject({
        checked: 1,
        hits: [{ zone: 'own.test', code: '127.0.0.9' }],
      })
      expect(world.asked).toContain('A c4b28a804b9c1a250be74968ad7a433d1442527d.own.test')
    })
  })

  test('of domains is not queried for IP addresses, nor one of IPv4 for IPv6', async () => {
    const world = worldOf({})
    await world.blacklists.check(target('2001:db8::1'), [domains, { ...list, families: [4] }])
    expect(world.asked).toEqual([])
  })
})

describe('the table of lists', () => {
  test('enables no list by default that requires a key, registration or consent', () => {
    const { zones } = selectZones(['default'])
    expect(zones.length).toBeGreaterThan(50)
    expect(zones.filter(({ terms, zone }) => terms !== undefined || zone.includes('{key}'))).toEqual([])
    expect(zones.some(({ zone }) => zone.includes('spamhaus'))).toBe(false)
  })

  test('names each list once, with codes of 127/8', () => {
    expect(new Set(builtInZones.map(({ zone }) => zone)).size).toBe(builtInZones.length)
    for (const { codeMode, codes, zone } of builtInZones)
      for (const code of Object.keys(codes))
        expect([zone, code]).toEqual([zone, expect.stringMatching(codeMode === 'bitmask' ? /^\d+$/ : /^127\./)])
  })

  test('never queries defunct lists', () => {
    expect(findZone('dnsbl.sorbs.net')).toEqual({ problem: 'dnsbl.sorbs.net was shut down (2024-06-05)' })
    expect(findZone('escalations.of.dnsbl.sorbs.net')).toHaveProperty('problem')
    expect(builtInZones.filter(({ zone }) => 'problem' in findZone(zone))).toEqual([])
  })

  test('accepts lists of the operator, and reports invalid ones', () => {
    const { problems, zones } = selectZones([
      'zen.spamhaus.org',
      'domain:bad.example.org',
      'own.example.org',
      'x y',
      'ix.dnsbl.manitu.net',
    ])
    expect(zones.map(({ kind, zone }) => `${kind} ${zone}`)).toEqual([
      'ip zen.spamhaus.org',
      'domain bad.example.org',
      'ip own.example.org',
    ])
    expect(problems.length).toBe(2)
  })

  test('with a key has the lists that require it', () =>
    expect(selectZones([], 'k').zones.every(({ zone }) => zone.startsWith('{key}.'))).toBe(true))

  test('queries a list of mailboxes only if named, because it learns the queried address', () => {
    const isOfMailboxes = ({ kind }: Zone) => kind === 'email'
    expect(selectZones(['default'], 'k').zones.filter(isOfMailboxes)).toEqual([])
    const named = ['ebl.msbl.org', '_email.{key}.hbl.dq.spamhaus.net']
    expect(selectZones(named, 'k').zones.filter(isOfMailboxes)).toHaveLength(2)
    expect(selectZones(named).problems).toEqual(['_email.{key}.hbl.dq.spamhaus.net requires a key'])
  })
})
