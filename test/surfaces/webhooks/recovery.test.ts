import { beforeAll, describe, expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import { createId } from '../../../src/kernel/ids/index.ts'
import { type Job, createJobs, retryJob } from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { createRecovering } from '../../../src/surfaces/webhooks/recovery/recovery.ts'
import type { Range } from '../../../src/surfaces/webhooks/recovery/store.ts'
import { type Answer, type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'

type Status = 'pending' | 'succeeded' | 'failed' | 'skipped'

const idOf = (answer: Answer) => (answer.body as { id: string }).id
const jobOf = (answer: Answer) => (answer.body as { job_id: string }).job_id
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const hourMs = 3_600_000

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let hook: string

    const register = async () =>
      idOf(
        await ask(service, {
          call: 'POST /v1/webhooks',
          send: { url: 'https://example.com/', events: ['template.created'] },
        }),
      )

    beforeAll(async () => {
      service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
      hook = await register()
    })

    /** Adds deliveries of an event that is kept. */
    async function add(webhookId: string, status: Status, count: number): Promise<string[]> {
      const eventId = createId('event')
      const projectId = service.projects.a
      const ids = Array.from({ length: count }, () => createId('delivery'))
      const base = { projectId, webhookId, eventId, status, attempts: [], attemptCount: 0, createdAt: Date.now() }
      const type = 'template.created'
      const event = { id: eventId, projectId, type, body: '{}', isRestricted: false, createdAt: Date.now() }
      await service.store.tx(async (db) => {
        await db.insert(db.tables.events).values(event)
        await db.insert(db.tables.webhookDeliveries).values(ids.map((id) => ({ ...base, id, type: event.type })))
      })
      return ids
    }

    const recover = (webhookId: string, body: object) =>
      ask(service, { call: `POST /v1/webhooks/${webhookId}/recover`, send: body })

    /** Starts a runner of recoveries only, and runs `watch` while it works. */
    async function work(watch: () => Promise<void>): Promise<void> {
      const log = createLog('error', () => undefined)
      const handlers = [createRecovering(service.store)]
      const jobs = createJobs({ store: service.store, log, metrics: createMetrics(), handlers })
      jobs.start()
      await watch()
      await jobs.drain(0)
    }

    const stateOf = async (id: string) =>
      (await ask(service, { call: `GET /v1/jobs/${id}` })).body as {
        status: string
        result: object
      }
    const finish = (id: string) =>
      work(() => until(async () => (await stateOf(id)).status === 'completed', 'the end of the recovery'))

    /** The deliveries that jobs were made for, each as often as there are jobs. */
    async function scheduled(webhookId: string): Promise<string[]> {
      const { jobs } = service.store.read.tables
      const rows = await service.store.read
        .select({ payload: jobs.payload })
        .from(jobs)
        .where(and(eq(jobs.kind, 'webhooks.deliver'), eq(jobs.partition, webhookId)))
      return rows.map(({ payload }) => (JSON.parse(payload) as { deliveryId: string }).deliveryId).sort()
    }

    const statuses = async (webhookId: string) => {
      const { webhookDeliveries: table } = service.store.read.tables
      const query = service.store.read.select().from(table).where(eq(table.webhookId, webhookId))
      return query.orderBy(asc(table.id))
    }

    for (const [only, wanted] of [
      [undefined, ['failed', 'skipped']],
      ['missed', ['failed', 'skipped']],
      ['failed', ['failed']],
      ['skipped', ['skipped']],
      ['all', ['failed', 'skipped', 'succeeded']],
    ] as const) {
      test(`${only ?? 'what was missed, unless told,'} is made pending and due, and nothing else`, async () => {
        const id = await register()
        const made = new Map<Status, string[]>()
        for (const status of ['failed', 'skipped', 'succeeded', 'pending'] as const) {
          made.set(status, await add(id, status, 3))
        }
        const job = jobOf(await recover(id, { since: ago(hourMs), ...(only === undefined ? {} : { only }) }))
        await finish(job)
        const recovered = wanted.flatMap((status) => made.get(status) ?? []).sort()
        expect(await scheduled(id)).toEqual(recovered)
        const pending = (await statuses(id)).filter(({ status }) => status === 'pending')
        expect(pending.map((row) => row.id)).toEqual([...recovered, ...(made.get('pending') ?? [])].sort())
        expect(pending.filter(({ nextAttemptAt }) => nextAttemptAt !== null)).toHaveLength(recovered.length)
        expect((await stateOf(job)).result).toEqual({ recovered: recovered.length })
      })
    }

    test('goes on where it was when its runner is gone, and repeats nothing', async () => {
      const id = await register()
      const ids = await add(id, 'failed', 2000)
      const job = jobOf(await recover(id, { since: ago(hourMs), only: 'all' }))
      // What one batch did, with nobody left to say that the job ended: as after kill -9.
      const aborted = new AbortController()
      const { afterId, untilId, only } = JSON.parse((await rowOf(job)).payload) as Range
      const payload: Range = { webhookId: id, afterId, untilId, only }
      const context = {
        prepared: undefined,
        signal: aborted.signal,
        progress: (done: number) => void (done > 0 && aborted.abort()),
        nowMs: Date.now,
        requireLease: async () => undefined,
      }
      const outcome = await createRecovering(service.store).run({ id: job, payload } as Job<Range>, context)
      expect(outcome).toEqual({ snooze: 0 })
      expect((await scheduled(id)).length).toBe(500)
      await finish(job)
      expect(await scheduled(id)).toEqual(ids.sort())
      expect(await stateOf(job)).toMatchObject({ status: 'completed', result: { recovered: 2000 } })
    })

    const rowOf = async (id: string) => {
      const { jobs } = service.store.read.tables
      const [row] = await service.store.read.select().from(jobs).where(eq(jobs.id, id))
      if (row === undefined) throw new Error('The job is gone')
      return row
    }

    test('goes on where it was when it was cancelled and is wanted after all', async () => {
      const id = await register()
      const ids = await add(id, 'failed', 3)
      const job = jobOf(await recover(id, { since: ago(hourMs) }))
      expect(await ask(service, { call: `POST /v1/jobs/${job}/cancel` })).toMatchObject({ status: 200 })
      await work(() => Promise.resolve())
      expect(await scheduled(id)).toEqual([])
      expect(await service.store.tx((db) => retryJob(db, job))).toBe(true)
      await finish(job)
      expect(await scheduled(id)).toEqual(ids)
    })

    test('the same call while it is at work joins it', async () => {
      const id = await register()
      const body = { since: ago(hourMs), only: 'failed' }
      const job = jobOf(await recover(id, body))
      expect(jobOf(await recover(id, body))).toBe(job)
      expect(jobOf(await recover(id, { ...body, only: 'all' }))).not.toBe(job)
    })

    test('only the span of time counts', async () => {
      const id = await register()
      await add(id, 'failed', 2)
      const job = jobOf(await recover(id, { since: ago(2 * hourMs), until: ago(hourMs) }))
      await finish(job)
      expect(await scheduled(id)).toEqual([])
    })

    test('what it sends must still be kept', async () => {
      const id = await register()
      const [gone] = await add(id, 'failed', 1)
      const kept = await add(id, 'failed', 1)
      const [row] = (await statuses(id)).filter((delivery) => delivery.id === gone)
      await service.store.tx(async (db) => {
        await db.delete(db.tables.events).where(eq(db.tables.events.id, row?.eventId ?? ''))
      })
      await finish(jobOf(await recover(id, { since: ago(hourMs) })))
      expect(await scheduled(id)).toEqual(kept)
    })

    test('ends early when the webhook is disabled or deleted', async () => {
      const [disabled, deleted] = [await register(), await register()]
      for (const id of [disabled, deleted]) await add(id, 'failed', 3)
      const jobs = [
        jobOf(await recover(disabled, { since: ago(hourMs) })),
        jobOf(await recover(deleted, { since: ago(hourMs) })),
      ]
      await ask(service, { call: `PUT /v1/webhooks/${disabled}`, send: { enabled: false } })
      await ask(service, { call: `DELETE /v1/webhooks/${deleted}` })
      for (const job of jobs) await finish(job)
      expect((await stateOf(jobs[0] ?? '')).result).toEqual({ recovered: 0, stopped: 'disabled' })
      expect((await stateOf(jobs[1] ?? '')).result).toEqual({ recovered: 0, stopped: 'deleted' })
      expect(await scheduled(disabled)).toEqual([])
      const { webhookRecoveries } = service.store.read.tables
      const left = await service.store.read.select().from(webhookRecoveries)
      expect(left.filter(({ jobId }) => jobs.includes(jobId))).toEqual([])
    })

    test('a disabled webhook has to be enabled first', async () => {
      const id = await register()
      await ask(service, { call: `PUT /v1/webhooks/${id}`, send: { enabled: false } })
      expect(await recover(id, { since: ago(hourMs) })).toMatchObject({
        status: 409,
        body: { code: 'WEBHOOK_DISABLED' },
      })
    })

    test('another project does not see the job', async () => {
      const job = jobOf(await recover(hook, { since: ago(hourMs) }))
      expect(await ask(service, { call: `GET /v1/jobs/${job}`, key: 'b' })).toMatchObject({ status: 404 })
    })

    const refused = (name: string, send: () => unknown, path: string, message: string): Scenario<TestService> => ({
      name,
      call: () => `POST /v1/webhooks/${hook}/recover`,
      send: send(),
      status: 422,
      body: { code: 'VALIDATION_FAILED', issues: [{ path, message: expect.stringContaining(message) as string }] },
    })
    scenarios(
      () => service,
      [
        refused('not without a time', () => ({}), '/since', 'required'),
        refused('not since a word', () => ({ since: 'monday' }), '/since', 'time like'),
        refused('not since the future', () => ({ since: ago(-hourMs) }), '/since', 'in the past'),
        refused('not longer ago than events are kept', () => ({ since: ago(31 * 24 * hourMs) }), '/since', '30 days'),
        refused('not backwards', () => ({ since: ago(hourMs), until: ago(2 * hourMs) }), '/until', 'later than since'),
        refused('not something else', () => ({ since: ago(hourMs), only: 'lost' }), '/only', 'missed'),
        refused('not with other members', () => ({ since: ago(hourMs), all: true }), '/all', 'since, until, only'),
      ],
    )
  })
}
