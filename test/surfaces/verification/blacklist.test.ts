import { Value } from '@sinclair/typebox/value'
/** Block lists over the API: listings distinguished from errors, sick lists left alone, and what a verification makes of them. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { type DnsServerUnderTest, type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { startMxFarm } from '../../support/mx-farm.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { builtInZones } from '../../../src/deliverability/dnsbl/index.ts'
import { CheckBlacklist } from '../../../src/surfaces/verification/blacklist/contract.ts'

test('every built-in list can be chosen by its name', () => {
  const fits = (zone: string) => Value.Check(CheckBlacklist, { domain: 'example.com', zones: [zone] })
  expect(builtInZones.filter(({ zone }) => !fits(zone))).toEqual([])
  expect(
    ['{key}.example.com', 'a.{key}.dq.spamhaus.net', '{key}.abc.dq.spamhaus.net', 'localhost'].filter(fits),
  ).toEqual([])
})

const a = (data: string): ZoneAnswer => ({ records: [{ type: 'A', data }] })
const point = (list: string) => ({ [`A 2.0.0.127.${list}`]: a('127.0.0.2') })

const records: Record<string, ZoneAnswer> = {
  ...point('ips.bl.test'),
  ...point('other.bl.test'),
  ...point('world.bl.test'),
  'A 1.0.0.127.world.bl.test': a('127.0.0.2'),
  'A 99.2.0.192.world.bl.test': a('127.0.0.2'),
  'A test.names.bl.test': a('127.0.0.2'),
  'A 99.2.0.192.ips.bl.test': a('127.0.0.2'),
  'TXT 99.2.0.192.ips.bl.test': { records: [{ type: 'TXT', data: 'Sent spam' }] },
  'A 98.2.0.192.ips.bl.test': { records: ['127.0.0.10', '127.0.0.2'].map((data) => ({ type: 'A', data })) },
  'TXT 98.2.0.192.ips.bl.test': { records: ['Dynamic', 'Sent spam'].map((data) => ({ type: 'TXT', data })) },
  'A 99.2.0.192.other.bl.test': a('127.255.255.254'),
  'A bad.test.names.bl.test': a('127.0.0.2'),
  // Mailboxes by their hashes: the one that every list has, and drop@good.test.
  'A 567159d622ffbb50b11b0efd307be358624a26ee.mail.bl.test': a('127.0.0.2'),
  'A 8055e5ec95c5042b74728d0b12438b9bddd7a2bc.mail.bl.test': a('127.0.0.2'),
  'MX bad.test': { records: [{ type: 'MX', data: { preference: 1, exchange: 'mx.bad.test' } }] },
  'MX good.test': { records: [{ type: 'MX', data: { preference: 1, exchange: 'mx.bad.test' } }] },
}

const check = (send: object) => ({ call: 'POST /v1/tools/blacklist-check', send })

for (const dialect of dialects) {
  describe(dialect, () => {
    let dns: DnsServerUnderTest
    let service: TestService

    beforeAll(async () => {
      const farm = startMxFarm(1, { net: 66 })
      const address = farm.hosts[0]?.address ?? ''
      const listed = `A ${address.split('.').toReversed().join('.')}.ips.bl.test`
      const zone = { ...records, 'A mx.bad.test': a(address), [listed]: a('127.0.0.4') }
      dns = await startDnsServer((name, type) => zone[`${type} ${name}`] ?? { rcode: 'NXDOMAIN', soa: 60 })
      service = await startService({
        dialect,
        environment: {
          SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
          SVC_NET_ALLOW: '127.0.0.0/8',
          SVC_VERIFY_SMTP_PORT: String(farm.port),
          SVC_VERIFY_HELO: 'verify.example.org',
          SVC_DNSBL_ZONES:
            'ips.bl.test,other.bl.test,world.bl.test,domain:names.bl.test,sick.bl.test,email:mail.bl.test',
        },
      })
    })

    scenarios(
      () => service,
      [
        {
          name: 'a listing, an error, a list that lists the world and one that is dead are told apart',
          ...check({ ip: '192.0.2.99' }),
          status: 200,
          body: {
            target: '192.0.2.99',
            listed: true,
            listed_count: 1,
            worst_severity: 'medium',
            checked: 1,
            hits: [{ zone: 'ips.bl.test', subject: '192.0.2.99', of: 'ip', code: '127.0.0.2', reason: 'Sent spam' }],
            errors: [{ zone: 'other.bl.test' }],
            disabled: [{ zone: 'world.bl.test', reason: 'it lists everything' }, { zone: 'sick.bl.test' }],
            credits_used: 1,
          },
          then: () => expect(dns.questions.some((each) => each.includes('99.2.0.192.world'))).toBe(false),
        },
        {
          name: 'an address that no list has is clean',
          ...check({ ip: '192.0.2.1' }),
          call: 'POST /api/v1/tools/blacklist-check',
          status: 200,
          body: { listed: false, listed_count: 0, checked: 2, hits: [] },
        },
        {
          name: 'a domain is looked for, and the addresses of its mail hosts',
          ...check({ domain: 'www.Bad.test' }),
          status: 200,
          body: {
            target: 'www.bad.test',
            listed: true,
            hits: [{ subject: 'bad.test', of: 'domain', zone: 'names.bl.test' }],
          },
        },
        {
          name: 'that a mail host is listed is said of the host',
          ...check({ domain: 'good.test' }),
          status: 200,
          body: { hits: [{ of: 'mx', zone: 'ips.bl.test' }] },
        },
        {
          name: 'only some lists are asked when the call says so',
          ...check({ ip: '192.0.2.99', zones: ['other.bl.test'] }),
          status: 200,
          body: { listed: null, listed_count: 0, checked: 0, credits_used: 0 },
        },
        {
          name: 'a list with several responses is told with each',
          ...check({ ip: '192.0.2.98', zones: ['ips.bl.test'] }),
          status: 200,
          body: {
            listed: true,
            listed_count: 1,
            hits: [
              {
                code: '127.0.0.2',
                codes: [{ code: '127.0.0.2' }, { code: '127.0.0.10' }],
                reasons: expect.arrayContaining(['Dynamic', 'Sent spam']),
              },
            ],
          },
        },
        {
          name: 'a list that is not asked here is refused',
          ...check({ ip: '192.0.2.99', zones: ['zen.spamhaus.org'] }),
          status: 422,
          body: { issues: [{ path: '/zones/0' }] },
        },
        {
          name: 'a list that is dead is refused with the year',
          ...check({ ip: '192.0.2.99', zones: ['dnsbl.sorbs.net'] }),
          status: 422,
          body: { issues: [{ path: '/zones/0', message: 'dnsbl.sorbs.net was shut down (2024-06-05)' }] },
        },
        {
          name: 'an address is looked for in the lists of addresses, by its hash',
          ...check({ email: 'Drop+x@good.test' }),
          status: 200,
          body: {
            target: 'Drop+x@good.test',
            listed: true,
            checked: 1,
            hits: [{ zone: 'mail.bl.test', subject: 'the address', of: 'email' }],
            credits_used: 1,
          },
          then: () => expect(dns.questions.some((each) => /drop/i.test(each))).toBe(false),
        },
        {
          name: 'the risk of a trap heeds them',
          call: 'POST /v1/tools/spam-trap-analysis',
          send: { email: 'drop@good.test' },
          status: 200,
          body: {
            signals: expect.arrayContaining([expect.objectContaining({ signal: 'address_listed', weight: 25 })]),
          },
        },
        { name: 'what is no address of mail is refused', ...check({ email: 'a@@b' }), status: 422 },
        { name: 'one of both is wanted', ...check({}), status: 422 },
        { name: 'both are too much', ...check({ ip: '192.0.2.1', domain: 'a.test' }), status: 422 },
        {
          name: 'what is no address is refused',
          ...check({ ip: '192.0.2' }),
          status: 422,
          body: { issues: [{ path: '/ip' }] },
        },
        {
          name: 'what is no domain is refused',
          ...check({ domain: 'a b' }),
          status: 422,
          body: { issues: [{ path: '/domain' }] },
        },
        { name: 'a key is wanted', ...check({ ip: '192.0.2.1' }), key: null, status: 401 },
        { name: 'a key for templates is not enough', ...check({ ip: '192.0.2.1' }), key: 'readOnly', status: 403 },
      ],
    )

    test('a verification with intelligence tells of lists too, and its score heeds them', async () => {
      const verify = async (email: string) =>
        (await ask(service, { call: 'POST /v1/verify', send: { email, include_intelligence: true } })).body
      expect(await verify('u1@bad.test')).toMatchObject({
        reachable: 'safe',
        intelligence: {
          dnsbl: {
            listed: true,
            listed_count: 2,
            hits: [{ of: 'domain' }, { of: 'mx' }],
            errors: [],
            disabled: [{}, {}],
          },
          spam_trap: { risk_level: 'low' },
        },
        score_breakdown: [
          { term: 'mailbox_exists' },
          { term: 'no_spf' },
          { term: 'no_dmarc' },
          { term: 'mx_listed', points: -5 },
        ],
      })
    })

    test('what was spent on it is told apart', async () => {
      const { body } = await ask(service, { call: 'GET /v1/account/usage' })
      expect(body).toMatchObject({
        breakdown: [
          { operation: 'blacklist', credits: 6, calls: 7 },
          { operation: 'spam_trap', credits: 1 },
          { operation: 'verify' },
        ],
      })
    })
  })
}
