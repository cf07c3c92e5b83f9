import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type MxAnswer,
  type MxFinding,
  type MxDeps,
  type MxRecord,
  findMx,
} from '../../../src/deliverability/mx/index.ts'

type Trouble = 'no_data' | 'no_name' | 'failed' | 'refused' | 'timeout'
/** Records by name and type, such as `MX a.test`; what is not there does not exist. A text instead of records is how it ends. */
type Zone = Record<string, readonly (string | [number, string])[] | Trouble>

function worldOf(zone: Zone): MxDeps & { asked: string[] } {
  const asked: string[] = []
  const resolve = async (name: string, type: string): Promise<MxAnswer<string & MxRecord>> => {
    asked.push(`${type} ${name}`)
    const alias = zone[`CNAME ${name}`]
    const owner = Array.isArray(alias) ? String(alias[0]) : name
    const given = zone[`${type} ${owner}`]
    if (typeof given === 'string') return { outcome: given as Trouble, records: [], owner }
    const exists = Object.keys(zone).some((key) => key.endsWith(` ${owner}`))
    if (given === undefined) return { outcome: exists ? 'no_data' : 'no_name', records: [], owner }
    const records = given.map((each) =>
      typeof each === 'string' ? each : { preference: each[0], exchange: each[1] },
    ) as (string & MxRecord)[]
    return { outcome: 'found', records, owner }
  }
  return {
    asked,
    resolve,
    mayDial: (address) => !/^(10|127|192\.168)\.|^::1$|^f[cd]/.test(address),
    isTopLevel: (label) => label === 'com',
    random: () => 0.5,
  }
}

const find = (zone: Zone, domain = 'a.test') => findMx(domain, worldOf(zone))
const host = (name: string, preference: number, ...addresses: string[]) => ({ host: name, preference, addresses })

