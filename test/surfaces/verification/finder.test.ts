/**
 * Finding addresses against mail servers on loopback: guesses end at the first that is accepted, what was learned comes first,
 * nothing found costs nothing. Both databases.
 */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createLog } from '../../../src/platform/log/index.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { type MxFarm, startMxFarm } from '../../support/mx-farm.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const ok = '250 2.1.5 Ok'
const hosts: { domain: string; answers?: Record<string, string> }[] = [
  { domain: 'dots.test', answers: { 'RCPT TO:<anna.ito@': ok } },
  {
    domain: 'own.test',
    answers: { 'RCPT TO:<ito.anna@': ok, 'RCPT TO:<lee.ida@': ok, 'RCPT TO:<berg.jan@': ok },
  },
  { domain: 'nobody.test' },
  { domain: 'all.test' },
  { domain: 'blocked.test', answers: { RCPT: '554 5.7.1 Client host [192.0.2.1] blocked using bl.example' } },
  { domain: 'grey.test', answers: { RCPT: '450 4.2.0 Greylisted, try again in 300 seconds' } },
  { domain: 'full.test', answers: { 'RCPT TO:<aito@': '452 4.2.2 Mailbox full' } },
  { domain: 'one.test', answers: { 'RCPT TO:<anna@': ok } },
  { domain: 'cyrillic.test', answers: { 'RCPT TO:<anna.ivanova@': ok } },
  { domain: 'german.test', answers: { 'RCPT TO:<juergen.gross@': ok } },
]

const find = (domain: string, first_name = 'Anna', last_name = 'Ito') => ({
  call: 'POST /v1/tools/email-finder',
  send: { first_name, last_name, domain },
})

