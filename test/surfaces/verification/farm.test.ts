/**
 * POST /verify against mail servers on loopback: each answer that servers give has its verdict, and no good address is ever
 * called invalid. Both databases, over real sockets.
 */
import { beforeAll, describe, expect, test } from 'bun:test'
import { type DnsServerUnderTest, type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { type MxFarm, startMxFarm } from '../../support/mx-farm.ts'
import { type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const blocked = '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.example.org'

/** What each host of the farm does, and the domains whose mail it takes. */
const hosts: {
  domain: string
  answers?: Record<string, string>
  extensions?: string[]
  greyMs?: number
  banner?: string
}[] = [
  { domain: 'good.test' },
  { domain: 'all.test' },
  { domain: 'blocked.test', answers: { RCPT: blocked } },
  { domain: 'policy.test', answers: { RCPT: '550 5.7.1 Message rejected as spam' } },
  { domain: 'relay.test', answers: { RCPT: '554 5.7.1 Relay access denied' } },
  { domain: 'busy.test', answers: { RCPT: '451 4.3.0 Temporary failure' } },
  { domain: 'storage.test', answers: { RCPT: '452 4.3.1 Insufficient system storage' } },
  { domain: 'sender.test', answers: { MAIL: '550 5.1.8 Sender domain not found' } },
  { domain: 'helo.test', answers: { EHLO: '550 5.7.1 Invalid HELO name', HELO: '550 5.7.1 Invalid HELO name' } },
  { domain: 'rdns.test', answers: { RCPT: '550 5.7.25 Reverse DNS validation failed' } },
  { domain: 'drops.test', answers: { RCPT: 'close' } },
  { domain: 'garbage.test', answers: { EHLO: 'what is this', HELO: 'what is this' } },
  { domain: 'plain.test', extensions: ['PIPELINING'] },
  { domain: 'hours.test', greyMs: 1 },
  { domain: 'vrfy.test', answers: { RCPT: '252 2.1.5 Cannot verify' } },
  {
    domain: 'rate.test',
    answers: {
      'RCPT TO:<u1': '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents',
    },
  },
  { domain: 'closed.test', banner: '554 5.7.1 No SMTP service here' },
  { domain: 'bomb.test', banner: '220-welcome\r\n'.repeat(2000) },
  { domain: 'stripped.test', answers: { MAIL: '530 5.7.0 Must issue a STARTTLS command first' } },
  {
    domain: 'feigned.test',
    extensions: ['STARTTLS'],
    answers: { MAIL: '530 5.7.0 STARTTLS first', STARTTLS: '220 go\r\n250 2.1.5 Ok' },
  },
  { domain: 'lines.test', answers: { RCPT: '550-5.1.1 no\r\n250 2.1.5 yes' } },
  { domain: 'zero.test', answers: { RCPT: '550\x005.1.1 User unknown' } },
  { domain: 'm365.test', answers: { RCPT: '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)' } },
]

const net = 61
const dead = '127.61.9.9'
const mx = (...names: string[]): ZoneAnswer => ({
  records: names.map((exchange, index) => ({ type: 'MX', data: { preference: index * 10, exchange } })),
})

function zoneOf(farm: MxFarm): (name: string, type: string) => ZoneAnswer {
  const zone: Record<string, ZoneAnswer> = {}
  const a = (address: string): ZoneAnswer => ({ records: [{ type: 'A', data: address }] })
  for (const [index, { domain }] of hosts.entries()) {
    zone[`MX ${domain}`] = mx(`mx.${domain}`)
    zone[`A mx.${domain}`] = a(farm.hosts[index]?.address ?? '')
  }
  const good = farm.hosts[0]?.address ?? ''
  Object.assign(zone, {
    'A implicit.test': a(good),
    'A mx.dead.test': a(dead),
    'MX failover.test': mx('mx.dead.test', 'mx.good.test'),
    'MX unreachable.test': mx('mx.dead.test'),
    'MX null.test': mx(''),
    'MX alias.test': mx('alias.good.test'),
    'A alias.good.test': {
      records: [
        { type: 'CNAME', data: 'mx.good.test' },
        { type: 'A', name: 'mx.good.test', data: good },
      ],
    },
    'MX loop.test': mx('one.loop.test'),
    'A one.loop.test': { records: [{ type: 'CNAME', data: 'two.loop.test' }] },
    'A two.loop.test': { records: [{ type: 'CNAME', data: 'one.loop.test' }] },
    'MX inside.test': mx('mx.inside.test'),
    'A mx.inside.test': a('10.1.2.3'),
    'MX self.test': mx('localhost'),
    'MX partly.test': mx('mx.inside.test', 'mx.good.test'),
    'MX literal.test': mx('127.61.0.2'),
    'MX lies.test': { records: [{ type: 'MX', name: 'good.test', data: { preference: 1, exchange: 'mx.good.test' } }] },
    'MX hundreds.test': mx(...Array.from({ length: 200 }, (_, index) => `gone${index}.test`)),
    'MX referred.test': { referral: 'ns.elsewhere.test' },
    'MX fifty.test': mx(...Array.from({ length: 49 }, (_, index) => `gone${index}.test`), 'mx.good.test'),
    'MX all-parked.test': mx('mx.all.test'),
    'NS all-parked.test': { records: [{ type: 'NS', data: 'ns1.sedoparking.com' }] },
    'A idle.test': a(good),
    'NS idle.test': { records: [{ type: 'NS', data: 'ns2.bodis.com' }] },
    'MX yopmail.com': mx('mx.all.test'),
  })
  return (name, type) => {
    const found = zone[`${type} ${name}`]
    const exists = Object.keys(zone).some((key) => key.endsWith(` ${name}`))
    return found ?? (exists ? { soa: 60 } : { rcode: 'NXDOMAIN', soa: 60 })
  }
}

const verify = (email: string, more: object = {}) => ({ call: 'POST /v1/verify', send: { email, ...more } })

type Row = [name: string, email: string, reachable: string, subStatus: string, more?: object]
const rows: Row[] = [
  [
    'a mailbox that exists, where others do not',
    'u1@good.test',
    'safe',
    'mailbox_exists',
    { score: 95, credits_used: 1, smtp: { can_connect: true, is_deliverable: true, is_catch_all: false } },
  ],
  [
    'a mailbox that does not exist',
    'nobody@good.test',
    'invalid',
    'not_found',
    { score: 2, smtp: { is_deliverable: false, code: 550, enhanced_code: '5.1.1' } },
  ],
  [
    'a full mailbox',
    'full1@good.test',
    'risky',
    'full_inbox',
    { score: 40, smtp: { full_inbox: true, is_deliverable: null } },
  ],
  ['a disabled mailbox', 'off1@good.test', 'invalid', 'disabled', { smtp: { is_disabled: true } }],
  [
    'a domain that accepts everything',
    'anna@all.test',
    'risky',
    'catch_all',
    { score: 55, smtp: { is_catch_all: true } },
  ],
  [
    'greylisting',
    'grey1@good.test',
    'unknown',
    'greylisted',
    { credits_used: 0, smtp: { is_greylisted: true }, retry_after: expect.any(Number) },
  ],
  ['a block list', 'u1@blocked.test', 'unknown', 'blocked', { credits_used: 0, smtp: { is_deliverable: null } }],
  ['a policy', 'u1@policy.test', 'unknown', 'policy', { credits_used: 0 }],
  ['a relay that is denied', 'u1@relay.test', 'unknown', 'relay_denied', { credits_used: 0 }],
  ['a temporary failure', 'u1@busy.test', 'unknown', 'deferred', { credits_used: 0 }],
  ['a server without room, which is not a full mailbox', 'u1@storage.test', 'unknown', 'deferred'],
  ['a sender that is refused', 'u1@sender.test', 'unknown', 'sender_rejected', { credits_used: 0 }],
  ['a name of ours that is refused', 'u1@helo.test', 'unknown', 'bad_helo', { credits_used: 0 }],
  ['a reverse name of ours that is missing', 'u1@rdns.test', 'unknown', 'needs_rdns', { credits_used: 0 }],
  ['a server that hangs up', 'u1@drops.test', 'unknown', 'dropped', { credits_used: 0 }],
  ['a server that speaks nonsense', 'u1@garbage.test', 'unknown', expect.any(String) as never, { credits_used: 0 }],
  ['a name beyond ASCII, where such names are not taken', 'δοκιμή@plain.test', 'invalid', 'smtputf8_unsupported'],
  ['a server that cannot verify', 'u1@vrfy.test', 'unknown', 'unreliable_provider', { credits_used: 0, score: 60 }],
  ['a mailbox that gets too much mail', 'u1@rate.test', 'safe', 'accepted_rate', { score: 88 }],
  ['a tenant of Microsoft that refuses at the edge', 'nobody@m365.test', 'invalid', 'not_found'],
  ['a domain without MX', 'u1@implicit.test', 'safe', 'mailbox_exists', { mx: { implicit: true }, score: 90 }],
  ['a first host that is dead', 'u1@failover.test', 'safe', 'mailbox_exists'],
  [
    'hosts that are all dead',
    'u1@unreachable.test',
    'unknown',
    expect.stringMatching(/^(?:refused|unreachable|timeout|egress_port25_blocked)$/) as never,
    { credits_used: 0 },
  ],
  ['a host that is an alias', 'u1@alias.test', 'safe', 'mailbox_exists'],
  ['a greeting without an end', 'u1@bomb.test', 'unknown', 'dropped', { credits_used: 0 }],
  ['encryption that somebody took out', 'u1@stripped.test', 'unknown', 'tls_failed', { credits_used: 0 }],
  ['words slipped in before encryption', 'u1@feigned.test', 'unknown', 'tls_failed', { credits_used: 0 }],
  ['a reply of two minds', 'u1@lines.test', 'unknown', 'dropped', { credits_used: 0 }],
  ['a reply with a zero in it', 'u1@zero.test', 'unknown', expect.any(String) as never],
  ['fifty hosts, the last of which is there', 'u1@fifty.test', 'safe', 'mailbox_exists'],
  ['more hosts than anybody has', 'u1@hundreds.test', 'unknown', 'dns_servfail', { credits_used: 0 }],
  ['hosts that lead in circles', 'u1@loop.test', 'unknown', 'dns_servfail', { credits_used: 0 }],
  ['a host in a private network', 'u1@inside.test', 'invalid', 'mx_private_address'],
  ['a host that is whoever asks', 'u1@self.test', 'invalid', 'mx_private_address'],
  ['a host in a private network, and another one', 'u1@partly.test', 'safe', 'mailbox_exists'],
  ['an address in place of a host', 'u1@literal.test', 'invalid', 'no_mx'],
  ['an answer to a question that nobody asked', 'u1@lies.test', 'unknown', 'dns_servfail', { credits_used: 0 }],
  ['a server of names that sends us elsewhere', 'u1@referred.test', 'unknown', 'dns_servfail', { credits_used: 0 }],
  ['a null MX, without a socket', 'u1@null.test', 'invalid', 'null_mx'],
  ['a parked domain that takes everybody', 'anna@all-parked.test', 'risky', 'parked', { score: 50 }],
  ['a parked domain without MX', 'u1@idle.test', 'risky', 'parked', { score: 45 }],
  ['a disposable domain', 'u1@yopmail.com', 'risky', 'disposable', { score: 15 }],
]

for (const dialect of dialects) {
  describe(dialect, () => {
    let dns: DnsServerUnderTest
    let farm: MxFarm
    let service: TestService

    beforeAll(async () => {
      farm = startMxFarm(hosts.length, { net, manner: (index) => ({ ...hosts[index] }) })
      dns = await startDnsServer(zoneOf(farm))
      const environment = {
        SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
        SVC_NET_ALLOW: '127.0.0.0/8',
        SVC_VERIFY_SMTP_PORT: String(farm.port),
        SVC_VERIFY_HELO: 'verify.example.org',
      }
      service = await startService({ dialect, environment })
    })

    scenarios(
      () => service,
      rows.map(([name, email, reachable, sub_status, more]): Scenario<TestService> => ({
        name: `${name} is ${reachable}`,
        ...verify(email),
        status: 200,
        body: { email, reachable, sub_status, cached: false, ...more },
        then: ({ body }) => {
          // The steps are for anyone who wants to know why, and keep the address to themselves.
          const { evidence } = body as { evidence: { detail: string }[] }
          const [local = ''] = email.split('@')
          expect(JSON.stringify(evidence)).not.toContain(`${local}@`)
        },
      })),
    )

    test('who was greylisted asks again, pays nothing until there is an answer, and then is told', async () => {
      const first = await ask(service, verify('grey1@hours.test'))
      expect(first.body).toMatchObject({ sub_status: 'greylisted', credits_used: 0 })
      const second = await ask(service, verify('grey1@hours.test'))
      expect(second.body).toMatchObject({ reachable: 'safe', cached: false, credits_used: 1 })
    })

    test('who is greylisted again and again is told to come back later and later', async () => {
      const after = async () =>
        ((await ask(service, verify('grey9@good.test'))).body as { retry_after?: number }).retry_after
      expect([await after(), await after(), await after(), await after(), await after()]).toEqual([
        330,
        900,
        2700,
        10_800,
        undefined,
      ])
    })

    test('what was verified is not asked for again, and no server is ever told to take mail', async () => {
      const asked = farm.hosts[0]?.asked.length
      expect((await ask(service, verify('U1@good.test'))).body).toMatchObject({
        cached: true,
        sub_status: 'mailbox_exists',
      })
      expect(farm.hosts[0]?.asked.length).toBe(asked as number)
      const commands = farm.hosts.flatMap((host) => host.commands)
      expect(commands.filter((command) => /^(?:DATA|BDAT)/i.test(command))).toEqual([])
      expect(commands).toContain('EHLO verify.example.org')
    })

    test('a server that tells capitals apart is asked for each spelling, for one that is refused says nothing of another', async () => {
      expect((await ask(service, verify('U7@good.test'))).body).toMatchObject({ sub_status: 'not_found' })
      const other = await ask(service, verify('u7@good.test'))
      expect(other.body).toMatchObject({ reachable: 'safe', cached: false })
      expect((await ask(service, verify('U7@good.test'))).body).toMatchObject({ reachable: 'safe', cached: true })
    })

    test('a catch-all mailbox that was found before is worth more', async () => {
      const { verifiedAddresses } = service.store.read.tables
      await ask(service, verify('bert@all.test'))
      await service.store.tx(
        async (db) =>
          void (await db.update(verifiedAddresses).set({ acceptedAt: Date.now() - 86_400_000, findingsUntil: 1 })),
      )
      const { body } = await ask(service, verify('bert@all.test'))
      expect(body).toMatchObject({ sub_status: 'catch_all', score: 65, cached: false })
    })
  })
}
