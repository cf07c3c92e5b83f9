/** POST /verify over a zone on loopback: what lists and DNS decide, the memory, the credits, and that no address is kept. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { setPlan } from '../../../src/surfaces/projects/index.ts'
import { type DnsServerUnderTest, type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const mx = (...hosts: string[]): ZoneAnswer => ({
  records: hosts.map((exchange, index) => ({ type: 'MX', data: { preference: (index + 1) * 10, exchange } })),
})
const a = (...addresses: string[]): ZoneAnswer => ({ records: addresses.map((data) => ({ type: 'A', data })) })
const txt = (data: string): ZoneAnswer => ({ records: [{ type: 'TXT', data }] })
const nothing: ZoneAnswer = { soa: 60 }

const zone: Record<string, ZoneAnswer> = {
  'MX good.test': mx('mx.good.test'),
  'A mx.good.test': a('127.0.0.9'),
  'TXT good.test': txt('v=spf1 -all'),
  'TXT _dmarc.good.test': nothing,
  'MX null.test': mx(''),
  'MX private.test': mx('mx.private.test'),
  'A mx.private.test': a('10.1.2.3'),
  'MX local.test': mx('localhost'),
  'MX broken.test': { rcode: 'SERVFAIL' },
  'MX gone.test': mx('mx.nowhere.test'),
  'MX implicit.test': nothing,
  'A implicit.test': a('127.0.0.9'),
  'MX empty.test': nothing,
  'A empty.test': nothing,
  'MX yopmail.com': mx('mx.good.test'),
  'MX gnail.com': mx('mx.good.test'),
  'MX xn--bcher-kva.test': mx('mx.good.test'),
}

const answers = (name: string, type: string): ZoneAnswer => {
  const found = zone[`${type} ${name.toLowerCase()}`]
  if (found !== undefined) return found
  const exists = Object.keys(zone).some((key) => key.endsWith(` ${name.toLowerCase()}`))
  return exists ? nothing : { rcode: 'NXDOMAIN', soa: 60 }
}

const verify = (email: unknown, more: object = {}) => ({
  call: 'POST /v1/verify',
  send: { email, options: { skip_smtp: true }, ...more },
})

type Row = [name: string, email: string, body: object]
const verdicts: Row[] = [
  [
    'an address that is no address',
    'anna@',
    { reachable: 'invalid', score: 0, sub_status: 'syntax', syntax: { valid: false, diagnosis: 'no_domain' } },
  ],
  ['a pasted address', ' Anna <anna@good.test> ', { sub_status: 'syntax', suggestion: 'anna@good.test' }],
  ['a line break that would be a command', 'a@good.test\r\nRCPT TO:<b@good.test>', { sub_status: 'syntax' }],
  ['a domain that does not exist', 'anna@nowhere.test', { reachable: 'invalid', sub_status: 'domain_not_found' }],
  ['a domain that takes no mail', 'anna@null.test', { reachable: 'invalid', sub_status: 'null_mx' }],
  ['a mail host in a private network', 'anna@private.test', { reachable: 'invalid', sub_status: 'mx_private_address' }],
  ['a mail host that is whoever asks', 'anna@local.test', { reachable: 'invalid', sub_status: 'mx_private_address' }],
  ['a mail host that does not exist', 'anna@gone.test', { reachable: 'invalid', sub_status: 'no_mx' }],
  ['a domain with neither', 'anna@empty.test', { reachable: 'invalid', sub_status: 'no_mx' }],
  [
    'a DNS server that denies com itself',
    'anna@example.com',
    { reachable: 'unknown', sub_status: 'dns_servfail', credits_used: 0 },
  ],
  ['name servers that fail', 'anna@broken.test', { reachable: 'unknown', sub_status: 'dns_servfail', credits_used: 0 }],
  [
    'a domain that takes mail itself',
    'anna@implicit.test',
    { reachable: 'unknown', sub_status: 'smtp_skipped', score: 53, mx: { found: true, implicit: true, records: [] } },
  ],
  [
    'a disposable domain',
    'anna@yopmail.com',
    { reachable: 'risky', sub_status: 'disposable', score: 15, misc: { disposable: true } },
  ],
  ['a mistyped domain', 'anna@gnail.com', { suggestion: 'anna@gmail.com', reachable: 'unknown', score: 48 }],
  ['a role', 'info@good.test', { misc: { role: true }, score: 43 }],
  [
    'a domain in letters of its own',
    'anna@bücher.test',
    { mx: { found: true }, syntax: { normalized: 'anna@xn--bcher-kva.test' } },
  ],
]

for (const dialect of dialects) {
  describe(dialect, () => {
    let dns: DnsServerUnderTest
    let service: TestService
    const balance = async () =>
      (await ask(service, { call: 'GET /v1/account/credits' })).body as { used: number; remaining: number | null }
    const usePlan = async (plan: string) => {
      const { projects } = service.store.read.tables
      const [row] = await service.store.read.select().from(projects).where(eq(projects.id, service.projects.a))
      await service.store.tx((db) => setPlan(db, row?.companyId ?? '', plan))
    }

    beforeAll(async () => {
      dns = await startDnsServer(answers)
      const environment = { SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`, SVC_NET_ALLOW: '127.0.0.0/8' }
      service = await startService({ dialect, environment })
    })

    scenarios(
      () => service,
      [
        ...verdicts.map(([name, email, body]): Scenario<TestService> => ({
          name: `${name} is evaluated`,
          ...verify(email),
          status: 200,
          body: { email, ...body },
        })),
        {
          name: 'every part of the result is there',
          ...verify('otto@good.test', { include_intelligence: true }),
          status: 200,
          then: ({ body, headers }) => {
            expect(Object.keys(body as object).slice(0, 4)).toEqual(['email', 'reachable', 'score', 'sub_status'])
            expect(body).toMatchObject({
              smtp: { mx_found: true, full_inbox: false, can_connect: false, is_deliverable: null, is_catch_all: null },
              mx: { found: true, implicit: false, records: [{ host: 'mx.good.test', preference: 10 }] },
              intelligence: { infrastructure: { spf: { state: 'pass' }, dmarc: { state: 'none' } } },
              score_breakdown: [
                { term: 'smtp_skipped', points: 58 },
                { term: 'no_dmarc', points: -2 },
              ],
              evidence: expect.arrayContaining([
                { check: 'mx', status: 'pass', detail: 'Mail hosts were found.', ms: expect.any(Number) as number },
              ]) as never,
              credits_used: 1,
              cached: false,
            })
            expect(headers.get('x-credits-remaining')).toBe('unlimited')
          },
        },
        {
          name: 'the other prefix answers the same',
          ...verify('otto@good.test'),
          call: 'POST /api/v1/verify',
          status: 200,
          body: { cached: true, credits_used: 0 },
        },
        {
          name: 'an address is wanted',
          call: 'POST /v1/verify',
          send: {},
          status: 422,
          body: { issues: [{ path: '/email' }] },
        },
        {
          name: 'nothing else is taken',
          ...verify('a@good.test', { depth: 3 }),
          status: 422,
          body: { issues: [{ path: '/depth' }] },
        },
        { name: 'a novel is no address', ...verify('a'.repeat(1001)), status: 422 },
        {
          name: 'a picture that nobody can be asked for is not configured',
          ...verify('a@good.test', { options: { check_gravatar: true } }),
          status: 501,
          body: { code: 'NOT_CONFIGURED' },
        },
        { name: 'a key is wanted', ...verify('a@good.test'), key: null, status: 401 },
        { name: 'a key for templates is not enough', ...verify('a@good.test'), key: 'readOnly', status: 403 },
      ],
    )

    test('who asks again within a day is told the same, and pays nothing', async () => {
      const before = await balance()
      const first = await ask(service, verify('Bob@good.test'))
      const again = await ask(service, verify('bob@good.test', { include_intelligence: true }))
      expect(first.body).toMatchObject({ cached: false, credits_used: 1 })
      expect(again.body).toMatchObject({ cached: true, credits_used: 0, email: 'bob@good.test', score: 56 })
      expect((again.body as { verified_at: string }).verified_at).toBe(
        (first.body as { verified_at: string }).verified_at,
      )
      expect((await balance()).used).toBe(before.used + 1)
    })

    test('what was found while the clock was ahead does not hold until then', async () => {
      const { body } = await ask(service, verify('mara@good.test'))
      const foundAt = Date.parse((body as { verified_at: string }).verified_at)
      const { verifiedAddresses: t } = service.store.read.tables
      const monthAhead = 30 * 86_400_000
      await service.store.tx(
        async (db) =>
          void (await db
            .update(t)
            .set({ lastSeenAt: foundAt + monthAhead, findingsUntil: foundAt + monthAhead + 86_400_000 })
            .where(eq(t.lastSeenAt, foundAt))),
      )
      expect((await ask(service, verify('mara@good.test'))).body).toMatchObject({ cached: false })
    })

    test('another project is not told what this one found', async () => {
      await ask(service, verify('carl@good.test'))
      expect((await ask(service, { ...verify('carl@good.test'), key: 'b' })).body).toMatchObject({ cached: false })
    })

    test('twenty calls for one address at one time ask once and pay once', async () => {
      const before = await balance()
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(service, verify('dora@good.test'))))
      const used = answers.map(({ body }) => (body as { credits_used: number }).credits_used)
      expect(used.reduce((sum, each) => sum + each, 0)).toBe(1)
      expect((await balance()).used).toBe(before.used + 1)
    })

    test('of a hundred addresses at one time on a balance of five exactly five are verified', async () => {
      await usePlan('free')
      const { used } = await balance()
      const { creditPeriods } = service.store.read.tables
      await service.store.tx(async (db) => void (await db.update(creditPeriods).set({ used: 0 })))
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => ask(service, verify(`race${index}@good.test`))),
      )
      expect(Map.groupBy(answers, ({ status }) => status).get(200)?.length).toBe(5)
      const refused = answers.find(({ status }) => status === 402)
      expect(refused?.body).toMatchObject({ code: 'INSUFFICIENT_CREDITS', balance: 0, required: 1 })
      expect(refused?.headers.get('x-credits-remaining')).toBe('0')
      // What costs nothing still answers.
      expect((await ask(service, verify('nobody'))).headers.get('x-credits-remaining')).toBe('0')
      expect((await ask(service, verify('otto@good.test'))).body).toMatchObject({ cached: true })
      expect((await ask(service, verify('new@good.test'))).status).toBe(402)
      await service.store.tx(async (db) => void (await db.update(creditPeriods).set({ used: used + 5 })))
      await usePlan('enterprise')
    })

    test('no table holds an address', async () => {
      await ask(service, verify('verysecretname@good.test'))
      const { creditHolds, creditLedger, verifiedAddresses } = service.store.read.tables
      const kept = JSON.stringify([
        await service.store.read.select().from(verifiedAddresses),
        await service.store.read.select().from(creditLedger),
        await service.store.read.select().from(creditHolds),
      ])
      expect(kept).toContain('good.test')
      expect(kept).not.toContain('verysecretname')
    })
  })
}
