import { describe, expect, spyOn, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import type { OutboundRequest } from '../../../src/platform/net/index.ts'
import { retryDelaysMs } from '../../../src/surfaces/webhooks/sending/schedule.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { type TestDesk, answer, oldSecret, openTestService, secret } from './sending-service.ts'

const hourMs = 3_600_000

/** A receiver that keeps what it gets, and answers what the test says. */
function startReceiver(status: (request: OutboundRequest) => number, headers: Record<string, string> = {}) {
  const requests: OutboundRequest[] = []
  return {
    requests,
    send: async (request: OutboundRequest) => {
      requests.push(request)
      return answer(status(request), headers)
    },
  }
}

/** Moves the clock from attempt to attempt until no delivery has another; answers the waits before each, of the first. */
async function runSchedule(service: TestDesk): Promise<number[]> {
  const waits: number[] = []
  for (let round = 1; ; round++) {
    await until(async () => (await service.deliveries()).every((row) => row.attemptCount === round), `attempt ${round}`)
    const next = (await service.deliveries()).flatMap((row) => row.nextAttemptAt ?? [])
    if (next.length === 0) return waits
    waits.push(Math.max(...next) - service.clock.nowMs())
    service.clock.advance(Math.max(...next) - service.clock.nowMs())
  }
}

for (const dialect of dialects) {
  describe(dialect, () => {
    for (const [chance, share] of [
      [0, 0.8],
      [0.5, 1],
      [1, 1.2],
    ] as const) {
      test(`ten attempts at ${share} of the schedule, then the delivery has failed`, async () => {
        const { send, requests } = startReceiver(() => 500)
        const service = await openTestService({ dialect, send })
        await service.subscribe('https://example.com/hook')
        const random = spyOn(Math, 'random').mockReturnValue(chance)
        const [eventId] = await service.happen()
        const waits = await runSchedule(service)
        random.mockRestore()
        expect(waits).toEqual(retryDelaysMs.map((delay) => Math.round(delay * share)))
        const [delivery] = await service.deliveries()
        expect(delivery).toMatchObject({ status: 'failed', attemptCount: 10, nextAttemptAt: null })
        expect(delivery?.attempts.map((attempt) => attempt.error)).toEqual(Array.from({ length: 10 }, () => 'http_5xx'))
        expect(requests.map(({ headers }) => headers?.['svc-attempt'])).toEqual('12345678910'.match(/10|\d/g) ?? [])
        expect(new Set(requests.map(({ headers }) => headers?.['webhook-id']))).toEqual(new Set([eventId]))
        expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
        // What receivers did is no failure of ours: nothing is among the dead jobs.
        await until(async () => (await service.queued()).length === 0, 'the job to be gone')
      })
    }

    test('what is sent is verified by the reference library, at the moment of each attempt', async () => {
      const { send, requests } = startReceiver(() => (requests.length < 3 ? 500 : 204))
      const service = await openTestService({ dialect, send })
      await service.subscribe('https://example.com/hook', { plainSecrets: [secret, oldSecret] })
      const [eventId] = await service.happen()
      const random = spyOn(Math, 'random').mockReturnValue(0.5)
      await runSchedule(service)
      random.mockRestore()
      const stamps = requests.map(({ headers }) => Number(headers?.['webhook-timestamp']))
      expect(stamps.map((stamp) => stamp - (stamps[0] ?? 0))).toEqual([0, 5, 305])
      for (const { headers = {}, body = '' } of requests) {
        expect(headers).toMatchObject({
          'content-type': 'application/json',
          'user-agent': 'svc-webhooks/1.2.3',
          'svc-delivery-id': (await service.deliveries())[0]?.id ?? '',
        })
        expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
        for (const known of [secret, oldSecret])
          expect(verifyAt(known, String(body), headers)).toMatchObject({ id: eventId })
        expect(() => verifyAt(`whsec_${btoa('x'.repeat(32))}`, String(body), headers)).toThrow()
      }
      expect((await service.deliveries())[0]).toMatchObject({
        status: 'succeeded',
        attemptCount: 3,
        nextAttemptAt: null,
      })
    })

    test('an old secret stops signing when its grace is over', async () => {
      const { send, requests } = startReceiver(() => 204)
      const service = await openTestService({ dialect, send })
      await service.subscribe('https://example.com/hook', { plainSecrets: [secret, oldSecret] })
      service.clock.advance(24 * hourMs)
      await service.happen()
      await until(() => requests.length === 1, 'the delivery')
      const [{ headers = {}, body = '' } = {}] = requests
      expect(verifyAt(secret, String(body), headers)).toHaveProperty('id')
      expect(() => verifyAt(oldSecret, String(body), headers)).toThrow()
    })

    test('one event to many failing receivers keeps a schedule for each', async () => {
      const failures = [0, 1, 2, 3, 9, 10]
      const seen = new Map<string, number>()
      const { send } = startReceiver(({ url }) => {
        const count = (seen.get(url) ?? 0) + 1
        seen.set(url, count)
        return count <= Number(new URL(url).pathname.slice(1)) ? 503 : 204
      })
      const service = await openTestService({ dialect, send })
      const ids = new Map<string, number>()
      for (const count of failures) ids.set(await service.subscribe(`https://example.com/${count}`), count)
      await service.happen()
      for (let round = 1; round <= 10; round++) {
        const expected = (count: number) => Math.min(count + 1, round)
        await until(
          async () =>
            (await service.deliveries()).every((row) => row.attemptCount === expected(ids.get(row.webhookId) ?? 0)),
          `round ${round}`,
        )
        // Not five days in all, for then those that never answered would be disabled.
        service.clock.advance((retryDelaysMs[round - 1] ?? 0) * 1.2)
      }
      const rows = await service.deliveries()
      expect(rows.map(({ webhookId, status }) => [ids.get(webhookId), status])).toEqual(
        failures.map((count) => [count, count === 10 ? 'failed' : 'succeeded']),
      )
    })

    test('Retry-After is waited for when it is later than the schedule, and not when it is earlier', async () => {
      const waits = {
        'https://example.com/120': '120',
        'https://example.com/1': '1',
        'https://example.com/9': '99999999',
      }
      const service = await openTestService({
        dialect,
        send: async ({ url }) => answer(429, { 'retry-after': waits[url as keyof typeof waits] }),
      })
      const ids = await Promise.all(Object.keys(waits).map((url) => service.subscribe(url)))
      const random = spyOn(Math, 'random').mockReturnValue(0.5)
      await service.happen()
      await until(
        async () => (await service.deliveries()).every((row) => row.attemptCount === 1),
        'every first attempt',
      )
      random.mockRestore()
      const rows = await service.deliveries()
      const nextOf = (id: string | undefined) =>
        (rows.find((row) => row.webhookId === id)?.nextAttemptAt ?? 0) - service.clock.nowMs()
      expect(ids.map(nextOf)).toEqual([120_000, 5000, 24 * hourMs])
    })
  })
}

/** Verifies as the receiver would at the time of the message: the library has no other clock than the machine's. */
function verifyAt(known: string, body: string, headers: Readonly<Record<string, string>>): unknown {
  const clock = spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1000)
  try {
    return new Webhook(known).verify(body, { ...headers })
  } finally {
    clock.mockRestore()
  }
}
