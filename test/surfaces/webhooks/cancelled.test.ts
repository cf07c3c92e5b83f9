/** Deliveries whose job is canceled: their log says so, and what is canceled can be sent all the same. */
import { describe, expect, test } from 'bun:test'
import { cancelJob, listJobs, retryJob } from '../../../src/platform/jobs/index.ts'
import { cancelableKinds } from '../../../src/app/work.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { svc } from '../../app/commands/command-line.ts'
import { type TestDesk, answer, openTestService } from './sending-service.ts'

/** Subscribes an address that answers with the status, and has an event happen; resolves after the first attempt. */
async function openFailing(dialect: (typeof dialects)[number], status = { code: 500 }) {
  const service = await openTestService({ dialect, send: async () => answer(status.code) })
  const webhookId = await service.subscribe('https://example.com/hook')
  await service.happen()
  await until(async () => (await service.deliveries())[0]?.attemptCount === 1, 'the first attempt')
  return { service, webhookId, status }
}

const jobsOf = ({ store }: TestDesk, state: 'scheduled' | 'cancelled' = 'scheduled') =>
  listJobs(store.read, { state }, { limit: 10 })

for (const dialect of dialects) {
  describe(dialect, () => {
    test('a delivery that is canceled between two attempts is skipped, and succeeds when it is retried after all', async () => {
      const { service, status } = await openFailing(dialect)
      const [{ id } = { id: '' }] = await jobsOf(service)
      expect(await service.store.tx((db) => cancelJob(db, id, cancelableKinds))).toBe(true)
      const [skipped] = await service.deliveries()
      expect(skipped).toMatchObject({ status: 'skipped', attemptCount: 1, nextAttemptAt: null })
      expect(skipped?.finishedAt).toBeGreaterThan(0)
      status.code = 200
      expect(await service.store.tx((db) => retryJob(db, id))).toBe(true)
      await until(async () => (await service.deliveries())[0]?.status === 'succeeded', 'the delivery')
      expect((await service.deliveries())[0]).toMatchObject({ attemptCount: 2 })
    })

    test('an attempt beside the schedule that is canceled leaves the schedule alone', async () => {
      const { service, webhookId } = await openFailing(dialect)
      const [before] = await service.deliveries()
      await service.jobs.drain(0)
      await service.retry(webhookId)
      const beside = (await listJobs(service.store.read, { state: 'ready' }, { limit: 1 }))[0]?.id ?? ''
      expect(await service.store.tx((db) => cancelJob(db, beside, cancelableKinds))).toBe(true)
      expect(await service.deliveries()).toEqual(before === undefined ? [] : [before])
      expect(before).toMatchObject({ status: 'pending' })
    })

    test('a delivery that is canceled while it is being sent is skipped, whatever the receiver answers', async () => {
      const sent = Promise.withResolvers<void>()
      const answered = Promise.withResolvers<void>()
      const service = await openTestService({
        dialect,
        async send() {
          sent.resolve()
          await answered.promise
          return answer(200)
        },
      })
      await service.subscribe('https://example.com/hook')
      await service.happen()
      await sent.promise
      const [{ id } = { id: '' }] = await listJobs(service.store.read, {}, { limit: 1 })
      expect(await service.store.tx((db) => cancelJob(db, id, cancelableKinds))).toBe(true)
      answered.resolve()
      const drained = service.jobs.drain(1000)
      service.clock.advance(1000)
      await drained
      expect(await service.deliveries()).toMatchObject([{ status: 'skipped', attemptCount: 0, attempts: [] }])
    })
  })
}

test('svc jobs cancel tells the log of the delivery', async () => {
  const { service } = await openFailing('sqlite')
  const [{ id } = { id: '' }] = await jobsOf(service)
  const cancelled = await svc(['jobs', 'cancel', id, '--data-dir', service.store.dataDir])
  expect(cancelled).toMatchObject({ code: 0, out: `${id} (webhooks.deliver) is canceled\n` })
  expect(await service.deliveries()).toMatchObject([{ status: 'skipped' }])
  expect((await jobsOf(service, 'cancelled')).map((job) => job.id)).toEqual([id])
})
