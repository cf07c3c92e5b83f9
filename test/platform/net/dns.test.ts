import { describe, expect, test } from 'bun:test'
import packet from 'dns-packet'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DnsDeps, createDnsClient } from '../../../src/platform/net/dns/client.ts'
import { parseHosts, parseResolvConf } from '../../../src/platform/net/dns/system-files.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { type DnsServerUnderTest, type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { hasIpv6 } from './receivers.ts'

const none = { hosts: '/nonexistent/hosts', resolvConf: '/nonexistent/resolv.conf' }

function clientOf(servers: readonly DnsServerUnderTest[], parts: Partial<DnsDeps> = {}) {
  return createDnsClient({ servers, metrics: createMetrics(), timeoutsMs: [1000, 1000], files: none, ...parts })
}

async function zone(entries: Record<string, ZoneAnswer>) {
  const server = await startDnsServer((name, type) => entries[`${type} ${name}`] ?? { rcode: 'NXDOMAIN', soa: 60 })
  return { server, client: clientOf([server]) }
}

describe('records', () => {
  test('of every type come as the zone has them', async () => {
    const { client } = await zone({
      'A a.test': { records: [{ type: 'A', data: '192.0.2.1' }] },
      'AAAA a.test': { records: [{ type: 'AAAA', data: '2001:db8::1' }] },
      'MX a.test': { records: [{ type: 'MX', data: { preference: 10, exchange: 'mx.a.test' } }] },
      'PTR 1.2.0.192.in-addr.arpa': { records: [{ type: 'PTR', data: 'a.test' }] },
      'TLSA _25._tcp.mx.a.test': {
        records: [
          { type: 'TLSA', data: { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.from('abcd', 'hex') } },
        ],
      },
      'CNAME www.a.test': { records: [{ type: 'CNAME', data: 'a.test' }] },
      'SOA a.test': { records: [{ type: 'SOA', data: { mname: 'ns.test', rname: 'root.test', serial: 7 } }] },
      'NS a.test': { records: [{ type: 'NS', data: 'ns.test' }] },
      'DNSKEY a.test': { records: [{ type: 'DNSKEY', data: { flags: 257, algorithm: 13, key: Buffer.from('key') } }] },
      'DS a.test': {
        records: [{ type: 'DS', data: { keyTag: 5, algorithm: 13, digestType: 2, digest: Buffer.from('digest') } }],
      },
    })
    expect((await client.query('a.test', 'A')).records).toEqual(['192.0.2.1'])
    expect((await client.query('a.test', 'AAAA')).records).toEqual(['2001:db8::1'])
    expect((await client.query('a.test', 'MX')).records).toEqual([{ preference: 10, exchange: 'mx.a.test' }])
    expect((await client.query('1.2.0.192.in-addr.arpa', 'PTR')).records).toEqual(['a.test'])
    expect((await client.query('www.a.test', 'CNAME')).records).toEqual(['a.test'])
    expect((await client.query('a.test', 'SOA')).records).toMatchObject([{ mname: 'ns.test', serial: 7 }])
    expect((await client.query('a.test', 'NS')).records).toEqual(['ns.test'])
    expect((await client.query('a.test', 'DNSKEY')).records).toMatchObject([{ flags: 257, key: Buffer.from('key') }])
    expect((await client.query('a.test', 'DS')).records).toMatchObject([{ keyTag: 5, digest: Buffer.from('digest') }])
    expect((await client.query('_25._tcp.mx.a.test', 'TLSA')).records).toEqual([
      { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.from('abcd', 'hex') },
    ])
  })
  test('the strings of a TXT record are one text, and two records are two', async () => {
    const { client } = await zone({
      'TXT a.test': {
        records: [
          { type: 'TXT', data: ['v=DKIM1; p=AAA', 'BBB'] },
          { type: 'TXT', data: 'größe' },
        ],
      },
    })
    expect((await client.query('a.test', 'TXT')).records).toEqual(['v=DKIM1; p=AAABBB', 'größe'])
  })
  test('of a name behind aliases are found in the answer, with its own name', async () => {
    const { client } = await zone({
      'A www.test': {
        records: [
          { type: 'CNAME', data: 'a.cdn.test' },
          { type: 'CNAME', name: 'A.cdn.test', data: 'b.cdn.test' },
          { type: 'A', name: 'b.cdn.test', data: '192.0.2.7' },
          { type: 'A', name: 'stray.test', data: '192.0.2.66' },
        ],
      },
      'A loop.test': {
        records: [
          { type: 'CNAME', data: 'loop2.test' },
          { type: 'CNAME', name: 'loop2.test', data: 'loop.test' },
        ],
      },
    })
    expect(await client.query('www.test', 'A')).toMatchObject({ records: ['192.0.2.7'], owner: 'b.cdn.test' })
    expect((await client.query('loop.test', 'A')).outcome).toBe('failed')
  })
  test('of a name whose server stops at an alias are asked for under the other name', async () => {
    const { client, server } = await zone({
      'A one.test': { records: [{ type: 'CNAME', data: 'two.test' }] },
      'A two.test': { records: [{ type: 'CNAME', data: 'three.test' }] },
      'A three.test': { records: [{ type: 'A', data: '192.0.2.3', ttl: 900 }] },
      'AAAA one.test': { records: [{ type: 'CNAME', data: 'two.test' }], soa: 60 },
      'A ring.test': { records: [{ type: 'CNAME', data: 'gnir.test' }] },
      'A gnir.test': { records: [{ type: 'CNAME', data: 'ring.test' }] },
    })
    const expected = { records: ['192.0.2.3'], owner: 'three.test', ttlSeconds: 30 }
    expect(await client.query('one.test', 'A')).toMatchObject(expected)
    expect((await client.query('one.test', 'AAAA')).outcome).toBe('no_data')
    expect(server.questions).toEqual(['A one.test', 'A two.test', 'A three.test', 'AAAA one.test'])
    expect((await client.query('ring.test', 'A')).outcome).toBe('failed')
    expect(server.questions.length).toBeLessThan(20)
  })
  test('are not denied by a referral, or by records of other names', async () => {
    const { client } = await zone({
      'A sent.test': { referral: 'ns.elsewhere.test' },
      'A odd.test': { records: [{ type: 'A', name: 'stray.test', data: '192.0.2.66' }] },
      'A bare.test': {},
    })
    const outcomes = ['sent.test', 'odd.test', 'bare.test'].map(async (name) => (await client.query(name, 'A')).outcome)
    expect(await Promise.all(outcomes)).toEqual(['failed', 'failed', 'no_data'])
  })
  test('larger than a datagram come over TCP', async () => {
    const texts = Array.from({ length: 30 }, (_, i) => `${i} ${'x'.repeat(200)}`)
    const { client, server } = await zone({
      'TXT big.test': { records: texts.map((data) => ({ type: 'TXT', data })) },
    })
    expect((await client.query('big.test', 'TXT')).records).toEqual(texts)
    expect(server.questions).toEqual(['TXT big.test', 'tcp TXT big.test'])
  })
})

