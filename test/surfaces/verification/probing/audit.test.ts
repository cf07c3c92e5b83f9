import { describe, expect, test } from 'bun:test'
import { readIp, reverseOf } from '../../../../src/deliverability/ip/index.ts'
import { createMetrics } from '../../../../src/platform/metrics/index.ts'
import { createDnsClient } from '../../../../src/platform/net/index.ts'
import { type AuditDeps, auditIdentity, isFullHostName } from '../../../../src/surfaces/verification/probing/index.ts'
import { type ZoneAnswer, startDnsServer } from '../../../support/dns-server.ts'

const record = (type: string, data: unknown): ZoneAnswer => ({ records: [{ type, data }] })
const zone: Record<string, ZoneAnswer> = {
  'A verify.example.org': record('A', '192.0.2.7'),
  'AAAA verify.example.org': record('AAAA', '2001:db8::7'),
  'PTR 7.2.0.192.in-addr.arpa': record('PTR', 'Verify.Example.org'),
  [`PTR ${reverseOf(readIp('2001:db8::7') ?? [])}`]: record('PTR', 'verify.example.org'),
  'MX example.org': record('MX', { preference: 1, exchange: 'mx.example.org' }),
  'MX null.example.org': record('MX', { preference: 0, exchange: '.' }),
  'A null.example.org': record('A', '192.0.2.7'),
  'A other.example.org': record('A', '192.0.2.8'),
  'PTR 8.2.0.192.in-addr.arpa': record('PTR', 'cust-8.provider.test'),
  'A nameless.example.org': record('A', '192.0.2.9'),
  'A broken.example.org': { rcode: 'SERVFAIL' },
  'AAAA broken.example.org': { rcode: 'SERVFAIL' },
  'MX broken.example.org': { rcode: 'SERVFAIL' },
  'A half.example.org': { rcode: 'SERVFAIL' },
  'AAAA half.example.org': record('AAAA', '2001:db8::7'),
}
const server = await startDnsServer((name, type) => zone[`${type} ${name}`] ?? { rcode: 'NXDOMAIN', soa: 60 })
const none = { hosts: '/nonexistent/hosts', resolvConf: '/nonexistent/resolv.conf' }
const dns = createDnsClient({ servers: [server], metrics: createMetrics(), files: none })

async function audit(parts: Partial<AuditDeps>) {
  const findings = await auditIdentity({
    helo: 'verify.example.org',
    mailFrom: 'verify@example.org',
    dns,
    ownAddresses: [],
    ...parts,
  })
  return findings.map(({ subject, isGood }) => `${subject} ${isGood ? 'good' : 'bad'}`)
}

describe('our own identity', () => {
  test('is good where name, address and sender agree', async () => {
    expect(await audit({ ownAddresses: ['192.0.2.7'] })).toEqual([
      'helo good',
      'address good',
      'reverse_name good',
      'reverse_name good',
      'sender good',
    ])
  })
  const cases: [name: string, parts: Partial<AuditDeps>, found: string][] = [
    ['a name that is none', { helo: 'localhost' }, 'helo bad'],
    ['a name without an address', { helo: 'nowhere.example.org' }, 'helo bad'],
    ['a name that nobody can look up', { helo: 'broken.example.org' }, 'helo bad'],
    ['an address that has another name', { helo: 'other.example.org' }, 'reverse_name bad'],
    ['an address without a name', { helo: 'nameless.example.org' }, 'reverse_name bad'],
    ['an address of ours that the name does not lead to', { ownAddresses: ['192.0.2.200'] }, 'address bad'],
    ['a sender whose domain takes no mail', { mailFrom: 'verify@nowhere.example.org' }, 'sender bad'],
    ['a sender whose domain says that it takes none', { mailFrom: 'verify@null.example.org' }, 'sender bad'],
    ['an address on a list', { listings: async (ip) => (ip === '192.0.2.7' ? ['zen.test'] : []) }, 'listing bad'],
  ]
  test('is not said to lie elsewhere where its addresses could not all be looked up', async () => {
    const findings = await auditIdentity({
      helo: 'half.example.org',
      mailFrom: 'verify@example.org',
      dns,
      ownAddresses: ['192.0.2.7'],
    })
    expect(findings.find(({ subject }) => subject === 'address')?.message).toContain('could not be resolved')
  })
  test('is not said to have a sender without mail where its domain could not be looked up', async () => {
    const findings = await auditIdentity({
      helo: 'verify.example.org',
      mailFrom: 'verify@broken.example.org',
      dns,
      ownAddresses: [],
    })
    expect(findings.find(({ subject }) => subject === 'sender')?.message).toContain('could not be resolved')
  })
  test('is not called clean where no block list answers', async () => {
    expect(await audit({ listings: async () => undefined })).not.toContain('listing good')
    expect(await audit({ listings: async () => [] })).toContain('listing good')
  })
  test.each(cases)('shows %s', async (_name, parts, found) => expect(await audit(parts)).toContain(found))
})

test('a full host name has a domain of its own', () => {
  for (const name of ['verify.example.org', 'mx1.xn--bcher-kva.example', 'a.co'])
    expect(isFullHostName(name)).toBe(true)
  for (const name of [
    'localhost',
    'host',
    'pc.local',
    'a.b.localdomain',
    'x.internal',
    '192.0.2.1',
    '[192.0.2.1]',
    'a..b',
    '-a.b.c',
    'a b.org',
    '',
  ])
    expect(isFullHostName(name)).toBe(false)
})
