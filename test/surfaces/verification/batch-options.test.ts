/** What a batch may be requested besides verdicts: a call at its end, an estimate, intelligence, gzip; and how its results end. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, isNotNull } from 'drizzle-orm'
import { limits } from '../../../src/kernel/limits.ts'
import { type Plan, setPlan } from '../../../src/surfaces/projects/index.ts'
import { purgeBatches } from '../../../src/surfaces/verification/index.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { type MxFarm, startMxFarm } from '../../support/mx-farm.ts'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { formOf } from '../assets/send-file.ts'
import { type Receiver, openReceiver } from '../webhooks/receiver.ts'

interface AcceptedBatch {
  job_id: string
  callback?: { webhook_id: string; secret?: string }
  expires_at: string
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let farm: MxFarm
    let receiver: Receiver
    const post = (send: object, call = 'POST /v1/verify/batch') => ask(service, { call, send })
    const create = async (send: object) => {
      const { body, status } = await post(send)
      expect({ status, body }).toMatchObject({ status: 202 })
      return body as AcceptedBatch
    }
    const get = (path: string, headers: Record<string, string> = {}) =>
      ask(service, { call: `GET /v1${path}`, headers })
    const show = async (id: string) => (await get(`/verify/batch/${id}`)).body as Record<string, unknown>
    const over = async (id: string) => {
      await until(async () => !['pending', 'processing'].includes(String((await show(id))['status'])), 'its end')
      return show(id)
    }
    /** Waits until nothing is set aside for any batch. */
    const idle = () =>
      until(async () => {
        const { verificationBatches: t } = service.store.read.tables
        return (await service.store.read.select().from(t)).every(({ completedAt }) => completedAt !== null)
      }, 'the end of all batches')
    const usePlan = async (plan: Plan) => {
      const { projects } = service.store.read.tables
      const [row] = await service.store.read.select().from(projects).where(eq(projects.id, service.projects.a))
      await service.store.tx((db) => setPlan(db, row?.companyId ?? '', plan))
    }
    const account = async () => (await get('/account/credits')).body as { used: number; remaining: number | null }
    const upload = async (bytes: Uint8Array | string, fields: [string, string][] = []) => {
      const form = await formOf({ fileName: 'list.csv.gz', bytes, fields })
      const answer = await service.handle(
        new Request('http://localhost/v1/verify/upload', {
          method: 'POST',
          headers: { 'svc-api-auth': service.keys.a, 'content-type': form.type },
          body: form.bytes,
        }),
      )
      return { status: answer.status, body: (await answer.json()) as AcceptedBatch & { issues?: object[] } }
    }
    const webhooks = async () => (await get('/webhooks?limit=100')).body as { data: { id: string; url: string }[] }

    beforeAll(async () => {
      farm = startMxFarm(2, { net: dialect === 'sqlite' ? 71 : 72, manner: (index) => ({ latencyMs: index * 50 }) })
      receiver = openReceiver()
      const dns = await startDnsServer((name, type): ZoneAnswer => {
        const host = farm.hosts[name.includes('slow') ? 1 : 0]
        if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
        if (type === 'TXT') return { records: [{ type, data: 'v=spf1 -all' }] }
        return type === 'A' ? { records: [{ type, data: host?.address }] } : { soa: 60 }
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

    test('whoever asks for it is called back at the end, signed as webhooks are, and finds the delivery in the log', async () => {
      const callback_url = `${receiver.url}/batches`
      const taken = await create({ emails: ['u1@d1.test'], callback_url })
      expect(taken.callback?.secret).toStartWith('whsec_')
      await until(() => receiver.received.length > 0, 'the call')
      const [call] = receiver.received
      expect(JSON.parse(call?.body ?? '')).toMatchObject({
        type: 'verification.batch.completed',
        data: { job_id: taken.job_id, status: 'completed', summary: { safe: 1 } },
      })
      expect(call?.headers['webhook-signature']).toStartWith('v1,')
      const log = async () =>
        (await get(`/webhooks/${taken.callback?.webhook_id}/deliveries`)).body as { data: { status: string }[] }
      await until(async () => (await log()).data[0]?.status === 'succeeded', 'the record of the delivery')
      // The same address again is the same webhook, whose secret is not shown a second time.
      const again = await create({ emails: ['u2@d1.test'], callback_url })
      expect(again.callback).toEqual({ webhook_id: taken.callback?.webhook_id as string })
      receiver.trust(taken.callback?.secret ?? '')
      await until(() => receiver.received.length >= 2, 'the second call')
      const third = await create({ emails: ['u2@d1.test'], callback_url })
      await until(() => receiver.received.length === 3, 'the third call')
      expect(receiver.received[2]?.verified?.data).toMatchObject({ job_id: third.job_id, status: 'completed' })
    })

    test('a subscription to the event with the same address hears of it once', async () => {
      const url = `${receiver.url}/subscribed`
      await post({ url, events: ['verification.batch.completed'] }, 'POST /v1/webhooks')
      const { job_id } = await create({ emails: ['u3@d1.test'], callback_url: url })
      const call = () => receiver.received.find(({ body }) => body.includes(job_id))
      await until(() => call() !== undefined, 'the call')
      const { jobs, webhookDeliveries } = service.store.read.tables
      const publishing = () => service.store.read.select().from(jobs).where(eq(jobs.kind, 'events.publish'))
      await until(async () => (await publishing()).length === 0, 'the end of what is told')
      const isIt = eq(webhookDeliveries.eventId, call()?.id ?? '')
      expect((await service.store.read.select().from(webhookDeliveries).where(isIt)).length).toBe(1)
    })

    test('a batch that is cancelled calls back too', async () => {
      const before = receiver.received.length
      const { job_id } = await create({
        emails: ['u1@slow.test', 'u2@slow.test'],
        callback_url: `${receiver.url}/batches`,
      })
      await ask(service, { call: `DELETE /v1/verify/batch/${job_id}` })
      await until(() => receiver.received.slice(before).some(({ body }) => body.includes(job_id)), 'the call')
      const call = receiver.received.findLast(({ body }) => body.includes(job_id))
      expect(call?.body).toMatch(/"status":"(cancelled|completed)"/)
    })

    test('a dry run begins nothing and says what it would take', async () => {
      await usePlan('pro')
      const { remaining, used } = await account()
      const emails = ['u1@d1.test', 'U1@d1.test', 'broken@', 'u2@d2.test']
      const { body, status } = await post({ emails, dry_run: true })
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          total_emails: 4,
          unique_emails: 2,
          invalid_emails: 1,
          credits_required: 2,
          credits_remaining: remaining,
        },
      })
      const uploaded = await upload('mail\nu1@d1.test\nu9@d1.test\n', [['dry_run', 'true']])
      expect(uploaded).toMatchObject({ status: 200, body: { credits_required: 2, parse_info: { total_rows: 2 } } })
      expect((await account()).used).toBe(used)
      await usePlan('enterprise')
    })

    test('without retries, and within max_wait, a temporary result is final, unknown and free', async () => {
      const emails = ['grey1@d1.test', 'u50@d1.test']
      for (const options of [{ retries: false }, { max_wait: 0 }, { max_wait: 1 }]) {
        const { job_id } = await create({ emails, options })
        expect(await over(job_id)).toMatchObject({ status: 'completed', summary: { safe: 1, unknown: 1 } })
      }
      const uploaded = await upload('mail\ngrey1@d1.test\n', [['max_wait', '60']])
      expect(await over(uploaded.body.job_id)).toMatchObject({ summary: { unknown: 1 }, credits_used: 0 })
      expect(await upload('mail\nu1@d1.test\n', [['max_wait', '86401']])).toMatchObject({
        status: 422,
        body: { issues: [{ path: '/max_wait', message: 'Must be at most 86400 seconds.' }] },
      })
      expect(await post({ emails, options: { max_wait: 86_401 } })).toMatchObject({ status: 422 })
    })

    test('a batch in which only greylisted addresses wait says so once, with what it has', async () => {
      const events = ['verification.batch.partial', 'verification.batch.completed']
      const hook = await post({ url: `${receiver.url}/partial`, events }, 'POST /v1/webhooks')
      const emails = ['grey71@d1.test', 'GREY71@d1.test', 'u70@d1.test', 'broken@', 'nobody70@d2.test']
      const { job_id } = await create({ emails })
      const whole = await create({ emails: ['u70@d1.test'] })
      const told = () =>
        receiver.received
          .map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> })
          .filter(({ data, type }) => type === 'verification.batch.partial' && data['job_id'] === job_id)
      await until(() => told().length > 0, 'the event')
      const [first] = told()
      const data = first?.data ?? {}
      expect(data).toMatchObject({
        total: 5,
        processed: 3,
        waiting: 2,
        summary: { safe: 1, risky: 0, invalid: 2, unknown: 0 },
        download_url: `http://localhost:3009/v1/verify/batch/${job_id}/download?partial=true`,
      })
      expect(String(data['next_retry_at']) > String(first?.timestamp)).toBe(true)
      expect(data['waiting_until']).toBe(data['next_retry_at'])
      const { text } = await get(`/verify/batch/${job_id}/download?partial=true`)
      expect(text.trim().split('\r\n')).toHaveLength(4)
      // The next attempt is due now and is put off again: no second event.
      const { jobs, verificationRows } = service.store.read.tables
      const attempted = async () =>
        (await service.store.read.select().from(verificationRows).where(eq(verificationRows.batchId, job_id))).some(
          ({ dueAt, tries }) => tries > 1 && dueAt !== null,
        )
      await service.store.tx(async (db) => {
        await db
          .update(verificationRows)
          .set({ dueAt: 1 })
          .where(and(eq(verificationRows.batchId, job_id), isNotNull(verificationRows.dueAt)))
        await db.update(jobs).set({ runAt: 1 }).where(eq(jobs.id, job_id))
      })
      await until(attempted, 'the second attempt')
      await ask(service, { call: `POST /v1/jobs/${job_id}/cancel` })
      const isOver = (id: string) =>
        receiver.received.some(({ body }) => body.includes(id) && body.includes('batch.completed'))
      await until(() => isOver(job_id) && isOver(whole.job_id), 'the ends')
      expect(told()).toHaveLength(1)
      expect(receiver.received.some(({ body }) => body.includes(whole.job_id) && body.includes('batch.partial'))).toBe(
        false,
      )
      await ask(service, { call: `DELETE /v1/webhooks/${(hook.body as { id: string }).id}` })
    })

    test('intelligence is told of each address that it is wanted for', async () => {
      const { job_id } = await create({ emails: ['u30@d1.test', 'u31@d1.test'], include_intelligence: true })
      await over(job_id)
      const { results } = (await get(`/verify/batch/${job_id}/download?format=json`)).body as {
        results: { intelligence?: { infrastructure: object } }[]
      }
      expect(results.map(({ intelligence }) => intelligence?.infrastructure)).toEqual([
        { spf: { state: 'pass' }, dmarc: { state: 'none' } },
        { spf: { state: 'pass' }, dmarc: { state: 'none' } },
      ])
    })

    test('what a batch finds teaches how domains make addresses', async () => {
      const { job_id } = await create({ emails: ['anna.meier@all9.test', 'u1@d1.test', 'bert.wolf@d7.test'] })
      await over(job_id)
      const { addressPatterns } = service.store.read.tables
      const learned = await service.store.read.select().from(addressPatterns)
      expect(learned).toMatchObject([{ domain: 'd7.test', pattern: '{first}.{last}', verified: 0, failed: 1 }])
    })

    test('results are packed on the way, or as a file', async () => {
      const { job_id } = await create({ emails: ['u1@d1.test'] })
      await over(job_id)
      const plain = await get(`/verify/batch/${job_id}/download`)
      expect(plain.headers.get('content-encoding')).toBeNull()
      const fetched = async (query: string, headers: Record<string, string>) => {
        const answer = await service.handle(
          new Request(`http://localhost/v1/verify/batch/${job_id}/download${query}`, {
            headers: { 'svc-api-auth': service.keys.a, ...headers },
          }),
        )
        const bytes = await answer.bytes()
        return { headers: answer.headers, text: new TextDecoder().decode(Bun.gunzipSync(bytes)) }
      }
      const mode = await fetched('', { 'accept-encoding': 'gzip' })
      expect([mode.headers.get('content-encoding'), mode.text]).toEqual(['gzip', plain.text])
      const file = await fetched('?gzip=true', {})
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${job_id}.csv.gz"`)
      expect([file.headers.get('content-type'), file.text]).toEqual(['application/gzip', plain.text])
    })

    test('a file may be a gzip, and a body sent as one; a bomb is refused', async () => {
      const { body, status } = await upload(Bun.gzipSync('mail\nu1@d1.test\n'))
      expect({ status, body }).toMatchObject({ status: 202, body: { total_emails: 1 } })
      expect((await upload(Bun.gzipSync(new Uint8Array(200_000_000)))).status).toBe(413)
      expect((await upload(Bun.gzipSync('mail\nu1@d1.test\n').slice(0, 25))).status).toBe(400)
      const sent = await ask(service, {
        call: 'POST /v1/verify/batch',
        headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
        send: new Blob([Bun.gzipSync(JSON.stringify({ emails: ['u1@d1.test'] }))]),
      })
      expect(sent.status).toBe(202)
    })

    test('each row is paid for when it is stored: what is worth nothing goes back at once', async () => {
      await idle()
      const { used } = await account()
      const quick = Array.from({ length: 20 }, (_, index) => `${index < 5 ? 'grey' : 'u'}${400 + index}@d1.test`)
      const { job_id } = await create({ emails: quick })
      await until(
        async () => ((await show(job_id))['progress'] as { processed: number }).processed === 15,
        'the quick ones',
      )
      // Fifteen are spent, five are set aside for those that a greylist put off.
      expect(await account()).toMatchObject({ used: used + 20 })
      const { creditHolds, creditLedger } = service.store.read.tables
      expect(await service.store.read.select({ amount: creditHolds.amount }).from(creditHolds)).toContainEqual({
        amount: 5,
      })
      await ask(service, { call: `DELETE /v1/verify/batch/${job_id}` })
      expect(await account()).toMatchObject({ used: used + 15 })
      expect(await show(job_id)).toMatchObject({ status: 'cancelled', credits_used: 15 })
      const ledger = await service.store.read.select().from(creditLedger)
      const sum = (kind: string) =>
        ledger.reduce((total, row) => total + (row.kind === kind ? (row.amount ?? 0) : 0), 0)
      expect(sum('reserve')).toBe(sum('settle') + sum('refund') + (await heldCredits()))
      const usage = (await get('/account/usage')).body as object
      expect(JSON.stringify(usage)).toContain('"batch"')
    })
    const heldCredits = async () => {
      const { creditHolds } = service.store.read.tables
      const holds = await service.store.read.select().from(creditHolds)
      return holds.reduce((total, { amount }) => total + amount, 0)
    }

    test('of many batches at one time no more begin than there are credits for', async () => {
      await idle()
      await usePlan('business')
      const { remaining } = await account()
      const size = 500
      const emails = (round: number) => Array.from({ length: size }, (_, index) => `u${index}@race${round}slow.test`)
      const answers = await Promise.all(Array.from({ length: 12 }, (_, round) => post({ emails: emails(round) })))
      const taken = answers.filter(({ status }) => status === 202)
      expect(taken.length).toBe(Math.floor((remaining ?? 0) / size))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 402]))
      await Promise.all(
        taken.map(({ body }) => ask(service, { call: `DELETE /v1/verify/batch/${(body as AcceptedBatch).job_id}` })),
      )
      const spent = await Promise.all(
        taken.map(async ({ body }) => Number((await show((body as AcceptedBatch).job_id))['credits_used'])),
      )
      expect((await account()).remaining).toBe((remaining ?? 0) - spent.reduce((sum, each) => sum + each, 0))
      await usePlan('enterprise')
    })

    scenarios(
      () => service,
      [
        {
          name: 'a callback to a private address is refused, and nothing begun',
          call: 'POST /v1/verify/batch',
          send: { emails: ['u1@d1.test'], callback_url: 'https://10.0.0.1/' },
          status: 422,
          body: { issues: [{ path: '/callback_url' }] },
        },
        {
          name: 'a picture that nobody can be asked for is 501',
          call: 'POST /v1/verify/batch',
          send: { emails: ['u1@d1.test'], options: { check_gravatar: true } },
          status: 501,
          body: { code: 'NOT_CONFIGURED' },
        },
        {
          name: 'the answer says until when results are kept',
          call: 'POST /v1/verify/batch',
          send: { emails: ['broken@'] },
          status: 202,
          then: ({ body }: Answer) =>
            expect(Date.parse((body as AcceptedBatch).expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000),
        },
      ],
    )

    test('a webhook that somebody switched off is not called back', async () => {
      const { job_id: _, callback } = await create({ emails: ['u1@d1.test'], callback_url: `${receiver.url}/off` })
      await ask(service, { call: `PUT /v1/webhooks/${callback?.webhook_id}`, send: { enabled: false } })
      const refused = await post({ emails: ['u1@d1.test'], callback_url: `${receiver.url}/off` })
      expect(refused).toMatchObject({ status: 409, body: { code: 'WEBHOOK_DISABLED' } })
    })

    test('after their time results are 410, the batch is known for a year, and callbacks are forgotten', async () => {
      const { job_id } = await create({ emails: ['u1@d1.test'], callback_url: `${receiver.url}/last` })
      await over(job_id)
      expect((await webhooks()).data.some(({ url }) => url.endsWith('/last'))).toBe(true)
      // What runs still would be kept.
      await idle()
      const expiresAt = Date.now() - 1000
      await service.store.tx(async (db) => void (await db.update(db.tables.verificationBatches).set({ expiresAt })))
      expect(await get(`/verify/batch/${job_id}/download`)).toMatchObject({
        status: 410,
        body: { code: 'RESULTS_EXPIRED' },
      })
      await purgeBatches(service.store, Date.now(), new AbortController().signal)
      expect(await service.store.read.select().from(service.store.read.tables.verificationRows)).toEqual([])
      expect(await get(`/verify/batch/${job_id}/download`)).toMatchObject({ status: 410 })
      const shown = await show(job_id)
      expect(shown).toMatchObject({ status: 'completed', summary: { safe: 1 } })
      expect(shown).not.toHaveProperty('download_url')
      expect((await webhooks()).data.map(({ url }) => new URL(url).pathname)).toEqual(['/subscribed'])
      await purgeBatches(
        service.store,
        expiresAt + limits.batchRecordDays * 86_400_000 + 1,
        new AbortController().signal,
      )
      expect((await get(`/verify/batch/${job_id}`)).status).toBe(404)
    })
  })
}