describe('outcomes', () => {
  test('distinguish no data, no such name, failure and timeout', async () => {
    const { client } = await zone({
      'MX a.test': { soa: 60 },
      'A broken.test': { rcode: 'SERVFAIL' },
      'A refused.test': { rcode: 'REFUSED' },
      'A silent.test': 'silence',
      'A ok.test': { records: [{ type: 'A', data: '192.0.2.1' }], isAuthentic: true },
    })
    const ask = async (name: string, type: 'A' | 'MX') => {
      const { outcome, rcode, isAuthentic } = await client.query(name, type)
      return [outcome, rcode, isAuthentic]
    }
    expect(await ask('a.test', 'MX')).toEqual(['no_data', 'NOERROR', false])
    expect(await ask('nowhere.test', 'A')).toEqual(['no_name', 'NXDOMAIN', false])
    expect(await ask('broken.test', 'A')).toEqual(['failed', 'SERVFAIL', false])
    expect(await ask('refused.test', 'A')).toEqual(['refused', 'REFUSED', false])
    expect(await ask('silent.test', 'A')).toEqual(['timeout', '', false])
    expect(await ask('ok.test', 'A')).toEqual(['found', 'NOERROR', true])
  })
  test('an invalid DNS name does not exist, and no query is sent', async () => {
    const { client, server } = await zone({})
    for (const name of ['', '.', 'a..b', `${'x'.repeat(64)}.test`, 'x.'.repeat(150), 'bücher.test', 'a b.test'])
      expect((await client.query(name, 'A')).outcome).toBe('no_name')
    expect(server.questions).toEqual([])
  })
})