for (const dialect of dialects) {
  describe(dialect, () => {
    const lines: string[] = []
    let farm: MxFarm
    let service: TestService

    const requestedAt = (domain: string) =>
      (farm.hosts[hosts.findIndex((host) => host.domain === domain)]?.commands ?? [])
        .filter((command) => command.startsWith('RCPT'))
        .map((command) => /<(.*)@/.exec(command)?.[1])
    const connectionsTo = (domain: string) => farm.hosts[hosts.findIndex((host) => host.domain === domain)]?.connections

    beforeAll(async () => {
      farm = startMxFarm(hosts.length, { net: 67, manner: (index) => ({ answers: hosts[index]?.answers ?? {} }) })
      const dns = await startDnsServer((name, type): ZoneAnswer => {
        const index = hosts.findIndex(({ domain }) => name === domain || name === `mx.${domain}`)
        if (name === 'null.test' && type === 'MX') return { records: [{ type, data: { preference: 0, exchange: '' } }] }
        if (name === 'sick.test') return { rcode: 'SERVFAIL' }
        if (index < 0) return { rcode: 'NXDOMAIN', soa: 60 }
        if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
        return type === 'A' ? { records: [{ type, data: farm.hosts[index]?.address }] } : { soa: 60 }
      })
      service = await startService({
        dialect,
        log: createLog('debug', (line) => lines.push(line)),
        environment: {
          SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
          SVC_NET_ALLOW: '127.0.0.0/8',
          SVC_VERIFY_SMTP_PORT: String(farm.port),
          SVC_VERIFY_HELO: 'verify.example.org',
          SVC_VERIFY_RATE: '100000/60',
        },
      })
    })

    scenarios(
      () => service,
      [
        {
          name: 'the first guess that a server accepts, which refuses others, is verified',
          ...find('dots.test'),
          status: 200,
          body: {
            email: 'anna.ito@dots.test',
            label: 'verified',
            reason: 'accepted',
            pattern: '{first}.{last}',
            verification: { reachable: 'safe', sub_status: 'mailbox_exists', smtp: { is_catch_all: false } },
            credits_used: 2,
          },
          // The guess, and two names that no mailbox has.
          then: () => expect(requestedAt('dots.test').length).toBe(3),
        },
        {
          name: 'a mailbox of one name may be of another of that name',
          ...find('one.test'),
          status: 200,
          body: {
            email: 'anna@one.test',
            confidence: 76,
            label: 'probable',
            confidence_breakdown: [
              { term: 'accepted_alone', points: 95 },
              { term: 'pattern', points: 1 },
              { term: 'one_name', points: -20 },
            ],
            credits_used: 2,
          },
        },
        {
          name: 'guesses that are refused are told, and cost nothing alone',
          ...find('nobody.test'),
          call: 'POST /api/v1/tools/email-finder',
          status: 200,
          body: { email: null, confidence: 0, label: null, reason: 'not_found', credits_used: 0 },
          then: ({ body }) => {
            const { candidates } = body as { candidates: { outcome: string }[] }
            expect(candidates.map(({ outcome }) => outcome)).toEqual(Array<string>(8).fill('refused'))
            expect(requestedAt('nobody.test')).toEqual([
              'anna.ito',
              'aito',
              'anna',
              'annaito',
              'annai',
              'a.ito',
              'anna_ito',
              'ito',
            ])
            // Servers lose timeout with who requests many that are not there.
            expect(connectionsTo('nobody.test')).toBe(2)
          },
        },
        {
          name: 'where everything is accepted only the pattern speaks for a guess, and a low one is free',
          ...find('all.test'),
          status: 200,
          body: {
            email: 'anna.ito@all.test',
            reason: 'catch_all_pattern',
            label: 'low',
            confidence: 21,
            confidence_breakdown: [{ term: 'pattern', points: 21 }],
            verification: { sub_status: 'catch_all' },
            credits_used: 0,
          },
        },
        {
          name: 'a server that refuses us says nothing of anybody, and is asked once',
          ...find('blocked.test'),
          status: 200,
          body: { email: null, reason: 'unmeasured', credits_used: 0 },
          then: () => expect(requestedAt('blocked.test')).toEqual(['anna.ito']),
        },
        {
          name: 'a greylist says when to ask again',
          ...find('grey.test'),
          status: 200,
          body: { email: null, reason: 'unmeasured', retry_after: expect.any(Number), credits_used: 0 },
        },
        {
          name: 'a full mailbox is one that exists',
          ...find('full.test'),
          status: 200,
          body: {
            email: 'aito@full.test',
            label: 'likely',
            verification: { sub_status: 'full_inbox' },
            credits_used: 2,
          },
        },
        {
          name: 'letters are spelled as their language does, too',
          ...find('german.test', 'Jürgen', 'Groß'),
          status: 200,
          body: { email: 'juergen.gross@german.test', label: 'verified' },
        },
        {
          name: 'a domain that takes no mail',
          ...find('null.test'),
          status: 200,
          body: { email: null, reason: 'no_mail', credits_used: 0 },
        },
        {
          name: 'a domain that DNS fails for',
          ...find('sick.test'),
          status: 200,
          body: { email: null, reason: 'unmeasured', credits_used: 0 },
        },
        {
          name: 'where anybody has a mailbox nobody is guessed',
          ...find('gmail.com'),
          status: 200,
          body: { email: null, reason: 'shared_domain', candidates: [], credits_used: 0 },
        },
        {
          name: 'a name of letters that are written in one way only is',
          ...find('cyrillic.test', 'Анна', 'Иванова'),
          status: 200,
          body: { email: 'anna.ivanova@cyrillic.test', label: 'verified', learned: { verified: 0, failed: 0 } },
        },
        {
          name: 'a name of another script is not guessed at',
          ...find('dots.test', '李'),
          status: 422,
          body: { issues: [{ path: '/first_name' }] },
        },
        {
          name: 'what is no domain is refused',
          ...find('https://dots.test/'),
          status: 422,
          body: { issues: [{ path: '/domain' }] },
        },
        { name: 'an address is no domain', ...find('192.0.2.1'), status: 422, body: { issues: [{ path: '/domain' }] } },
        { name: 'a name is wanted', call: 'POST /v1/tools/email-finder', send: { domain: 'dots.test' }, status: 422 },
        { name: 'a key without the scope', ...find('dots.test'), key: 'readOnly', status: 403 },
      ],
    )

    test('what verifications found at a domain is guessed first, and only in the project that found it', async () => {
      const verify = (email: string, names: object) =>
        ask(service, { call: 'POST /v1/verify', send: { email, ...names } })
      expect((await verify('lee.ida@own.test', { first_name: 'Ida', last_name: 'Lee' })).body).toMatchObject({
        reachable: 'safe',
      })
      await verify('berg.jan@own.test', { first_name: 'Jan', last_name: 'Berg' })
      const { addressPatterns } = service.store.read.tables
      const rows = await service.store.read.select().from(addressPatterns)
      expect(rows.filter(({ domain }) => domain === 'own.test')).toMatchObject([
        { pattern: '{last}.{first}', verified: 2, failed: 0, projectId: service.projects.a },
      ])
      const guessed = async (key: string) => {
        const { body } = await ask(service, { ...find('own.test'), key })
        return (body as { candidates: { pattern: string; outcome: string }[] }).candidates
      }
      const [own, rest] = await guessed('a')
      expect(own).toMatchObject({ email: 'ito.anna@own.test', pattern: '{last}.{first}', outcome: 'accepted' })
      expect(rest?.outcome).toBe('not_asked')
      expect((await guessed('b'))[0]?.pattern).toBe('{first}.{last}')
    })

    test('what a project learned of a domain is told, to nobody else, though neither home page nor registry answer', async () => {
      const { body } = await ask(service, { call: 'GET /v1/tools/org-intel/OWN.test' })
      expect(body).toMatchObject({
        domain: 'own.test',
        organization: null,
        sources: { website: 'unreachable', registry: 'unreachable' },
        patterns: [{ pattern: '{last}.{first}', verified: 3, failed: 0, confidence: 0.8, share: 1 }],
        verified_count: 3,
      })
      const other = await ask(service, { call: 'GET /api/v1/tools/org-intel/own.test', key: 'b' })
      expect((other.body as { patterns: { pattern: string; verified: number }[] }).patterns).not.toContainEqual(
        expect.objectContaining({ verified: 3 }),
      )
      const refused = await ask(service, { call: 'GET /v1/tools/org-intel/192.0.2.1' })
      expect(refused).toMatchObject({ status: 422, body: { issues: [{ path: '/domain' }] } })
      const unscoped = await ask(service, { call: 'GET /v1/tools/org-intel/own.test', key: 'readOnly' })
      expect(unscoped.status).toBe(403)
    })

    test('what was found answers a verification, and is counted once', async () => {
      await ask(service, find('dots.test'))
      const verified = await ask(service, { call: 'POST /v1/verify', send: { email: 'anna.ito@dots.test' } })
      expect(verified.body).toMatchObject({ cached: true, credits_used: 0, reachable: 'safe' })
      const { addressPatterns } = service.store.read.tables
      const rows = await service.store.read.select().from(addressPatterns)
      expect(rows.filter(({ domain }) => domain === 'dots.test')).toMatchObject([{ verified: 1, failed: 0 }])
    })

    test('whoever has one credit left is told so before anybody is asked', async () => {
      const { creditPeriods, companies } = service.store.read.tables
      const [company] = (await service.store.read.select().from(creditPeriods)).filter(({ used }) => used > 0)
      expect(company).toBeDefined()
      await service.store.tx(async (db) => {
        await db.update(companies).set({ plan: 'free' })
        await db.update(creditPeriods).set({ granted: 5, used: 4 })
      })
      const asked = requestedAt('nobody.test').length
      const refused = await ask(service, find('nobody.test'))
      expect(refused).toMatchObject({ status: 402, body: { balance: 1, required: 2 } })
      expect(requestedAt('nobody.test').length).toBe(asked)
      await service.store.tx(async (db) => void (await db.update(companies).set({ plan: 'enterprise' })))
    })

    test('one domain is searched so often a day, and others go on', async () => {
      let last = await ask(service, find('null.test'))
      for (let calls = 0; calls < 50 && last.status === 200; calls++) last = await ask(service, find('null.test'))
      expect(last.status).toBe(429)
      expect((await ask(service, find('dots.test'))).status).toBe(200)
    })

    test('no address and no name is in the log', () => {
      expect(lines.join('\n')).not.toMatch(/anna|ito|lee\.ida|juergen|gross/i)
    })
  })
}
