import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { limits } from '../../../src/kernel/limits.ts'
import type { OutboundAnswer } from '../../../src/platform/net/index.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { answer, openTestService } from './sending-service.ts'

const dayMs = 86_400_000

for (const dialect of dialects) {
  describe(dialect, () => {
    test('the breaker rests a failing subscription: deliveries wait without using an attempt, then one probes', async () => {
      let status = 500
      let sent = 0
      const service = await openTestService({
        dialect,
        send: async () => {
          sent++
          return answer(status)
        },
      })
      const id = await service.subscribe('https://example.com/hook')
      for (let i = 0; i < 10; i++) {
        await service.happen()
        await until(() => sent === i + 1, 'an attempt')
      }
      await until(async () => (await service.partition(id))?.pausedUntil !== undefined, 'the pause')
      expect(await service.partition(id)).toMatchObject({ pausedUntil: service.clock.nowMs() + 30_000, concurrency: 1 })

      // A retry is due some seconds after its attempt was written, not after it was made.
      await until(async () => (await service.deliveries()).every((row) => row.attemptCount === 1), 'every attempt')

      await service.happen(20)
      service.clock.advance(29_000)
      await until(
        async () => (await service.queued()).filter(({ state }) => state === 'ready').length === 30,
        'work to wait',
      )
      expect(sent).toBe(10)

      service.clock.advance(1001)
      await until(() => sent === 11, 'the probe')
      await until(
        async () => ((await service.partition(id))?.pausedUntil ?? 0) > service.clock.nowMs(),
        'a longer rest',
      )
      expect((await service.partition(id))?.pausedUntil).toBe(service.clock.nowMs() + 60_000)
      expect(sent).toBe(11)

      status = 204
      service.clock.advance(60_001)
      await until(async () => (await service.deliveries()).every((row) => row.status === 'succeeded'), 'all to arrive')
      await until(async () => (await service.partition(id))?.concurrency === undefined, 'the usual width')
      const attempts = (await service.deliveries()).reduce((sum, row) => sum + row.attemptCount, 0)
      expect(attempts).toBe(30 + 11)
      expect(sent).toBe(41)
    })

    test('410 disables at once, and what was still to come is skipped', async () => {
      const gate = Promise.withResolvers<void>()
      let sent = 0
      const service = await openTestService({
        dialect,
        send: async () => {
          sent++
          await gate.promise
          return answer(410)
        },
      })
      const id = await service.subscribe('https://example.com/hook')
      await service.happen(5)
      await until(() => sent === 1, 'the first one')
      gate.resolve()
      await until(
        async () => (await service.deliveries()).every(({ status }) => status !== 'pending'),
        'every delivery to end',
      )
      expect(await service.webhook(id)).toMatchObject({ enabled: false, disabledReason: 'gone', revision: 2 })
      const audit = await service.store.read.select().from(service.store.read.tables.auditLog)
      const lines = audit.filter(({ action }) => action === 'webhook.disabled')
      expect(lines).toMatchObject([{ target: id, actorKind: 'system', detail: { reason: 'gone' } }])
      const rows = await service.deliveries()
      expect(rows.filter(({ status }) => status === 'failed')[0]?.attempts[0]).toMatchObject({
        status_code: 410,
        error: 'http_4xx',
        detail: 'The receiver responded with 410 Gone.',
        trigger: 'event',
      })
      expect(rows.filter(({ status }) => status === 'skipped').length).toBeGreaterThan(0)
      await until(async () => (await service.queued()).length === 0, 'the jobs to be gone')
    })

    test('five days of nothing but failures disable, and a success in between begins anew', async () => {
      let status = 500
      const service = await openTestService({ dialect, send: async () => answer(status) })
      const id = await service.subscribe('https://example.com/hook')
      const begin = service.clock.nowMs()
      const attempt = async (next: number) => {
        status = next
        await service.happen()
        // Retries of what failed before are due as well.
        const isDone = ({ state, runAt }: { state: string; runAt: number }) =>
          state === 'scheduled' && runAt > service.clock.nowMs()
        await until(async () => (await service.queued()).every(isDone), 'every attempt that is due')
      }
      await attempt(500)
      expect(await service.webhook(id)).toMatchObject({ enabled: true, failingSince: begin })
      service.clock.advance(5 * dayMs - 1)
      await attempt(204)
      expect(await service.webhook(id)).toMatchObject({ failingSince: null, lastSuccessAt: service.clock.nowMs() })
      await attempt(500)
      const since = service.clock.nowMs()
      service.clock.advance(5 * dayMs - 1)
      await attempt(500)
      expect(await service.webhook(id)).toMatchObject({ enabled: true, failingSince: since })
      service.clock.advance(1)
      await attempt(500)
      expect(await service.webhook(id)).toMatchObject({
        enabled: false,
        disabledReason: 'failing',
        disabledAt: service.clock.nowMs(),
        failingSince: since,
      })
      await service.happen()
      expect((await service.deliveries()).at(-1)?.status).toBe('skipped')
    })

    test('a subscription that is deleted with work pending and in flight ends quietly', async () => {
      const gate = Promise.withResolvers<OutboundAnswer>()
      let sent = 0
      const service = await openTestService({
        dialect,
        send: async () => {
          sent++
          return gate.promise
        },
      })
      const id = await service.subscribe('https://example.com/hook')
      await service.happen(20)
      await until(() => sent === 1, 'the first one')
      await service.store.tx(
        async (db) => void (await db.delete(db.tables.webhooks).where(eq(db.tables.webhooks.id, id))),
      )
      gate.resolve(answer(500))
      for (let round = 0; round < 3; round++) {
        await until(async () => (await service.queued()).every(({ state }) => state !== 'running'), 'runs to end')
        service.clock.advance(10_000)
      }
      await until(async () => (await service.queued()).length === 0, 'the jobs to end')
      // Those that were claimed with the first one were read before the deletion.
      expect(sent).toBeLessThanOrEqual(limits.webhookConcurrency)
    })

    test('a delivery that a retry brought home is not sent again by its schedule', async () => {
      let status = 500
      const service = await openTestService({ dialect, send: async () => answer(status) })
      const id = await service.subscribe('https://example.com/hook')
      await service.happen()
      await until(async () => (await service.deliveries())[0]?.attemptCount === 1, 'the first attempt')
      const retry = () => service.retry(id)
      await retry()
      await until(async () => (await service.deliveries())[0]?.attemptCount === 2, 'the second attempt')
      expect((await service.deliveries())[0]).toMatchObject({ status: 'pending', nextAttemptAt: expect.any(Number) })
      status = 204
      await retry()
      await until(async () => (await service.deliveries())[0]?.attemptCount === 3, 'the third attempt')
      service.clock.advance(10_000)
      await until(async () => (await service.queued()).length === 0, 'the schedule to end')
      const [delivery] = await service.deliveries()
      expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 3, nextAttemptAt: null })
      expect(delivery?.attempts.map(({ trigger }) => trigger)).toEqual(['event', 'retry', 'retry'])
    })

    test('a failure of ours is in the log of the delivery, and among the dead jobs in the end', async () => {
      const service = await openTestService({ dialect, send: () => Promise.reject(new Error('a bug')) })
      await service.subscribe('https://example.com/hook')
      await service.happen()
      for (let round = 1; round <= 10; round++) {
        await until(async () => (await service.deliveries())[0]?.attemptCount === round, `round ${round}`)
        service.clock.advance(29 * 3_600_000)
      }
      const [delivery] = await service.deliveries()
      expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null })
      expect(delivery?.attempts[9]).toMatchObject({ error: 'internal', trigger: 'event' })
      expect((await service.queued()).map(({ state }) => state)).toEqual(['dead'])
    })
  })
}
