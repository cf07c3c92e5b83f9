/** Alerts over the API: conditions open and resolve incidents at injected times, and messages reach chats, mail and webhooks. */
import { beforeAll, describe, expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { readConfig } from '../../../src/platform/config/index.ts'
import { createVault } from '../../../src/platform/identity/index.ts'
import { createMailer } from '../../../src/platform/mail/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { statementwise } from '../../../src/platform/storage/index.ts'
import { eq } from 'drizzle-orm'
import { evaluateDue, notifyHandler } from '../../../src/surfaces/dmarc/alerts/index.ts'
import { noteRecords } from '../../../src/surfaces/dmarc/dns/history.ts'
import { netOf, startReceiver } from '../../platform/net/receivers.ts'
import { type MailReceiver, startMailReceiver } from '../../support/mail-receiver.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService, testSecret } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { type ReportRecord, writeReport } from './write-report.ts'

const dayMs = 86_400_000
/** Tomorrow, and its noon: after the stored time of every alert, whenever the test runs. */
const today = Math.floor(Date.now() / dayMs) + 1
const noon = today * dayMs + dayMs / 2
const { signal } = new AbortController()
const own = (count: number): ReportRecord => ({ ip: '192.0.2.1', count, dkim: true, spf: true })

type Body = Record<string, unknown>

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let mail: MailReceiver
    const chat = { bodies: [] as Body[], statuses: [] as number[], url: '' }

    const call = async (request: string, send?: unknown, key = 'a') =>
      (await ask(service, { call: request, key, ...(send === undefined ? {} : { send }) })) as {
        status: number
        body: Body
        headers: Headers
      }
    const add = async (domain: string, key = 'a') =>
      (await call('POST /v1/dmarc/domains', { domain }, key)).body['id'] as string
    const report = async (domain: string, day: number, records: ReportRecord[], org = 'mx.test') => {
      const xml = writeReport({ domain, org, id: `${org} ${day}`, begin: day * 86_400, records })
      const request = new Request('http://localhost/v1/dmarc/reports', {
        method: 'POST',
        headers: { 'svc-api-auth': service.keys.a },
        body: xml,
      })
      expect((await service.handle(request)).status).toBe(200)
    }
    const evaluate = (atMs: number) => evaluateDue({ store: service.store }, atMs, signal)
    const incidents = async (id: string, query = '') =>
      (await call(`GET /v1/dmarc/domains/${id}/incidents${query}`)).body['data'] as Body[]
    /** Runs the jobs that are enqueued, once each, and returns their outcomes. */
    const sendMessages = async () => {
      const { send, openSocket } = netOf()
      const { outgoingMail } = readConfig({ environment: mailSettings(mail.port) })
      if (outgoingMail === undefined) throw new Error('No mail server')
      const metrics = createMetrics()
      const mailer = createMailer({
        ...outgoingMail,
        inboundDomain: undefined,
        heloName: 'svc.test',
        openSocket,
        metrics,
      })
      const handler = notifyHandler({ store: service.store, vault: createVault(testSecret), send, mailer })
      const { jobs } = service.store.read.tables
      const rows = (await service.store.read.select().from(jobs)).filter(({ kind }) => kind === 'dmarc.notify')
      await service.store.tx((db) => db.delete(jobs), statementwise)
      const outcomes = []
      for (const { id, payload } of rows)
        outcomes.push(
          await handler.run(
            {
              id,
              kind: handler.kind.name,
              payload: (typeof payload === 'string' ? JSON.parse(payload) : payload) as never,
              projectId: null,
              partition: '',
              attempt: 1,
              maxAttempts: handler.kind.maxAttempts,
              createdAt: 0,
              runAt: 0,
            },
            {
              prepared: undefined,
              signal,
              progress: () => undefined,
              nowMs: () => noon,
              requireLease: () => Promise.resolve(),
            },
          ),
        )
      return outcomes
    }

    beforeAll(async () => {
      mail = await startMailReceiver()
      const receiver = await startReceiver((socket, request) => {
        chat.bodies.push(JSON.parse(request.slice(request.indexOf('\r\n\r\n') + 4)) as Body)
        socket.end(`HTTP/1.1 ${chat.statuses.shift() ?? 200} x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
      })
      chat.url = `http://127.0.0.1:${receiver.port}/services/T0/secret-token`
      service = await startService({
        dialect,
        listens: true,
        environment: { SVC_NET_ALLOW: '127.0.0.0/8', ...mailSettings(mail.port) },
      })
    })

    test('a drop of compliance opens one incident, tells every channel once, and its end tells them again', async () => {
      const id = await add('drop.test')
      const created = await call(`POST /v1/dmarc/domains/${id}/alerts`, {
        name: 'Operations',
        triggers: ['compliance_drop', 'volume_spike'],
        channels: [
          { type: 'slack', url: chat.url },
          { type: 'email', to: ['ops@drop.test', 'boss@drop.test'] },
        ],
      })
      expect(created).toMatchObject({ status: 201, body: { name: 'Operations', cooldown_minutes: 1440 } })
      expect(JSON.stringify(created.body)).not.toContain('secret-token')
      for (let day = 8; day > 1; day--) await report('drop.test', today - day, [own(200)])
      expect(await evaluate(noon)).toBe(1)
      expect(await incidents(id)).toEqual([])
      await report('drop.test', today - 1, [own(150), { ip: '203.0.113.5', count: 50 }])
      await service.events()
      // Not due yet: the time of the next evaluation is stored.
      expect(await evaluate(noon + 60_000)).toBe(0)
      const later = noon + 16 * 60_000
      expect(await Promise.all([evaluate(later), evaluate(later)])).toContain(1)
      expect(await incidents(id)).toMatchObject([
        {
          trigger: 'compliance_drop',
          state: 'open',
          severity: 'critical',
          active: true,
          facts: { messages: 200, failing: 50, compliance: 0.75, median: 1 },
        },
      ])
      expect(await service.events()).toEqual(['dmarc.alert'])
      expect((await call(`GET /v1/dmarc/domains/${id}`)).body).toMatchObject({ open_alerts: 1 })
      const sent = chat.bodies.length
      expect(await sendMessages()).toEqual([{ done: undefined }, { done: undefined }, { done: undefined }])
      expect(chat.bodies.slice(sent)).toMatchObject([
        { blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Compliance drop: drop.test' } }, {}, {}, {}] },
      ])
      const [first] = mail.mails
      expect(mail.mails.map(({ to }) => to).toSorted()).toEqual([['boss@drop.test'], ['ops@drop.test']])
      const opened = await PostalMime.parse(first?.raw ?? '')
      expect(opened.subject).toBe('Compliance drop: drop.test')
      expect(opened.text).toContain('fell to 75.0 %')
      expect(opened.html).toContain('fell to 75.0 %')
      // Still holding: nothing new.
      await evaluate(later + 16 * 60_000)
      expect(await sendMessages()).toEqual([])
      // Four days later the last reported day is no news.
      await evaluate(later + 4 * dayMs)
      expect(await incidents(id)).toMatchObject([{ state: 'resolved', active: false }])
      expect(await sendMessages()).toHaveLength(3)
      const resolved = await PostalMime.parse(mail.mails.at(-1)?.raw ?? '')
      expect(resolved.subject).toBe('Resolved: Compliance drop: drop.test')
      expect(resolved.inReplyTo).toBe(opened.messageId)
      const shown = (await call(`GET /v1/dmarc/domains/${id}/alerts`)).body['data'] as Body[]
      expect(shown).toMatchObject([
        {
          open_incidents: 0,
          channels: [
            { type: 'slack', last_message: { status: 'sent' } },
            { type: 'email', last_message: { status: 'sent' } },
          ],
        },
      ])
    })

    test('a condition that returns within the cool-down opens an incident after it', async () => {
      const id = await add('flap.test')
      const input = { triggers: ['record_weakened'], channels: [], cooldown_minutes: 60 }
      await call(`POST /v1/dmarc/domains/${id}/alerts`, input)
      const { dmarcDomains } = service.store.read.tables
      const [domain] = await service.store.read.select().from(dmarcDomains).where(eq(dmarcDomains.id, id))
      const publish = async (record: string, minute: number) => {
        const seen = [{ kind: 'dmarc', name: null, record, foundAt: null }] as const
        await service.store.tx((db) => noteRecords(db, domain?.no ?? 0, seen))
        await evaluate(noon + minute * 60_000)
        return (await incidents(id)).map(({ state }) => state)
      }
      expect(await publish('v=DMARC1; p=reject', 0)).toEqual([])
      expect(await publish('v=DMARC1; p=none', 20)).toEqual(['open'])
      expect(await publish('v=DMARC1; p=reject', 40)).toEqual(['resolved'])
      expect(await publish('v=DMARC1; p=none', 60)).toEqual(['resolved'])
      expect(await publish('v=DMARC1; p=none', 90)).toEqual(['resolved'])
      expect(await publish('v=DMARC1; p=none', 110)).toEqual(['open', 'resolved'])
      expect(await incidents(id, '?state=open')).toMatchObject([
        { severity: 'critical', facts: { record: 'v=DMARC1; p=none' } },
      ])
    })

    test('an incident is acknowledged, muted and resolved by one route, and does not return while its condition lasts', async () => {
      const id = await add('source.test')
      for (const day of [20, 19, 2]) await report('source.test', today - day, [own(500)])
      await report('source.test', today - 1, [{ ip: '198.51.100.7', count: 300, signer: 'esp.test' }], 'other.test')
      await call(`POST /v1/dmarc/domains/${id}/alerts`, { triggers: ['new_source'], channels: [] })
      await evaluate(noon)
      const [incident] = await incidents(id, '?state=open')
      expect(incident).toMatchObject({ trigger: 'new_source', key: 'esp.test', facts: { messages: 300 } })
      const at = `POST /v1/dmarc/domains/${id}/incidents/${incident?.['id'] as string}`
      expect((await call(at, { action: 'acknowledge', note: 'Newsletter' })).body).toMatchObject({
        state: 'acknowledged',
        note: 'Newsletter',
        changed_by: 'Everything',
      })
      expect((await call(at, { action: 'mute' })).status).toBe(422)
      expect((await call(at, { action: 'mute', until: '2020-01-01T00:00:00.000Z' })).status).toBe(422)
      const until = new Date(Date.now() + dayMs).toISOString()
      expect((await call(at, { action: 'mute', until })).body).toMatchObject({
        muted_until: until,
        state: 'acknowledged',
      })
      await service.events()
      expect((await call(at, { action: 'resolve' })).body).toMatchObject({ state: 'resolved', active: true })
      // Muted, so nobody is told.
      expect(await service.events()).toEqual([])
      expect(await call(at, { action: 'acknowledge' })).toMatchObject({
        status: 409,
        body: { code: 'INCIDENT_RESOLVED' },
      })
      await evaluate(noon + 20 * 60_000)
      expect(await incidents(id)).toHaveLength(1)
      const csv = await ask(service, { call: `GET /v1/dmarc/domains/${id}/incidents?format=csv` })
      expect(csv.text.split('\r\n')).toHaveLength(3)
      for (const [request, send] of [
        [`GET /v1/dmarc/domains/${id}/incidents`],
        [`GET /v1/dmarc/domains/${id}/alerts`],
        [at, { action: 'resolve' }],
      ] as const)
        expect((await call(request, send, 'b')).status).toBe(404)
      const other = await add('source.test', 'b')
      expect((await call(at.replace(id, other), { action: 'resolve' }, 'b')).status).toBe(404)
    })

    test('reports that arrive at the address of a domain and are none, and a silent reporter, are conditions', async () => {
      const id = await add('quiet.test')
      for (let day = 9; day > 3; day--) await report('quiet.test', today - day, [own(10)], 'regular.test')
      await report('quiet.test', today - 1, [own(10)], 'other.test')
      const { dmarcReports } = service.store.read.tables
      // They arrived on the day after that which they are about.
      await service.store.tx(async (db) => {
        const rows = await db.select().from(dmarcReports)
        for (const { beginAt, id: reportId, policyDomain } of rows)
          if (policyDomain === 'quiet.test')
            await db
              .update(dmarcReports)
              .set({ receivedAt: beginAt + dayMs })
              .where(eq(dmarcReports.id, reportId))
      })
      const { tls_report_url: url } = (await call(`GET /v1/dmarc/domains/${id}`)).body
      const { pathname } = new URL(String(url))
      const refused = await service.handle(
        new Request(`http://localhost${pathname}`, { method: 'POST', body: 'no report' }),
      )
      expect(refused.status).toBe(200)
      await call(`POST /v1/dmarc/domains/${id}/alerts`, {
        triggers: ['invalid_reports', 'reporter_silent'],
        channels: [],
      })
      await evaluate(noon)
      expect((await incidents(id)).map(({ key, trigger }) => [trigger, key]).toSorted()).toEqual([
        ['invalid_reports', 'not_a_report'],
        ['reporter_silent', 'regular.test'],
      ])
      await evaluate(noon + 5 * dayMs)
      expect(await incidents(id, '?state=open')).toMatchObject([
        { trigger: 'reporter_silent', key: '', severity: 'critical' },
      ])
    })

    test('a digest comes at its local hour, also after a week without reports', async () => {
      const id = await add('digest.test')
      const digest = { weekday: 'monday', hour: 8, time_zone: 'Europe/Zurich' }
      const { body } = await call(`POST /v1/dmarc/domains/${id}/alerts`, {
        triggers: [],
        channels: [{ type: 'email', to: ['ops@digest.test'] }],
        digest,
      })
      const at = Date.parse(String(body['next_digest_at']))
      const local = new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Europe/Zurich',
        weekday: 'long',
        hour: '2-digit',
        minute: '2-digit',
      })
      expect(local.format(at)).toBe('Monday 08:00')
      await service.events()
      const digests = async () => (await service.events()).filter((type) => type === 'dmarc.digest')
      await evaluate(at - 1)
      expect(await digests()).toEqual([])
      await evaluate(at + 20 * 60_000)
      expect(await digests()).toEqual(['dmarc.digest'])
      await sendMessages()
      const received = await PostalMime.parse(mail.mails.at(-1)?.raw ?? '')
      expect(received.subject).toStartWith('Week of digest.test: ')
      expect(received.text).toContain('No report about digest.test arrived.')
      const [shown] = (await call(`GET /v1/dmarc/domains/${id}/alerts`)).body['data'] as Body[]
      expect(Date.parse(String(shown?.['next_digest_at'])) - at).toBeWithin(6.9 * dayMs, 7.1 * dayMs)
    })

    test('a test reaches every recipient once and says what failed', async () => {
      const id = await add('tried.test')
      const { body, headers } = await call(`POST /v1/dmarc/domains/${id}/alerts`, {
        triggers: ['new_source'],
        channels: [
          { type: 'teams', url: chat.url },
          { type: 'discord', url: chat.url },
          { type: 'email', to: ['a@tried.test', 'b@tried.test'] },
        ],
      })
      const path = `/v1/dmarc/domains/${id}/alerts/${body['id'] as string}`
      mail.refusals.push({ code: 550, text: 'No such user' })
      chat.statuses.push(404)
      const results = (await call(`POST ${path}/test`)).body['results'] as Body[]
      expect(
        results.map(({ channel, status }) => [channel, status]).filter(([, status]) => status === 'failed'),
      ).toHaveLength(2)
      expect(results).toHaveLength(4)
      expect((await call(`POST ${path}/test`, undefined, 'b')).status).toBe(404)
      expect((await call(`DELETE ${path}`, undefined, 'b')).status).toBe(404)
      const remove = (etag: string) => ask(service, { call: `DELETE ${path}`, headers: { 'if-match': etag } })
      expect(await remove('"0"')).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
      expect((await remove(headers.get('etag') ?? '')).status).toBe(204)
      expect((await call(`POST ${path}/test`)).status).toBe(404)
    })

    test.each([
      [{ triggers: [], channels: [] }],
      [{ triggers: ['new_source'], channels: [{ type: 'slack', url: 'http://169.254.169.254/latest' }] }],
      [{ triggers: ['new_source'], channels: [{ type: 'slack', url: 'file:///etc/passwd' }] }],
      [{ triggers: ['new_source'], channels: [{ type: 'email', to: ['not an address'] }] }],
      [{ triggers: ['new_source'], channels: [{ type: 'email', to: ['a@b.test\r\nBcc: c@d.test'] }] }],
      [{ triggers: [], channels: [], digest: { weekday: 'monday', hour: 8, time_zone: 'Mars/Olympus' } }],
      [{ triggers: ['everything'], channels: [] }],
    ])('%j is refused', async (send) => {
      const id = await add(`refused-${crypto.randomUUID()}.test`)
      expect((await call(`POST /v1/dmarc/domains/${id}/alerts`, send)).status).toBe(422)
    })
  })
}

test('an alert that would send mail is refused without a mail server', async () => {
  const service = await startService({ dialect: 'sqlite', environment: { SVC_RUN_JOBS: 'false' } })
  const { body } = await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain: 'nomail.test' } })
  const call = `POST /v1/dmarc/domains/${(body as { id: string }).id}/alerts`
  const send = { triggers: ['new_source'], channels: [{ type: 'email', to: ['a@b.test'] }] }
  expect(await ask(service, { call, send })).toMatchObject({ status: 409, body: { code: 'MAIL_NOT_CONFIGURED' } })
})

function mailSettings(port: number) {
  return { SVC_SMTP_URL: `smtp://127.0.0.1:${port}?tls=none`, SVC_MAIL_FROM: 'Svc <reports@svc.test>' }
}