const rows: [name: string, zone: Zone, expected: Partial<MxFinding>][] = [
  [
    'hosts are tried by preference, with the addresses that may be dialled',
    {
      'MX a.test': [
        [20, 'B.test.'],
        [10, 'c.test'],
      ],
      'A b.test': ['192.0.2.2'],
      'A c.test': ['10.0.0.1', '192.0.2.3'],
    },
    { outcome: 'found', hosts: [host('c.test', 10, '192.0.2.3'), host('b.test', 20, '192.0.2.2')] },
  ],
  [
    'a domain without MX takes mail itself',
    { 'A a.test': ['192.0.2.1'] },
    { outcome: 'implicit', hosts: [host('a.test', 0, '192.0.2.1')] },
  ],
  [
    'so does one that has only IPv6',
    { 'AAAA a.test': ['2001:4860::1'] },
    { outcome: 'implicit', hosts: [host('a.test', 0, '2001:4860::1')] },
  ],
  ['a null MX means nobody', { 'MX a.test': [[0, '.']], 'A a.test': ['192.0.2.1'] }, { outcome: 'null_mx', hosts: [] }],
  ['so does an empty exchange', { 'MX a.test': [[0, '']] }, { outcome: 'null_mx' }],
  [
    'a null MX beside others means nothing',
    {
      'MX a.test': [
        [0, '.'],
        [10, 'b.test'],
      ],
      'A b.test': ['192.0.2.2'],
    },
    {
      outcome: 'found',
      records: [{ host: 'b.test', preference: 10 }],
      notes: ['a null MX next to other records is invalid (RFC 7505 3)'],
    },
  ],
  ['a name that does not exist is told from one without mail', {}, { outcome: 'domain_not_found' }],
  ['a name without MX and address has no mail', { 'TXT a.test': ['x'] }, { outcome: 'no_mx' }],
  [
    'a server that denies the name, but has its address, is not believed',
    { 'MX a.test': 'no_name', 'A a.test': ['192.0.2.1'] },
    { outcome: 'implicit' },
  ],
  [
    'what is refused says nothing',
    { 'MX a.test': 'refused', 'A a.test': 'no_name' },
    { outcome: 'servfail', hosts: [] },
  ],
  ['what fails says nothing', { 'MX a.test': 'failed', 'A a.test': ['192.0.2.1'] }, { outcome: 'servfail', hosts: [] }],
  ['what does not answer says nothing', { 'MX a.test': 'timeout' }, { outcome: 'timeout' }],
  [
    'an address that could not be asked for says nothing',
    { 'MX a.test': 'no_data', 'A a.test': 'timeout' },
    { outcome: 'timeout' },
  ],
  [
    'IPv6 without records does not stand for IPv4 that failed',
    { 'MX a.test': [[1, 'b.test']], 'A b.test': 'failed', 'AAAA b.test': 'no_data' },
    { outcome: 'servfail' },
  ],
  [
    'a host that does not exist is passed over',
    {
      'MX a.test': [
        [1, 'gone.test'],
        [2, 'b.test'],
      ],
      'A b.test': ['192.0.2.2'],
    },
    { outcome: 'found', hosts: [host('b.test', 2, '192.0.2.2')], notes: ['gone.test does not exist'] },
  ],
  ['hosts that all do not exist are no mail', { 'MX a.test': [[1, 'gone.test']] }, { outcome: 'no_mx' }],
  [
    'one host that could not be asked for may be the one that works',
    {
      'MX a.test': [
        [1, 'gone.test'],
        [2, 'b.test'],
      ],
      'A b.test': 'timeout',
    },
    { outcome: 'timeout' },
  ],
  [
    'a host in private space is nobody',
    { 'MX a.test': [[1, 'b.test']], 'A b.test': ['10.0.0.1', '127.0.0.1'] },
    { outcome: 'private', hosts: [] },
  ],
  [
    'a host whose IPv4 is private may be reached by IPv6',
    { 'MX a.test': [[1, 'b.test']], 'A b.test': ['10.0.0.1'], 'AAAA b.test': ['2001:4860::2'] },
    { outcome: 'found', hosts: [host('b.test', 1, '2001:4860::2')] },
  ],
  [
    'and says nothing where IPv6 could not be asked for',
    { 'MX a.test': [[1, 'b.test']], 'A b.test': ['10.0.0.1'], 'AAAA b.test': 'timeout' },
    { outcome: 'timeout', hosts: [] },
  ],
  [
    'a host of a public provider is not in private space: whoever says so is not believed',
    { 'MX a.test': [[1, 'aspmx.l.google.com']], 'A aspmx.l.google.com': ['10.0.0.1'] },
    { outcome: 'servfail', hosts: [] },
  ],
  [
    'localhost is nobody, and is not asked for',
    { 'MX a.test': [[1, 'localhost']], 'A localhost': ['192.0.2.1'] },
    { outcome: 'private' },
  ],
  ['a name below localhost neither', { 'MX a.test': [[1, 'mx.localhost.']] }, { outcome: 'private' }],
  ['an address where a name belongs is passed over', { 'MX a.test': [[1, '192.0.2.9']] }, { outcome: 'no_mx' }],
  [
    'an alias is followed, and spoken of',
    { 'MX a.test': [[1, 'b.test']], 'CNAME b.test': ['c.test'], 'A c.test': ['192.0.2.3'] },
    { outcome: 'found', notes: ['b.test is an alias, which RFC 2181 10.3 rules out'] },
  ],
  // What a resolver says of aliases that go round.
  [
    'aliases that go round are a failure',
    { 'MX a.test': [[1, 'b.test']], 'A b.test': 'failed', 'AAAA b.test': 'failed' },
    { outcome: 'servfail' },
  ],
  [
    'a host that is named twice counts once, at its better preference',
    {
      'MX a.test': [
        [20, 'b.test'],
        [10, 'B.test'],
      ],
      'A b.test': ['192.0.2.2'],
    },
    { records: [{ host: 'b.test', preference: 10 }] },
  ],
  [
    'whose hosts they are is told',
    { 'MX a.test': [[1, 'aspmx.l.google.com']], 'A aspmx.l.google.com': ['192.0.2.9'] },
    { provider: expect.objectContaining({ id: 'google-workspace' }) as never },
  ],
]

