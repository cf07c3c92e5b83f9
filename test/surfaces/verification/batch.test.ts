/** Batches over the API against mail servers on loopback: every address exactly one verdict, watched, canceled, downloaded. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { type Plan, setPlan } from '../../../src/surfaces/projects/index.ts'
import { purgeBatches } from '../../../src/surfaces/verification/index.ts'
import { type ZoneAnswer, startDnsServer } from '../../support/dns-server.ts'
import { type MxFarm, startMxFarm } from '../../support/mx-farm.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'

interface Shown {
  job_id: string
  status: string
  progress: { processed: number; total: number; percentage: number }
  summary: Record<string, number>
  credits_used: number
  download_url?: string
}

const environmentOf = (dnsPort: number, farm: MxFarm) => ({
  SVC_DNS_SERVERS: `127.0.0.1:${dnsPort}`,
  SVC_NET_ALLOW: '127.0.0.0/8',
  SVC_VERIFY_SMTP_PORT: String(farm.port),
  SVC_VERIFY_HELO: 'verify.example.org',
  SVC_VERIFY_RATE: '100000/1',
})

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let farm: MxFarm
    const create = async (emails: readonly string[], more: object = {}) =>
      (await ask(service, { call: 'POST /v1/verify/batch', send: { emails, ...more } })).body as {
        job_id: string
        unique_emails: number
      }
    const show = async (id: string) => (await ask(service, { call: `GET /v1/verify/batch/${id}` })).body as Shown
    const over = async (id: string) => {
      await until(async () => !['pending', 'processing'].includes((await show(id)).status), 'the end of the batch')
      return show(id)
    }
    const download = async (id: string, query = '') =>
      (await ask(service, { call: `GET /v1/verify/batch/${id}/download${query}` })).text
    const usePlan = async (plan: Plan) => {
      const { projects } = service.store.read.tables
      const [row] = await service.store.read.select().from(projects).where(eq(projects.id, service.projects.a))
      await service.store.tx((db) => setPlan(db, row?.companyId ?? '', plan))
    }
    const used = async () => ((await ask(service, { call: 'GET /v1/account/credits' })).body as { used: number }).used

    beforeAll(async () => {
      farm = startMxFarm(4, {
        net: dialect === 'sqlite' ? 67 : 68,
        manner: (index) => (index === 3 ? { latencyMs: 300 } : { greyMs: 50 }),
      })
      const dns = await startDnsServer((name, type): ZoneAnswer => {
        if (name.includes('nowhere')) return { rcode: 'NXDOMAIN', soa: 60 }
        const host = farm.hosts[name.includes('slow') ? 3 : Number(/\d/.exec(name)?.[0] ?? 0) % 3]
        if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
        return type === 'A' ? { records: [{ type, data: host?.address }] } : { soa: 60 }
      })
      service = await startService({ dialect, environment: environmentOf(dns.port, farm) })
    })

    test('every address has one verdict, those of one mailbox the same, in the order in which they were given', async () => {
      const emails = [
        'u1@d1.test',
        'nobody@d1.test',
        'U1@d1.test',
        'broken@',
        'full1@d2.test',
        'x@all0.test',
        'a@nowhere.test',
        'u1@d1.test',
      ]
      const before = await used()
      const taken = await create(emails)
      expect(taken).toMatchObject({ status: 'pending', total_emails: 8, unique_emails: 5 })
      const batch = await over(taken.job_id)
      expect(batch).toMatchObject({
        status: 'completed',
        progress: { processed: 8, total: 8, percentage: 100 },
        summary: { safe: 3, risky: 2, invalid: 3, unknown: 0 },
        credits_used: 5,
        download_url: `http://localhost:3009/v1/verify/batch/${taken.job_id}/download`,
      })
      const lines = (await download(taken.job_id)).trim().split('\r\n')
      expect(lines.map((line) => line.split(',').slice(0, 4).join(' '))).toEqual([
        'email reachable score sub_status',
        'u1@d1.test safe 95 mailbox_exists',
        'nobody@d1.test invalid 2 not_found',
        'U1@d1.test safe 95 mailbox_exists',
        'broken@ invalid 0 syntax',
        'full1@d2.test risky 40 full_inbox',
        'x@all0.test risky 55 catch_all',
        'a@nowhere.test invalid 1 domain_not_found',
        'u1@d1.test safe 95 mailbox_exists',
      ])
      const json = JSON.parse(await download(taken.job_id, '?format=json&category=invalid')) as {
        results: { email: string }[]
      }
      expect(json.results.map(({ email }) => email)).toEqual(['nobody@d1.test', 'broken@', 'a@nowhere.test'])
      const ndjson = (await download(taken.job_id, '?format=ndjson')).trim().split('\n')
      expect(ndjson.map((line) => (JSON.parse(line) as { email: string }).email)).toEqual(emails)
      expect(await used()).toBe(before + 5)
    })

    test('guessing the mailboxes of a domain stops, costs nothing from then on, and does not concern others', async () => {
      const before = await used()
      const requestedAt = (domain: string) =>
        farm.hosts.flatMap(({ commands }) => commands).filter((line) => line.includes(`@${domain}>`)).length
      const parts = ['bel', 'cor', 'dan', 'fin', 'gar', 'hol', 'kim', 'mor', 'per', 'sul']
      const names = parts.flatMap((one) => parts.map((other) => `${one}a.${other}o`))
      const guesses = await create(names.map((name) => `${name}@guessed0.test`))
      const batch = await over(guesses.job_id)
      const probed = batch.summary['invalid'] ?? 0
      expect(batch.summary).toMatchObject({ safe: 0, risky: 0, unknown: 100 - probed })
      expect(probed).toBeLessThanOrEqual(25)
      expect(requestedAt('guessed0.test')).toBe(probed)
      expect(await used()).toBe(before + probed)
      const results = (await download(guesses.job_id)).trim().split('\r\n')
      expect(results.filter((line) => line.includes(',harvest_suspected,'))).toHaveLength(100 - probed)

      const verify = { call: 'POST /v1/verify', send: { email: 'u1@guessed0.test' } }
      const { body } = await ask(service, verify)
      expect(body).toMatchObject({ reachable: 'unknown', sub_status: 'harvest_suspected', credits_used: 0 })
      expect(body).toMatchObject({ retry_after: expect.any(Number), smtp: { is_deliverable: null } })
      const { evidence } = body as { evidence: { check: string; detail: string }[] }
      expect(evidence.find(({ check }) => check === 'harvest')?.detail).toContain('the server rejected')
      const find = { first_name: 'Anna', last_name: 'Ito', domain: 'guessed0.test' }
      const found = await ask(service, { call: 'POST /v1/tools/email-finder', send: find })
      expect(found.body).toMatchObject({ email: null, reason: 'harvest_suspected', credits_used: 0 })
      expect(requestedAt('guessed0.test')).toBe(probed)
      const others = await ask(service, { ...verify, key: 'b' })
      expect(others.body).toMatchObject({ reachable: 'safe' })
    })

    test('a list of a company of which a fifth has left is verified whole, also if those come first', async () => {
      const parts = ['bel', 'cor', 'dan', 'fin', 'gar', 'hol', 'kim', 'mor']
      const former = parts.flatMap((one) => parts.map((other) => `${one}a.${other}o@staff1.test`))
      const current = Array.from({ length: 236 }, (_, index) => `u${index}@staff1.test`)
      const { job_id } = await create([...former, ...current])
      expect((await over(job_id)).summary).toEqual({ safe: 236, risky: 0, invalid: 64, unknown: 0 })
    })

    test('what a single verification found is free, and the other way round', async () => {
      await ask(service, { call: 'POST /v1/verify', send: { email: 'u5@d1.test' } })
      const { job_id } = await create(['u5@d1.test', 'u6@d1.test'])
      expect((await over(job_id)).credits_used).toBe(1)
      const again = await ask(service, { call: 'POST /v1/verify', send: { email: 'u6@d1.test' } })
      expect(again.body).toMatchObject({ cached: true, credits_used: 0, reachable: 'safe' })
    })

    test('a spelling that is refused does not speak for another', async () => {
      const { job_id } = await create(['U9@d1.test', 'u9@d1.test'])
      expect(await over(job_id)).toMatchObject({
        summary: { safe: 1, invalid: 1 },
        credits_used: 1,
        progress: { processed: 2 },
      })
    })

    test('a formula in an address stays text', async () => {
      const { job_id } = await create(['=1+1@d1.test', '"a,b"@nowhere.test'])
      await over(job_id)
      expect(await download(job_id)).toContain(`'=1+1@d1.test,`)
      expect(await download(job_id)).toContain('"""a,b""@nowhere.test"')
    })

    test('several hundred over several servers are all verified, once each', async () => {
      const emails = Array.from(
        { length: 400 },
        (_, index) => `${index % 4 === 0 ? 'no' : 'u'}${1000 + index}@d${index % 9}.test`,
      )
      const { job_id } = await create(emails)
      expect(await over(job_id)).toMatchObject({
        summary: { safe: 300, risky: 0, invalid: 100, unknown: 0 },
        credits_used: 400,
      })
      const asked = farm.hosts
        .flatMap(({ commands }) => commands)
        .filter((command) => command.startsWith('RCPT TO:<u1101@'))
      expect(asked.length).toBe(1)
    })

    test('one that is cancelled keeps the verdicts it has, and gives the other credits back', async () => {
      const before = await used()
      const { job_id } = await create([
        'u1@slow1.test',
        ...Array.from({ length: 30 }, (_, index) => `u${index}@slow2.test`),
      ])
      const running = await ask(service, { call: `GET /v1/verify/batch/${job_id}/download` })
      expect(running).toMatchObject({ status: 409, body: { code: 'BATCH_NOT_FINISHED' } })
      expect(await used()).toBe(before + 31)
      expect((await ask(service, { call: `GET /v1/verify/batch/${job_id}/download?partial=true` })).status).toBe(200)
      const cancelled = await ask(service, { call: `DELETE /v1/verify/batch/${job_id}` })
      expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } })
      const batch = await show(job_id)
      expect(batch).toMatchObject({ status: 'cancelled' })
      expect(await used()).toBe(before + batch.credits_used)
      expect((await ask(service, { call: `DELETE /v1/verify/batch/${job_id}` })).status).toBe(200)
    })

    test('without credits for all nothing is begun', async () => {
      await usePlan('free')
      const refused = await ask(service, {
        call: 'POST /v1/verify/batch',
        send: { emails: ['u1@d1.test', 'u2@d1.test'] },
      })
      expect(refused).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_CREDITS', balance: 0, required: 2 } })
      await usePlan('enterprise')
    })

    test('batches are listed newest first, and are gone when they expire', async () => {
      const { body } = await ask(service, { call: 'GET /v1/verify/jobs?status=completed&limit=2' })
      const page = body as { data: Shown[]; page: { next_cursor: string } }
      expect(page.data.length).toBe(2)
      const next = await ask(service, {
        call: `GET /v1/verify/jobs?status=completed&limit=2&cursor=${page.page.next_cursor}`,
      })
      expect((next.body as { data: Shown[] }).data[0]?.job_id).not.toBe(page.data[1]?.job_id as string)
      const later = Date.now() + 31 * 86_400_000
      expect(await purgeBatches(service.store, later, new AbortController().signal)).toBeGreaterThan(3)
      const { verificationRows } = service.store.read.tables
      expect(await service.store.read.select().from(verificationRows)).toEqual([])
    })

    scenarios(
      () => service,
      [
        {
          name: 'a repeated call with a key is one batch',
          call: 'POST /api/v1/verify/batch',
          send: { emails: ['u1@d1.test'] },
          headers: { 'idempotency-key': 'k1' },
          status: 202,
          answers: { location: /^\/v1\/verify\/batch\/job_/ },
        },
        {
          name: 'it is said to be the same',
          call: 'POST /api/v1/verify/batch',
          send: { emails: ['u1@d1.test'] },
          headers: { 'idempotency-key': 'k1' },
          status: 202,
          answers: { 'idempotency-replayed': 'true' },
        },
        { name: 'an empty batch is refused', call: 'POST /v1/verify/batch', send: { emails: [] }, status: 422 },
        {
          name: 'one with too many is refused',
          call: 'POST /v1/verify/batch',
          send: { emails: Array.from({ length: 10_001 }, () => 'a@b.test') },
          status: 422,
        },
        {
          name: 'a batch of nobody is not found',
          call: 'GET /v1/verify/batch/job_01kah3zqpfx9y8w7v6t5s4r3q2',
          status: 404,
          body: { code: 'BATCH_NOT_FOUND' },
        },
        {
          name: 'what is no id is not found',
          call: 'DELETE /v1/verify/batch/nothing',
          status: 404,
          body: { code: 'BATCH_NOT_FOUND' },
        },
        {
          name: 'a key is wanted',
          call: 'POST /v1/verify/batch',
          send: { emails: ['a@b.test'] },
          key: null,
          status: 401,
        },
        { name: 'a key for templates is not enough', call: 'GET /v1/verify/jobs', key: 'readOnly', status: 403 },
      ],
    )

    test('another project does not see it', async () => {
      const { job_id } = await create(['u1@d1.test'])
      expect((await ask(service, { call: `GET /v1/verify/batch/${job_id}`, key: 'b' })).status).toBe(404)
      expect((await ask(service, { call: `GET /v1/verify/batch/${job_id}/download`, key: 'b' })).status).toBe(404)
      expect((await ask(service, { call: `DELETE /v1/verify/batch/${job_id}`, key: 'b' })).status).toBe(404)
      await over(job_id)
    })
  })
}
