/** Allow and block lists of a project: entries, and the verdicts that they decide without a query, one at a time and in batches. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createHash, purgeListEntries } from '../../../src/surfaces/verification/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { type DnsServerUnderTest, startDnsServer } from '../../support/dns-server.ts'
import { type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'

type Body = Record<string, unknown>
type Entry = { id: string; list: string; kind: string; domain: string }
type Page = { data: Entry[]; page: { next_cursor: string | null } }

const add = (value: string, list = 'block', more: object = {}) => ({
  call: 'POST /v1/verify/lists',
  send: { list, value, ...more },
})

for (const dialect of dialects)
  describe(dialect, () => {
    let service: TestService
    let dns: DnsServerUnderTest
    const asked: string[] = []
    const verify = async (email: string, more: object = {}) =>
      (await ask(service, { call: 'POST /v1/verify', send: { email, ...more } })).body as Body
    const list = async (query = '', key = 'a') =>
      (await ask(service, { call: `GET /v1/verify/lists${query}`, key })).body as Page
    const used = async () => ((await ask(service, { call: 'GET /v1/account/credits' })).body as Body)['used']
    const bulk = async (entries: object[]) =>
      (await ask(service, { call: 'POST /v1/verify/lists/bulk', send: { entries } })).body as Body

    beforeAll(async () => {
      dns = await startDnsServer((name) => {
        asked.push(name)
        return { rcode: 'NXDOMAIN', soa: 60 }
      })
      service = await startService({ dialect, environment: { SVC_DNS_SERVERS: `127.0.0.1:${dns.port}` } })
    })

    const rows: Scenario<TestService>[] = [
      {
        name: 'a domain is stored in A-labels',
        ...add(' *@Bücher.Test. ', 'allow', { note: 'Shop' }),
        status: 201,
        body: {
          list: 'allow',
          kind: 'domain',
          domain: 'xn--bcher-kva.test',
          note: 'Shop',
          expires_at: null,
          revision: 1,
        },
        answers: { location: /\/v1\/verify\/lists\/lse_/ },
      },
      {
        name: 'of an email address only the domain is shown',
        ...add('mailto:Verysecretname+shop@Gmail.com'),
        status: 201,
        body: { list: 'block', kind: 'address', domain: 'gmail.com' },
        then: ({ text }) => expect(text).not.toContain('ecretname'),
      },
      {
        name: 'another spelling of the mailbox is the same entry',
        ...add('Ann <very.secretname@gmail.com>', 'allow'),
        status: 409,
        body: { code: 'LIST_ENTRY_EXISTS', entry_id: expect.stringMatching(/^lse_/) as string },
      },
      ...['anna@', 'com', 'a b', '*.example.com', '192.0.2.1', '@', 'x'.repeat(300)].map(
        (value): Scenario<TestService> => ({
          name: `neither an email address nor a domain: ${value.slice(0, 20)}`,
          ...add(value),
          status: 422,
          body: { issues: [{ path: '/value' }] },
        }),
      ),
      {
        name: 'an expiry lies in the future',
        ...add('late.test', 'block', { expires_at: '2020-01-01T00:00:00Z' }),
        status: 422,
        body: { issues: [{ path: '/expires_at' }] },
      },
      { name: 'there are two lists', ...add('a.test', 'grey'), status: 422, body: { issues: [{ path: '/list' }] } },
      { name: 'a key is wanted', ...add('a.test'), key: null, status: 401 },
      { name: 'a key for templates is not enough', ...add('a.test'), key: 'readOnly', status: 403 },
      {
        name: 'an id of nothing is not found',
        call: 'GET /v1/verify/lists/lse_01kah3zqpfx9y8w7v6t5s4r3q2',
        status: 404,
        body: { code: 'LIST_ENTRY_NOT_FOUND' },
      },
      {
        name: 'a filter by value is a value',
        call: 'GET /v1/verify/lists?value=anna%40',
        status: 422,
        body: { issues: [{ path: '/value' }] },
      },
    ]
    scenarios(() => service, rows)

    test('lists are read in pages, filtered, and by email address', async () => {
      for (const value of ['one.pages.test', 'two.pages.test', 'anna@one.pages.test']) await ask(service, add(value))
      const first = await list('?limit=2')
      expect(first.data.map(({ domain, kind }) => `${kind} ${domain}`)).toEqual([
        'address one.pages.test',
        'domain two.pages.test',
      ])
      const second = await list(`?limit=2&cursor=${first.page.next_cursor}`)
      expect(second.data[0]).toMatchObject({ domain: 'one.pages.test', kind: 'domain' })
      expect((await list('?domain=ONE.pages.test')).data).toHaveLength(2)
      expect((await list('?domain=one.pages.test&kind=address')).data).toHaveLength(1)
      expect((await list('?value=ANNA@one.pages.test')).data).toMatchObject([{ kind: 'address' }])
      expect((await list('?list=allow')).data.every((entry) => entry.list === 'allow')).toBe(true)
      expect((await list('?value=otto@one.pages.test')).data).toEqual([])
    })

    test('lists are downloaded as a whole, filtered, without email addresses', async () => {
      const entries = Array.from({ length: 1100 }, (_, index) => ({
        list: 'block',
        value: `reader${index}@csv.test`,
        note: index === 0 ? '=1, "a"' : null,
      }))
      await bulk(entries)
      const { text, headers } = await ask(service, { call: 'GET /v1/verify/lists?format=csv&domain=csv.test&limit=5' })
      const lines = text.split('\r\n')
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(lines[0]).toBe('list,kind,domain,note,expires_at,created_at,id')
      expect(lines).toHaveLength(1102)
      expect(text).toContain('block,address,csv.test,"\'=1, ""a""",,')
      expect(text).not.toContain('reader')
    })

    test('an entry decides before any query, at no cost, and names itself', async () => {
      const before = await used()
      await ask(service, add('blocked.test'))
      await ask(service, add('anna@blocked.test', 'allow'))
      await ask(service, add('sub.allowed.test', 'allow'))
      await ask(service, add('allowed.test'))
      asked.length = 0
      const free = { credits_used: 0, cached: false }
      expect(await verify('Bob@mail.Blocked.test')).toMatchObject({
        ...free,
        reachable: 'invalid',
        score: 0,
        sub_status: 'blocked_by_list',
        evidence: [
          {},
          { check: 'project_list', status: 'fail', detail: expect.stringContaining('blocked.test') as string },
        ],
      })
      expect(await verify('ANNA@blocked.test', { include_intelligence: true })).toMatchObject({
        ...free,
        reachable: 'safe',
        score: 100,
        sub_status: 'allowed_by_list',
      })
      // The nearest domain decides.
      expect(await verify('bob@sub.allowed.test')).toMatchObject({ sub_status: 'allowed_by_list' })
      expect(await verify('bob@allowed.test')).toMatchObject({ sub_status: 'blocked_by_list' })
      // Syntax comes first.
      expect(await verify('bob.@sub.allowed.test')).toMatchObject({ sub_status: 'syntax' })
      expect(asked).toEqual([])
      expect(await used()).toBe(before)
      // Another project has lists of its own.
      expect(
        (await ask(service, { call: 'POST /v1/verify', send: { email: 'a@blocked.test' }, key: 'b' })).body,
      ).toMatchObject({
        sub_status: expect.not.stringContaining('list') as string,
      })
      const [entry] = (await list('?value=blocked.test')).data
      expect((await list('?value=blocked.test', 'b')).data).toEqual([])
      for (const method of ['GET', 'DELETE'])
        expect((await ask(service, { call: `${method} /v1/verify/lists/${entry?.id}`, key: 'b' })).status).toBe(404)
    })

    test('a batch asks nothing about what is listed, and does not charge it', async () => {
      const before = await used()
      await ask(service, add('batch.test'))
      await ask(service, add('good@other.test', 'allow'))
      asked.length = 0
      const emails = ['a@batch.test', 'b@x.batch.test', 'GOOD@other.test', 'good@other.test', 'nobody@']
      const { body } = await ask(service, { call: 'POST /v1/verify/batch', send: { emails } })
      const path = `/v1/verify/batch/${(body as Body)['job_id']}`
      await until(
        async () => ((await ask(service, { call: `GET ${path}` })).body as Body)['status'] === 'completed',
        'the batch',
      )
      const { text } = await ask(service, { call: `GET ${path}/download` })
      expect(
        text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => line.split(',')[3]),
      ).toEqual(['blocked_by_list', 'blocked_by_list', 'allowed_by_list', 'allowed_by_list', 'syntax'])
      expect(asked).toEqual([])
      expect(await used()).toBe(before)
    })

    test('an entry is changed and removed under its ETag, and ends at its expiry', async () => {
      const { body, headers } = await ask(service, add('moving.test'))
      const call = `/v1/verify/lists/${(body as Entry).id}`
      const etag = headers.get('etag') ?? (await ask(service, { call: `GET ${call}` })).headers.get('etag') ?? ''
      const change = { call: `PUT ${call}`, send: { list: 'allow' }, headers: { 'if-match': etag } }
      expect((await ask(service, change)).body).toMatchObject({ list: 'allow', revision: 2 })
      expect((await ask(service, change)).status).toBe(412)
      expect(await verify('a@moving.test')).toMatchObject({ sub_status: 'allowed_by_list' })
      const { verificationListEntries: t } = service.store.read.tables
      const past = service.store.read.nowMs() - 1
      await service.store.tx(
        async (db) => void (await db.update(t).set({ expiresAt: past }).where(eq(t.domain, 'moving.test'))),
      )
      expect(await verify('a@moving.test')).toMatchObject({ sub_status: 'domain_not_found' })
      expect((await ask(service, { call: `GET ${call}` })).status).toBe(404)
      expect((await list('?domain=moving.test')).data).toEqual([])
      // The same value may be added again before the old entry is deleted.
      const again = (await ask(service, add('moving.test'))).body as Entry
      expect((await ask(service, { call: `DELETE /v1/verify/lists/${again.id}` })).status).toBe(204)
      await service.store.tx(
        async (db) => void (await db.update(t).set({ expiresAt: past }).where(eq(t.domain, 'blocked.test'))),
      )
      const { signal } = new AbortController()
      expect(await purgeListEntries(service.store, service.store.read.nowMs(), signal)).toBeGreaterThan(0)
      expect(await purgeListEntries(service.store, service.store.read.nowMs(), signal)).toBe(0)
    })

    test('many are added at once; a second time nothing changes', async () => {
      const entries = Array.from({ length: 1200 }, (_, index) => ({
        list: 'block',
        value: index % 2 === 0 ? `u${index}@bulk.test` : `d${index}.bulk.test`,
      }))
      const sent = [...entries, { list: 'allow', value: 'U0@bulk.test' }, { list: 'block', value: 'no such thing' }]
      const refused = [{ index: sent.length - 1, message: expect.any(String) as string }]
      expect(await bulk(sent)).toEqual({ added: entries.length, updated: 0, unchanged: 1, refused })
      expect(await bulk(sent)).toEqual({ added: 0, updated: 0, unchanged: sent.length - 1, refused })
      expect(await bulk([{ list: 'block', value: 'u0@bulk.test' }])).toMatchObject({ added: 0, updated: 1 })
      expect(await verify('u0@bulk.test')).toMatchObject({ sub_status: 'blocked_by_list' })
      const tooMany = Array.from({ length: limits.listEntriesAtOnce + 1 }, () => ({ list: 'block', value: 'a.test' }))
      expect(await bulk(tooMany)).toMatchObject({ code: 'VALIDATION_FAILED' })
    })

    test('of concurrent additions of one value one succeeds', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(service, add('race@race.test'))))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(7).fill(409)])
      const many = await Promise.all(
        Array.from({ length: 4 }, () => bulk([{ list: 'allow', value: 'bulk-race.test' }])),
      )
      expect(many.map((each) => each['added'])).toEqual(expect.arrayContaining([1, 0, 0, 0]))
      expect((await list('?domain=bulk-race.test')).data).toHaveLength(1)
    })

    test('mailboxes are found by the hash under each secret, and no table holds an address', async () => {
      const { verificationListEntries: t } = service.store.read.tables
      const sign = (secret: string) => (payload: string) =>
        new Bun.CryptoHasher('sha256', secret).update(payload).digest('hex')
      const [old, current] = [sign('old'), sign('new')]
      const hashOf = createHash({ sign: current, signatures: (text) => [current(text), old(text)] })
      const before = createHash({ sign: old, signatures: (text) => [old(text)] })
      const mailbox = { normalized: 'a@b.test' }
      expect(hashOf.all('p', mailbox)).toEqual([hashOf('p', mailbox), before('p', mailbox)])
      const stored = JSON.stringify(await service.store.read.select().from(t))
      expect(stored).not.toContain('verysecretname')
      expect(stored).not.toContain('secretname@')
    })
  })
