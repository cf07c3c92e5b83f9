/** What a project reports about mail that it sent, and the verdicts that it changes. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { purgeFeedback } from '../../../src/surfaces/verification/index.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { type MxFarm, startMxFarm } from '../../support/mx-farm.ts'
import { type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'

type Body = Record<string, unknown>

const report = (email: string, outcome: string, more: object = {}) => ({
  call: 'POST /v1/verify/feedback',
  send: { email, outcome, ...more },
})
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

/** Bounces, as mail systems report them, and what they prove about the recipient. */
const bounces: [reply: string, verdict: string | null, classified: string, more?: object][] = [
  ['550 5.1.1 <u1@d1.test>: Recipient address rejected: User unknown', 'invalid', 'not_found'],
  ['smtp; 550-5.1.1 The email account that you tried to reach\r\n550 5.1.1 does not exist.', 'invalid', 'not_found'],
  ['5.1.1 User unknown', 'invalid', 'not_found', { bounce_type: 'hard' }],
  ['550 5.2.1 The account is disabled', 'invalid', 'disabled'],
  ['550 5.1.1 User unknown', null, 'not_found', { bounce_type: 'soft' }],
  ['452 4.2.2 Mailbox full', null, 'full_inbox'],
  ['552 5.2.2 Over quota', null, 'full_inbox', { bounce_type: 'hard' }],
  ['550 5.7.1 Message rejected due to the reputation of your IP', null, 'blocked', { bounce_type: 'hard' }],
  ['550 5.1.8 Sender address rejected: Domain not found', null, 'sender_rejected', { bounce_type: 'hard' }],
  ['550 5.1.1 <bounces@me.test>: User unknown', null, 'sender_rejected', { sender: 'bounces@me.test' }],
  ['451 4.7.1 Greylisted, try again', null, 'greylisted'],
  ['554 5.7.1 Message contains spam', null, 'policy', { bounce_type: 'hard' }],
]