describe('servers', () => {
  const one = { records: [{ type: 'A', data: '192.0.2.1' }] }

  test('one that fails or is silent is passed over for the next', async () => {
    const failing = await startDnsServer(() => ({ rcode: 'SERVFAIL' }))
    const silent = await startDnsServer(() => 'silence')
    const good = await startDnsServer(() => one)
    expect((await clientOf([failing, silent, good]).query('a.test', 'A')).records).toEqual(['192.0.2.1'])
    expect([failing.questions.length, silent.questions.length, good.questions.length]).toEqual([1, 1, 1])
  })
  test('one that timed out is queried last from then on', async () => {
    const silent = await startDnsServer(() => 'silence')
    const good = await startDnsServer(() => one)
    const client = clientOf([silent, good])
    await client.query('a.test', 'A')
    for (const name of ['b.test', 'c.test', 'd.test']) await client.query(name, 'A')
    expect([silent.questions.length, good.questions.length]).toEqual([1, 4])
  })
  test('a lost datagram is asked for again', async () => {
    const server = await startDnsServer((_name, _type, asked) => (asked === 0 ? 'silence' : one))
    expect((await clientOf([server]).query('a.test', 'A')).records).toEqual(['192.0.2.1'])
  })
  test('a closed port is detected at once', async () => {
    const server = await startDnsServer(() => one)
    server.close()
    const client = clientOf([server], { timeoutsMs: [20_000, 20_000] })
    expect((await client.query('a.test', 'A')).outcome).toBe('timeout')
  })
  test('one that knows no EDNS is asked without', async () => {
    const server = await startDnsServer(() => one, { withoutEdns: true })
    expect((await clientOf([server]).query('a.test', 'A')).records).toEqual(['192.0.2.1'])
  })
  test.if(hasIpv6)('are reached over IPv6 too', async () => {
    const six = await startDnsServer(() => one, { host: '::1' })
    expect((await clientOf([six]).query('a.test', 'A')).records).toEqual(['192.0.2.1'])
  })
  test('are found by name', async () => {
    const four = await startDnsServer(() => one)
    expect((await clientOf([{ ...four, host: 'localhost' }]).query('a.test', 'A')).records).toEqual(['192.0.2.1'])
  })
  const forgeries: Parameters<typeof startDnsServer>[1][] = [
    { wrong: (query) => ({ ...query, type: 'response', id: ((query.id ?? 0) + 1) % 65_536 }) },
    { wrong: (query) => ({ ...query, type: 'response', questions: [{ type: 'A', name: 'b.test' }] }) },
    { wrong: (query) => ({ ...query, type: 'response', questions: [{ type: 'AAAA', name: 'a.test' }] }) },
    { wrong: (query) => ({ ...query, type: 'response', questions: [] }) },
    { wrong: (query) => query },
  ]
  forgeries.forEach((forgery, index) =>
    test(`a forged reply (${index + 1}) is passed over for the true one`, async () => {
      const server = await startDnsServer(() => one, forgery)
      expect((await clientOf([server]).query('a.test', 'A')).records).toEqual(['192.0.2.1'])
    }),
  )
  test('are asked from a port for each question, and from another one every so often', async () => {
    const ports: number[] = []
    const udp = await Bun.udpSocket({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data(socket, bytes, port, address) {
          ports.push(port)
          const { id, questions } = packet.decode(Buffer.from(bytes))
          const answers = [{ type: 'A' as const, name: questions?.[0]?.name ?? '', data: '192.0.2.1' }]
          socket.send(
            packet.encode({ type: 'response', id: id ?? 0, questions: questions ?? [], answers }),
            port,
            address,
          )
        },
      },
    })
    const client = createDnsClient({
      servers: [{ host: '127.0.0.1', port: udp.port }],
      metrics: createMetrics(),
      files: none,
    })
    for (let index = 0; index < 200; index++) await client.query(`one${index}.test`, 'A')
    const uses = [...Map.groupBy(ports, (port) => port).values()].map(({ length }) => length)
    expect([Math.max(...uses) <= 32, uses.length >= 7]).toEqual([true, true])
    ports.length = 0
    await Promise.all(Array.from({ length: 50 }, (_, index) => client.query(`many${index}.test`, 'A')))
    expect(new Set(ports).size).toBeGreaterThan(25)
    udp.close()
  })
  test('that are reachable again are used at once', async () => {
    const first = await startDnsServer(() => one)
    const client = clientOf([first])
    expect((await client.query('a.test', 'A')).outcome).toBe('found')
    first.close()
    expect((await client.query('b.test', 'A')).outcome).toBe('timeout')
    const again = await Bun.udpSocket({
      hostname: '127.0.0.1',
      port: first.port,
      socket: {
        data(socket, bytes, port, address) {
          const { id, questions } = packet.decode(Buffer.from(bytes))
          socket.send(packet.encode({ type: 'response', id: id ?? 0, questions: questions ?? [] }), port, address)
        },
      },
    })
    expect((await client.query('c.test', 'A')).outcome).toBe('no_data')
    again.close()
  })
  test('bytes that are no packet are passed over', async () => {
    const udp = await Bun.udpSocket({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data(socket, bytes, port, address) {
          const countless = Buffer.concat([
            bytes.subarray(0, 2),
            Buffer.from('8180ffffffffffffffff', 'hex'),
            bytes.subarray(12),
          ])
          for (const noise of [new Uint8Array(1), new Uint8Array(600).fill(0xc0), bytes.subarray(0, 20), countless])
            socket.send(noise, port, address)
        },
      },
    })
    const client = createDnsClient({
      servers: [{ host: '127.0.0.1', port: udp.port }],
      metrics: createMetrics(),
      timeoutsMs: [50],
      files: none,
    })
    expect((await client.query('a.test', 'A')).outcome).toBe('timeout')
    udp.close()
  })
})

