/** Senders for AMP over the API: registered at providers, moved by events, preflights and checks, each project for itself. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ampJobs } from '../../../src/surfaces/amp/amp-jobs.ts'
import { createMailTls } from '../../../src/surfaces/verification/infrastructure/index.ts'
import { netOf } from '../../platform/net/receivers.ts'
import { startJobs } from '../../platform/jobs/runner.ts'
import { FakeClock } from '../../support/clock.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { keyRecord, sign, stringsOf, validAmp, writeMessage } from './amp-message.ts'

interface Sender {
  id: string
  registrations: {
    provider: string
    state: string
    reason: string | null
    allowed_events: string[]
    overdue: boolean
  }[]
  form_answers: { provider: string; example_to: string; answers: { id: string; answer: string | null }[] }[]
  history: { event: string; from_state: string | null; to_state: string; by: string | null }[]
  checks: { id: string; state: string }[]
  selectors: string[]
  preflight_id: string | null
  company: string | null
  revision: number
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let dnsServer = { host: '127.0.0.1', port: 0 }
    const zone: Record<string, string> = {}
    const publish = () =>
      Object.assign(zone, {
        'example.test': 'v=spf1 ip4:127.0.0.1 -all',
        '_dmarc.example.test': 'v=DMARC1; p=reject',
        's1._domainkey.example.test': keyRecord,
      })
    const ids: Record<string, string> = {}

    beforeAll(async () => {
      publish()
      const dns = await startDnsServer((name, type) => {
        const data = type === 'TXT' ? zone[name.toLowerCase()] : undefined
        // Nothing is cached, so that a change is seen at once.
        return data === undefined
          ? { rcode: 'NXDOMAIN', soa: 0 }
          : { records: [{ type: 'TXT', ttl: 0, data: stringsOf(data) }] }
      })
      dnsServer = { host: '127.0.0.1', port: dns.port }
      service = await startService({
        dialect,
        listens: true,
        environment: { SVC_DNS_SERVERS: `127.0.0.1:${dns.port}` },
      })
    })

    const call = async (line: string, send?: object, key = 'a') =>
      (await ask(service, { call: line, key, ...(send === undefined ? {} : { send }) })).body as Sender
    const stateOf = ({ registrations }: Sender, provider = 'gmail') =>
      registrations.find((each) => each.provider === provider)?.state
    const record = (event: string, more: object = {}) =>
      call(`POST /v1/amp/${ids['news']}/events`, { provider: 'gmail', event, ...more })

    scenarios(
      () => service,
      [
        {
          name: 'a sender is registered at providers, with answers for their form',
          call: 'POST /v1/amp',
          send: {
            address: 'News@Example.TEST',
            providers: ['gmail', 'yahoo', 'fairemail'],
            selectors: ['S1'],
            company: 'Example',
            monthly_volume: 40_000,
          },
          status: 201,
          body: { address: 'news@example.test', domain: 'example.test', selectors: ['s1'], revision: 1, checks: [] },
          answers: { location: /^\/v1\/amp\/amp_/ },
          then: ({ body }) => {
            const sender = body as Sender
            ids['news'] = sender.id
            expect(sender.registrations.map(({ provider, state }) => [provider, state])).toEqual([
              ['fairemail', 'draft'],
              ['gmail', 'draft'],
              ['yahoo', 'draft'],
            ])
            // FairEmail has no form.
            expect(sender.form_answers.map(({ provider }) => provider)).toEqual(['gmail', 'yahoo'])
            const answers = new Map(sender.form_answers[0]?.answers.map(({ answer, id }) => [id, answer]))
            expect(answers.get('monthly_volume')).toBe('40000')
            expect(answers.get('dkim_domains')).toBe('s1._domainkey.example.test')
            expect(answers.get('contact_name')).toBeNull()
            expect(sender.form_answers[0]?.example_to).toBe('ampforemail.whitelisting@gmail.com')
          },
        },
        {
          name: 'the same sender is not registered twice',
          call: 'POST /v1/amp',
          send: { address: 'news@example.test', providers: ['gmail'] },
          status: 409,
          body: { code: 'AMP_SENDER_EXISTS' },
          then: ({ body }) => expect((body as { sender_id: string }).sender_id).toBe(ids['news'] ?? ''),
        },
        {
          name: 'another project may have the same sender',
          call: 'POST /api/v1/amp',
          key: 'b',
          send: { address: 'news@example.test', providers: ['mail_ru'] },
          status: 201,
          then: ({ body }) => void (ids['b'] = (body as Sender).id),
        },
        {
          name: 'a text that is no email address is refused',
          call: 'POST /v1/amp',
          send: { address: 'news', providers: ['gmail'] },
          status: 422,
        },
        {
          name: 'an unknown provider is refused',
          call: 'POST /v1/amp',
          send: { address: 'x@example.test', providers: ['outlook'] },
          status: 422,
        },
        {
          name: 'a key of another scope registers no sender',
          call: 'POST /v1/amp',
          key: 'readOnly',
          send: { address: 'x@example.test', providers: ['gmail'] },
          status: 403,
        },
        {
          name: 'a sender of another project does not exist',
          call: () => `GET /v1/amp/${ids['b']}`,
          status: 404,
          body: { code: 'AMP_SENDER_NOT_FOUND' },
        },
        { name: 'nor is it removed', call: () => `DELETE /v1/amp/${ids['b']}`, status: 404 },
        { name: 'nor checked', call: () => `POST /v1/amp/${ids['b']}/check`, status: 404 },
        {
          name: 'a registration is not submitted before a preflight passed',
          call: () => `POST /v1/amp/${ids['news']}/events`,
          send: { provider: 'gmail', event: 'submitted' },
          status: 409,
          body: { code: 'AMP_EVENT_INVALID', state: 'draft', allowed_events: ['withdrawn'] },
        },
        {
          name: 'an event of a provider without a registration is refused',
          call: () => `POST /v1/amp/${ids['news']}/events`,
          send: { provider: 'mail_ru', event: 'withdrawn' },
          status: 422,
          body: { issues: [{ path: '/provider' }] },
        },
        {
          name: 'the providers are listed with their sources and the day of the review',
          call: 'GET /v1/amp/providers',
          status: 200,
          then: ({ body }) => {
            const { data } = body as { data: { id: string; sources: string[]; reviewed_on: string }[] }
            expect(data.map(({ id }) => id)).toEqual(['gmail', 'yahoo', 'mail_ru', 'fairemail'])
            for (const provider of data) expect(provider.sources.length).toBeGreaterThan(0)
          },
        },
      ],
    )

    test('a preflight of a whole message makes its sender ready, one that fails takes that back', async () => {
      const preflight = async (message: string) =>
        ask(service, { call: 'POST /v1/amp/preflight', send: { eml: message } })
      await preflight(await sign(writeMessage({ amp: '<html>' })))
      expect(stateOf(await call(`GET /v1/amp/${ids['news']}`))).toBe('preflight_failed')
      const { body } = await preflight(await sign(writeMessage()))
      const sender = await call(`GET /v1/amp/${ids['news']}`)
      expect(sender.registrations.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready'])
      expect(sender.preflight_id).toBe((body as { id: string }).id)
      expect(sender.form_answers[0]?.answers.find(({ id }) => id === 'example_subject')?.answer).toBe(
        'Your order is on its way',
      )
      // Parts are not what the production servers send.
      await ask(service, {
        call: 'POST /v1/amp/preflight',
        send: { from: 'news@example.test', amp: validAmp, html: '' },
      })
      expect(stateOf(await call(`GET /v1/amp/${ids['news']}`))).toBe('ready')
      expect(stateOf(await call(`GET /v1/amp/${ids['b']}`, undefined, 'b'), 'mail_ru')).toBe('draft')
    })

    test('events lead to an approval, and each is in the history', async () => {
      expect(stateOf(await record('example_sent'))).toBe('example_sent')
      const submitted = await record('submitted', { reference: 'form 7' })
      expect(stateOf(submitted)).toBe('submitted')
      expect(submitted.registrations.find(({ provider }) => provider === 'gmail')).toMatchObject({
        reference: 'form 7',
        overdue: false,
        allowed_events: ['info_requested', 'approved', 'rejected', 'withdrawn'],
      })
      expect(stateOf(await record('info_requested', { note: 'Which list?' }))).toBe('info_requested')
      expect(stateOf(await record('info_sent'))).toBe('submitted')
      const { history } = await record('approved')
      expect(history.slice(0, 2)).toMatchObject([
        { event: 'approved', from_state: 'submitted', to_state: 'approved', by: 'Everything' },
        { event: 'info_sent', from_state: 'info_requested', to_state: 'submitted' },
      ])
      expect(history.at(-1)).toMatchObject({ event: 'registered', from_state: null, to_state: 'draft' })
    })

    test('a submission without a decision is overdue after a week', async () => {
      await call(`POST /v1/amp/${ids['news']}/events`, { provider: 'yahoo', event: 'submitted' })
      const { ampRegistrations: t } = service.store.read.tables
      const weekAgo = service.store.read.nowMs() - 8 * 86_400_000
      await service.store.tx((db) => db.update(t).set({ submittedAt: weekAgo }).where(eq(t.provider, 'yahoo')))
      const { registrations } = await call(`GET /v1/amp/${ids['news']}`)
      expect(registrations.find(({ provider }) => provider === 'yahoo')?.overdue).toBe(true)
    })

    test('a check that fails lets an approved registration drift, with an event, until one passes', async () => {
      await service.events()
      const before = await call(`POST /v1/amp/${ids['news']}/check`)
      expect(before.checks.map(({ id, state }) => [id, state])).toEqual([
        ['dns.spf', 'pass'],
        ['dns.dkim', 'pass'],
        ['dns.dmarc', 'warn'],
      ])
      expect(await service.events()).toEqual([])
      delete zone['_dmarc.example.test']
      const drifted = await call(`POST /v1/amp/${ids['news']}/check`)
      expect(stateOf(drifted)).toBe('drifted')
      expect(drifted.registrations.find(({ provider }) => provider === 'gmail')?.reason).toBe('Failed: dns.dmarc')
      // A submitted one is up to the provider.
      expect(stateOf(drifted, 'yahoo')).toBe('submitted')
      expect(await service.events()).toEqual(['amp.sender.drifted'])
      await call(`POST /v1/amp/${ids['news']}/check`)
      expect(await service.events()).toEqual([])
      publish()
      expect(stateOf(await call(`POST /v1/amp/${ids['news']}/check`))).toBe('approved')
      expect(await service.events()).toEqual(['amp.sender.recovered'])
    })

    test('the weekly job checks every sender once, and lets what drifted raise an event', async () => {
      await service.events()
      const net = netOf({ dnsServers: [dnsServer], allow: ['127.0.0.0/8'] })
      const clock = new FakeClock(Date.now())
      const { handlers, schedules } = ampJobs({
        dns: net.dns,
        send: net.send,
        store: service.store,
        mailTls: createMailTls({ connect: net.connect, helo: 'a.test', port: 9 }),
        mayDial: () => true,
        validateAmp: () => Promise.resolve([]),
        isFreeDomain: () => Promise.resolve(false),
        hash: (bytes) => Bun.SHA256.hash(bytes, 'hex'),
      })
      startJobs(service.store, handlers, { clock, schedules })
      const { ampSenders: t } = service.store.read.tables
      const checkedAt = async () =>
        (
          await service.store.read
            .select()
            .from(t)
            .where(eq(t.id, ids['news'] ?? ''))
        )[0]?.checkedAt ?? 0
      const scheduled = async () =>
        (await service.store.read.select().from(service.store.read.tables.jobSchedules)).find(
          ({ name }) => name === 'amp.check_senders',
        )
      const runAfter = async (days: number) => {
        const nextAt = (await scheduled())?.nextAt ?? 0
        clock.advance(nextAt - clock.nowMs() + days * 86_400_000)
        await until(async () => ((await scheduled())?.nextAt ?? 0) > nextAt, 'the schedule')
      }
      await until(async () => (await scheduled()) !== undefined, 'the schedule')
      const before = await checkedAt()
      await runAfter(0)
      delete zone['_dmarc.example.test']
      await runAfter(7)
      await until(async () => (await checkedAt()) > before + 6 * 86_400_000, 'the check')
      expect(await service.events()).toEqual(['amp.sender.drifted'])
      const first = await checkedAt()
      publish()
      // Within the week nothing is checked.
      await runAfter(0)
      expect(await checkedAt()).toBe(first)
      await runAfter(7)
      await until(async () => (await checkedAt()) > first, 'the next check')
      expect(await service.events()).toEqual(['amp.sender.recovered'])
    })

    test('an update changes only the members in the body, and adds providers', async () => {
      const { revision } = await call(`GET /v1/amp/${ids['news']}`)
      const updated = await call(`PUT /v1/amp/${ids['news']}`, { company: null, add_providers: ['mail_ru', 'gmail'] })
      expect(updated).toMatchObject({ company: null, selectors: ['s1'], revision: revision + 1 })
      expect(stateOf(updated, 'mail_ru')).toBe('draft')
      expect((await call(`PUT /v1/amp/${ids['news']}`, { company: null })).revision).toBe(revision + 1)
      const stale = await ask(service, {
        call: `PUT /v1/amp/${ids['news']}`,
        headers: { 'if-match': `"${revision}"` },
        send: { company: 'Late' },
      })
      expect(stale.status).toBe(412)
    })

    test('the list pages, filters and exports a row per registration', async () => {
      await call('POST /v1/amp', { address: 'second@example.test', providers: ['yahoo'] })
      const list = async (query: string) =>
        (await ask(service, { call: `GET /v1/amp?${query}` })).body as {
          data: { address: string }[]
          page: { next_cursor: string }
        }
      const first = await list('limit=1')
      const second = await list(`limit=1&cursor=${encodeURIComponent(first.page.next_cursor)}`)
      expect([...first.data, ...second.data].map(({ address }) => address)).toEqual([
        'news@example.test',
        'second@example.test',
      ])
      expect((await list('provider=gmail&state=approved')).data.map(({ address }) => address)).toEqual([
        'news@example.test',
      ])
      expect((await list('provider=yahoo&state=approved')).data).toEqual([])
      expect((await list('q=SECOND')).data).toHaveLength(1)
      const { text } = await ask(service, { call: 'GET /v1/amp?format=csv' })
      expect(text.trim().split('\r\n')).toHaveLength(1 + 4 + 1)
    })

    test('a removed sender is gone with its history', async () => {
      expect((await ask(service, { call: `DELETE /v1/amp/${ids['news']}` })).status).toBe(204)
      expect((await ask(service, { call: `GET /v1/amp/${ids['news']}` })).status).toBe(404)
      expect((await ask(service, { call: `GET /v1/amp/${ids['b']}`, key: 'b' })).status).toBe(200)
    })
  })
}
