/** The risk of a spam trap over the API: from DNS, the mail server and what the project caches. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { startMxFarm } from '../../support/mx-farm.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const analyze = (email: unknown) => ({ call: 'POST /v1/tools/spam-trap-analysis', send: { email } })

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService

    beforeAll(async () => {
      const farm = startMxFarm(1, { net: 65 })
      const parked = ['gnail.com']
      const published = ['good.test']
      const dns = await startDnsServer((name, type): ZoneAnswer => {
        if (name.endsWith('nowhere.test')) return { rcode: 'NXDOMAIN' }
        if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
        if (type === 'A') return { records: [{ type, data: farm.hosts[0]?.address }] }
        if (type === 'NS')
          return { records: [{ type, data: parked.includes(name) ? 'ns1.sedoparking.com' : 'ns1.good.test' }] }
        const domain = name.replace('_dmarc.', '')
        if (type !== 'TXT' || !published.includes(domain)) return { soa: 60 }
        return { records: [{ type, data: name === domain ? 'v=spf1 -all' : 'v=DMARC1; p=reject' }] }
      })
      service = await startService({
        dialect,
        environment: {
          SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
          SVC_NET_ALLOW: '127.0.0.0/8',
          SVC_VERIFY_SMTP_PORT: String(farm.port),
          SVC_VERIFY_HELO: 'verify.example.org',
        },
      })
    })

    scenarios(
      () => service,
      [
        {
          name: 'a good mailbox is no risk',
          ...analyze('u1@good.test'),
          status: 200,
          body: { email: 'u1@good.test', score: 0, risk_level: 'low', trap_type: 'none', signals: [], credits_used: 1 },
        },
        {
          name: 'a mistyped domain that is parked is one',
          ...analyze('u1@gnail.com'),
          status: 200,
          body: {
            score: 60,
            risk_level: 'high',
            trap_type: 'typo',
            signals: [
              { signal: 'slip', weight: 35 },
              { signal: 'parked', weight: 25 },
            ],
          },
        },
        {
          name: 'a trap’s name at a domain that takes every name and sends nothing is one',
          ...analyze('spamtrap@all.test'),
          status: 200,
          body: { score: 60, risk_level: 'high', trap_type: 'pristine' },
        },
        {
          name: 'who asks again pays nothing',
          ...analyze('u1@good.test'),
          call: 'POST /api/v1/tools/spam-trap-analysis',
          status: 200,
          body: { credits_used: 0 },
        },
        {
          name: 'what is no address is refused',
          ...analyze('Anna <u1@good.test>'),
          status: 422,
          body: {
            issues: [{ path: '/email', message: expect.stringContaining('Did you mean u1@good.test?') as never }],
          },
        },
        { name: 'an address is wanted', call: 'POST /v1/tools/spam-trap-analysis', send: {}, status: 422 },
        { name: 'a key is wanted', ...analyze('u1@good.test'), key: null, status: 401 },
        { name: 'a key for templates is not enough', ...analyze('u1@good.test'), key: 'readOnly', status: 403 },
      ],
    )

    test('a verification with intelligence tells it too, and its verdict heeds it', async () => {
      const call = 'POST /v1/verify'
      const { body } = await ask(service, { call, send: { email: 'u2@gnail.com', include_intelligence: true } })
      expect(body).toMatchObject({
        reachable: 'risky',
        sub_status: 'trap_risk_high',
        score: 15,
        intelligence: { spam_trap: { score: 60, risk_level: 'high' }, infrastructure: { spf: { state: 'none' } } },
      })
    })

    test('a mailbox that was gone and is back after half a year may be recycled', async () => {
      const call = 'POST /v1/verify'
      await ask(service, { call, send: { email: 'u3@good.test' } })
      const { verifiedAddresses } = service.store.read.tables
      const missingAt = Date.now() - 200 * 86_400_000
      await service.store.tx(
        async (db) => void (await db.update(verifiedAddresses).set({ acceptedAt: null, missingAt, findingsUntil: 1 })),
      )
      expect((await ask(service, analyze('u3@good.test'))).body).toMatchObject({
        score: 40,
        trap_type: 'recycled',
        signals: [{ signal: 'returned' }],
      })
    })

    test('what was spent on it is told apart', async () => {
      const { body } = await ask(service, { call: 'GET /v1/account/usage' })
      const { breakdown } = body as { breakdown: { operation: string }[] }
      expect(breakdown.map(({ operation }) => operation)).toEqual(['spam_trap', 'verify'])
    })
  })
}