describe('the cache', () => {
  test('keeps an answer while it lives, and nothing that says zero', async () => {
    const { client, server } = await zone({
      'A kept.test': { records: [{ type: 'A', data: '192.0.2.1' }] },
      'A fresh.test': { records: [{ type: 'A', data: '192.0.2.1', ttl: 0 }] },
      'MX none.test': { soa: 60 },
      'MX unsigned.test': {},
    })
    const names = ['A kept.test', 'A fresh.test', 'MX none.test', 'MX unsigned.test', 'A nowhere.test'] as const
    for (const entry of [...names, ...names]) {
      const [type, name] = entry.split(' ') as ['A' | 'MX', string]
      await client.query(name.toUpperCase(), type)
    }
    expect(server.questions).toEqual([...names, 'A fresh.test', 'MX unsigned.test'])
  })
  test('the TTL of a response is that of its shortest record', async () => {
    const { client } = await zone({
      'A www.test': {
        records: [
          { type: 'CNAME', data: 'a.test', ttl: 7 },
          { type: 'A', name: 'a.test', data: '192.0.2.1', ttl: 900 },
        ],
      },
      'A long.test': { records: [{ type: 'A', data: '192.0.2.1', ttl: 0x7fffffff }] },
      'A odd.test': { records: [{ type: 'A', data: '192.0.2.1', ttl: 0xffffffff }] },
    })
    expect((await client.query('www.test', 'A')).ttlSeconds).toBe(7)
    expect((await client.query('long.test', 'A')).ttlSeconds).toBe(3600)
    expect((await client.query('odd.test', 'A')).ttlSeconds).toBe(0)
    expect((await client.query('nowhere.test', 'A')).ttlSeconds).toBe(60)
  })
  test('sends one query for concurrent lookups of a name', async () => {
    const { client, server } = await zone({ 'A a.test': { records: [{ type: 'A', data: '192.0.2.1', ttl: 0 }] } })
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.query('a.test', 'A')))
    expect([answers.length, server.questions.length]).toEqual([50, 1])
  })
  test('thousands of names at once all get their answer', async () => {
    const server = await startDnsServer(() => ({ records: [{ type: 'A', data: '192.0.2.1' }] }))
    const client = clientOf([server], { timeoutsMs: [2000, 3000] })
    const answers = await Promise.all(Array.from({ length: 3000 }, (_, i) => client.query(`n${i}.test`, 'A')))
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['found']))
  })
})