describe('the mail hosts of a domain:', () => {
  test('a DNS server that denies the top-level domain as well is not believed', async () => {
    expect(await find({}, 'example.com')).toMatchObject({ outcome: 'servfail' })
    expect(await find({ 'NS com': ['a.gtld-servers.net'] }, 'example.com')).toMatchObject({
      outcome: 'domain_not_found',
    })
  })

  for (const [name, zone, expected] of rows) test(name, async () => expect(await find(zone)).toMatchObject(expected))

  test('fifty dead hosts cost a bounded number of queries', async () => {
    const world = worldOf({
      'MX a.test': Array.from({ length: 50 }, (_, index): [number, string] => [index, `h${index}.test`]),
    })
    expect(await findMx('a.test', world)).toMatchObject({ outcome: 'no_mx' })
    expect(world.asked.length).toBeLessThanOrEqual(1 + 50)
  })

  test('more dead hosts than the limit prove nothing', async () => {
    const world = worldOf({
      'MX a.test': Array.from({ length: 300 }, (_, index): [number, string] => [index, `h${index}.test`]),
    })
    expect(await findMx('a.test', world)).toMatchObject({ outcome: 'servfail', hosts: [] })
    expect(world.asked.length).toBeLessThanOrEqual(1 + 64)
  })

  test('three hosts are enough', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `h${index}.test`)
    const world = worldOf({
      'MX a.test': names.map((name, index): [number, string] => [index, name]),
      ...Object.fromEntries(names.map((name) => [`A ${name}`, ['192.0.2.1']])),
    })
    const { hosts, records } = await findMx('a.test', world)
    expect([hosts.length, records.length, world.asked.length]).toEqual([3, 50, 4])
  })

  test('hosts of equal preference come in any order', async () => {
    const zone: Zone = {
      'MX a.test': [
        [1, 'b.test'],
        [1, 'c.test'],
      ],
      'A b.test': ['192.0.2.1'],
      'A c.test': ['192.0.2.2'],
    }
    const firsts = await Promise.all(
      [0, 1].map(async (turn) => {
        let calls = turn
        const { hosts } = await findMx('a.test', { ...worldOf(zone), random: () => (calls++ % 2 === 0 ? 0.1 : 0.9) })
        return hosts[0]?.host
      }),
    )
    expect(firsts.toSorted()).toEqual(['b.test', 'c.test'])
  })
})

test('for any DNS response, no forbidden IP address is returned, and a DNS failure never means that a domain has no mail', async () => {
  const names = ['a.test', 'b.test', 'c.test', 'localhost']
  const outcome = fc.constantFrom<Trouble>('no_data', 'no_name', 'failed', 'refused', 'timeout')
  const addresses = fc.array(fc.constantFrom('192.0.2.1', '10.1.1.1', '127.0.0.1'), { maxLength: 3 })
  const exchanges = fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...names, '', '.', '10.0.0.1')), { maxLength: 4 })
  const zones = fc.record({
    'MX a.test': fc.oneof(
      exchanges.filter((list) => list.length > 0),
      outcome,
    ),
    'A a.test': fc.oneof(
      addresses.filter((list) => list.length > 0),
      outcome,
    ),
    'A b.test': fc.oneof(
      addresses.filter((list) => list.length > 0),
      outcome,
    ),
    'AAAA b.test': fc.oneof(outcome),
    'A c.test': fc.oneof(
      addresses.filter((list) => list.length > 0),
      outcome,
    ),
  })
  await fc.assert(
    fc.asyncProperty(zones, async (zone) => {
      const found = await find(zone as Zone)
      for (const each of found.hosts)
        expect(each.addresses).toEqual(each.addresses.filter((one) => one === '192.0.2.1'))
      expect(found.hosts.length > 0).toBe(found.outcome === 'found' || found.outcome === 'implicit')
      const isDenied = ['no_mx', 'domain_not_found', 'null_mx', 'private'].includes(found.outcome)
      if (isDenied) expect(['failed', 'refused', 'timeout']).not.toContain(String(zone['MX a.test']))
    }),
  )
})