for (const dialect of dialects)
  describe(dialect, () => {
    let service: TestService
    let farm: MxFarm
    const verify = async (email: string, key = 'a') =>
      (await ask(service, { call: 'POST /v1/verify', send: { email }, key })).body as Body
    const tell = async (email: string, outcome: string, more: object = {}) => {
      const { body, status } = await ask(service, report(email, outcome, more))
      expect({ status, body }).toMatchObject({ status: 200 })
      return body as Body
    }
    const asked = (email: string) =>
      farm.hosts.flatMap(({ commands }) => commands).filter((line) => line.includes(`<${email}>`)).length

    beforeAll(async () => {
      farm = startMxFarm(1, { net: dialect === 'sqlite' ? 83 : 84, keepsCommands: true })
      const dns = await startDnsServer((name, type): ZoneAnswer => {
        if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
        return type === 'A' ? { records: [{ type, data: farm.hosts[0]?.address }] } : { soa: 60 }
      })
      service = await startService({
        dialect,
        environment: {
          SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
          SVC_NET_ALLOW: '127.0.0.0/8',
          SVC_VERIFY_SMTP_PORT: String(farm.port),
          SVC_VERIFY_HELO: 'verify.example.org',
          SVC_VERIFY_RATE: '100000/1',
        },
      })
    })

    scenarios(
      () => service,
      [
        ...bounces.map(([reply, verdict, classified, more = {}], index): Scenario<TestService> => ({
          name: `a bounce with ${reply.slice(0, 50)}, ${JSON.stringify(more)} is ${verdict ?? 'no evidence'}`,
          ...report(`bounce${index}@d1.test`, 'bounced', { reply, ...more }),
          status: 200,
          body: { verdict, classified_as: classified },
        })),
        ...(
          [
            ['a text', 'anna@', 'delivered', {}, '/email'],
            ['a bounce without a type', 'a@d1.test', 'bounced', {}, '/bounce_type'],
            ['a bounce with a blank reply', 'a@d1.test', 'bounced', { reply: ' \r\n' }, '/bounce_type'],
            ['a positive reply of a bounce', 'a@d1.test', 'bounced', { reply: '250 OK' }, '/reply'],
            ['a reply of a delivery', 'a@d1.test', 'delivered', { reply: '250 OK' }, '/reply'],
            ['tomorrow', 'a@d1.test', 'delivered', { occurred_at: daysAgo(-1) }, '/occurred_at'],
            ['an outcome of its own', 'a@d1.test', 'opened', {}, '/outcome'],
          ] as const
        ).map(([name, email, outcome, more, path]): Scenario<TestService> => ({
          name: `${name} is refused`,
          ...report(email, outcome, more),
          status: 422,
          body: { issues: [{ path }] },
        })),
        { name: 'a key is wanted', ...report('a@d1.test', 'delivered'), key: null, status: 401 },
        {
          name: 'a key for templates is not enough',
          ...report('a@d1.test', 'delivered'),
          key: 'readOnly',
          status: 403,
        },
      ],
    )

    test('a hard bounce supersedes a cached verdict, names its age, and ends with a later delivery', async () => {
      expect(await verify('u1@d1.test')).toMatchObject({ reachable: 'safe', credits_used: 1 })
      const before = asked('u1@d1.test')
      await tell('U1@d1.test', 'bounced', { reply: '550 5.1.1 User unknown', occurred_at: daysAgo(3.5) })
      expect(await verify('u1@d1.test')).toMatchObject({
        reachable: 'invalid',
        sub_status: 'bounced',
        credits_used: 0,
        cached: false,
        evidence: [
          {},
          {
            check: 'feedback',
            status: 'fail',
            detail: 'Mail to it bounced 3 days ago, as reported: the mailbox does not exist. Nothing was queried.',
          },
        ],
      })
      // An earlier delivery that is reported later changes nothing.
      await tell('u1@d1.test', 'delivered', { occurred_at: daysAgo(5) })
      expect(await verify('u1@d1.test')).toMatchObject({ sub_status: 'bounced' })
      expect(asked('u1@d1.test')).toBe(before)
      expect(await verify('u1@d1.test', 'b')).toMatchObject({ sub_status: 'mailbox_exists' })
      await tell('u1@d1.test', 'delivered', { occurred_at: daysAgo(1) })
      expect(await verify('u1@d1.test')).toMatchObject({ reachable: 'safe', sub_status: 'mailbox_exists' })
    })

    test('a delivery makes catch-all and unknown results safe and free, and no more', async () => {
      expect(await verify('x@all1.test')).toMatchObject({ sub_status: 'catch_all' })
      expect(await tell('x@all1.test', 'delivered')).toMatchObject({ verdict: 'safe' })
      expect(await verify('x@all1.test')).toMatchObject({
        reachable: 'safe',
        sub_status: 'delivered',
        cached: true,
        score: 93,
      })
      await tell('y@all1.test', 'delivered', { occurred_at: daysAgo(29) })
      expect(await verify('y@all1.test')).toMatchObject({ sub_status: 'delivered', credits_used: 0 })
      expect(await tell('z@all1.test', 'delivered', { occurred_at: daysAgo(31) })).toEqual({
        verdict: null,
        expires_at: null,
      })
      expect(await verify('z@all1.test')).toMatchObject({ sub_status: 'catch_all', credits_used: 1 })
      await tell('grey1@d1.test', 'delivered')
      expect(await verify('grey1@d1.test')).toMatchObject({
        reachable: 'safe',
        sub_status: 'delivered',
        credits_used: 0,
      })
      // The server is asked again about a mailbox that was missing before a delivery.
      expect(await verify('gone@d1.test')).toMatchObject({ sub_status: 'not_found', cached: false })
      await tell('gone@d1.test', 'delivered')
      expect(await verify('gone@d1.test')).toMatchObject({ sub_status: 'not_found', cached: false })
    })

    test('a complaint is risky whatever is delivered later, and an allow list precedes feedback', async () => {
      await tell('u5@d1.test', 'complained', { occurred_at: daysAgo(200) })
      await tell('u5@d1.test', 'delivered')
      expect(await verify('u5@d1.test')).toMatchObject({
        reachable: 'risky',
        sub_status: 'complained',
        credits_used: 0,
      })
      await ask(service, { call: 'POST /v1/verify/lists', send: { list: 'allow', value: 'u5@d1.test' } })
      expect(await verify('u5@d1.test')).toMatchObject({ sub_status: 'allowed_by_list' })
    })

    test('many reports in any order have the effect of the latest, also in batches', async () => {
      const reports = [
        { email: 'm1@all2.test', outcome: 'delivered', occurred_at: daysAgo(1) },
        { email: 'm1@all2.test', outcome: 'bounced', bounce_type: 'hard', occurred_at: daysAgo(2) },
        { email: 'mailto:m2@all2.test', outcome: 'bounced', bounce_type: 'hard' },
        { email: 'm3@all2.test', outcome: 'bounced', bounce_type: 'soft' },
        { email: 'no one', outcome: 'delivered' },
      ]
      const sent = await ask(service, { call: 'POST /v1/verify/feedback/bulk', send: { reports } })
      expect(sent).toMatchObject({
        status: 200,
        body: {
          accepted: 4,
          verdicts: { safe: 1, risky: 0, invalid: 2, none: 1 },
          refused: [{ index: 4, path: '/email' }],
        },
      })
      const emails = ['m1@all2.test', 'm2@all2.test', 'm3@all2.test']
      const { body } = await ask(service, { call: 'POST /v1/verify/batch', send: { emails } })
      const path = `/v1/verify/batch/${(body as Body)['job_id']}`
      const show = async () => (await ask(service, { call: `GET ${path}` })).body as Body
      await until(async () => (await show())['status'] === 'completed', 'the batch')
      const { text } = await ask(service, { call: `GET ${path}/download` })
      const reasons = text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[3])
      expect(reasons).toEqual(['delivered', 'bounced', 'catch_all'])
      expect((await show())['credits_used']).toBe(1)
      expect(asked('m2@all2.test')).toBe(0)
    })

    test('verdicts are compared with the latest outcome of each mailbox, in the project alone', async () => {
      const compared = async () =>
        (await ask(service, { call: 'GET /v1/verify/feedback', key: 'b' })).body as { mailboxes: number; data: Body[] }
      expect(await compared()).toEqual({ mailboxes: 0, data: [] })
      const told = (email: string, outcome: string, days: number) => ({
        email,
        outcome,
        occurred_at: daysAgo(days),
        ...(outcome === 'bounced' ? { bounce_type: 'hard' } : {}),
      })
      await verify('c@all3.test', 'b')
      const reports = [
        // Verified for this project above.
        told('u1@d1.test', 'delivered', 300),
        told('c@all3.test', 'delivered', 3),
        told('c@all3.test', 'bounced', 2),
        told('new@d1.test', 'complained', 2),
        told('new@d1.test', 'delivered', 1),
      ]
      await ask(service, { call: 'POST /v1/verify/feedback/bulk', send: { reports }, key: 'b' })
      const none = { delivered: 0, bounced: 0, complained: 0 }
      const { data, mailboxes } = await compared()
      expect(mailboxes).toBe(3)
      expect(data).toHaveLength(3)
      for (const row of [
        { reachable: 'safe', sub_status: 'mailbox_exists', ...none, delivered: 1 },
        { reachable: 'risky', sub_status: 'catch_all', ...none, bounced: 1 },
        { reachable: null, sub_status: null, ...none, complained: 1 },
      ])
        expect(data).toContainEqual(row)
    })

    test('feedback is stored without addresses and replies, and deleted when it counts no more', async () => {
      const { verificationFeedback: t } = service.store.read.tables
      const rows = await service.store.read.select().from(t)
      expect(JSON.stringify(rows)).not.toContain('.test')
      const { nowMs } = service.store.read
      await service.store.tx(
        async (db) =>
          void (await db
            .update(t)
            .set({ lastAt: nowMs() - 366 * dayMs })
            .where(eq(t.bounce, 'disabled'))),
      )
      const { signal } = new AbortController()
      expect(await purgeFeedback(service.store, nowMs(), signal)).toBe(1)
      expect(await service.store.read.select().from(t)).toHaveLength(rows.length - 1)
    })
  })