describe('addresses of a host', () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-hosts-'))
  const hosts = join(directory, 'hosts')
  writeFileSync(hosts, '# local\n10.0.0.5  db.internal DB # the database\n::5 db.internal\nbad line here\n')

  test('are A and AAAA together, IPv4 first', async () => {
    const { client } = await zone({
      'A a.test': { records: [{ type: 'A', data: '192.0.2.1' }] },
      'AAAA a.test': { records: [{ type: 'AAAA', data: '2001:db8::1' }] },
      'A four.test': { records: [{ type: 'A', data: '192.0.2.4' }] },
      'AAAA four.test': { soa: 60 },
      'A half.test': { soa: 60 },
      'AAAA half.test': { rcode: 'SERVFAIL' },
      'A empty.test': { soa: 60 },
      'AAAA empty.test': { soa: 60 },
    })
    expect(await client.addressesOf('A.test.')).toEqual({
      outcome: 'found',
      addresses: ['192.0.2.1', '2001:db8::1'],
      isLocal: false,
    })
    expect((await client.addressesOf('four.test')).addresses).toEqual(['192.0.2.4'])
    expect((await client.addressesOf('half.test')).outcome).toBe('failed')
    expect((await client.addressesOf('empty.test')).outcome).toBe('no_data')
    expect((await client.addressesOf('nowhere.test')).outcome).toBe('no_name')
  })
  test('localhost is this machine, and no query is sent', async () => {
    const { client, server } = await zone({})
    expect((await client.addressesOf('localhost')).addresses).toEqual(['127.0.0.1', '::1'])
    expect((await client.addressesOf('app.localhost')).addresses).toEqual(['127.0.0.1', '::1'])
    expect((await client.addressesOf('192.0.2.9')).addresses).toEqual(['192.0.2.9'])
    expect(server.questions).toEqual([])
  })
  test('in the hosts file come before those in DNS', async () => {
    const server = await startDnsServer(() => ({ records: [] }))
    const client = clientOf([server], { files: { ...none, hosts } })
    expect((await client.addressesOf('DB.internal')).addresses).toEqual(['10.0.0.5', '::5'])
    expect((await client.addressesOf('db')).addresses).toEqual(['10.0.0.5'])
    expect(server.questions).toEqual([])
  })
  test('the hosts file is read as hosts(5) has it, resolv.conf as resolv.conf(5)', () => {
    expect(parseHosts('127.0.0.1 a b\r\n::1 a\n999.1.1.1 c\n#1.1.1.1 d').get('a')).toEqual(['127.0.0.1', '::1'])
    expect(parseHosts('1.1.1.1').size).toBe(0)
    const conf =
      'search x\nnameserver 9.9.9.9\n nameserver ::1\n#nameserver 1.1.1.1\nnameserver x\nnameserver 1.0.0.1\n'
    expect(parseResolvConf(`${conf}nameserver 8.8.8.8`).map(({ host }) => host)).toEqual(['9.9.9.9', '::1', '1.0.0.1'])
    expect(parseResolvConf('')).toEqual([{ host: '127.0.0.1', port: 53 }])
  })
})
