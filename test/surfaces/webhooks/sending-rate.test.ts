/** Rates of webhooks: slots, and deliveries that are delayed by them and never dropped. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createId } from '../../../src/kernel/ids/index.ts'
import type { OutboundRequest } from '../../../src/platform/net/index.ts'
import { createSlots, shareSlots } from '../../../src/surfaces/webhooks/sending/slots.ts'
import { dialects, openTestStore } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { answer, openTestService } from './sending-service.ts'

describe('slots', () => {
  const perSecond = { requests: 1, seconds: 1 }

  test('the first is now, the next one interval later', () => {
    expect(shareSlots(0, { count: 2, nowMs: 5000, rate: perSecond })).toEqual({
      nextAt: 6000,
      reservations: [
        { freeAt: 5900, waitMs: 0 },
        { freeAt: 5900, comeBackMs: 900 },
      ],
    })
  })
  test('those that get none come back one interval apart', () => {
    const { nextAt, reservations } = shareSlots(6000, { count: 3, nowMs: 5000, rate: perSecond })
    expect(nextAt).toBe(6000)
    expect(reservations.map((each) => 'comeBackMs' in each && each.comeBackMs)).toEqual([900, 1900, 2900])
  })
  test('several are reserved at a high rate, each with its wait', () => {
    const { reservations } = shareSlots(0, { count: 4, nowMs: 5000, rate: { requests: 20, seconds: 1 } })
    expect(reservations.map((each) => 'waitMs' in each && each.waitMs)).toEqual([0, 50, 100, false])
  })
  test('a slot from before the clock was set back, or of a lower rate, does not count', () => {
    const { nextAt } = shareSlots(99_000_000, { count: 1, nowMs: 5000, rate: perSecond })
    expect(nextAt).toBe(6000)
  })
  test('no window has more than the rate, however the requests arrive', () => {
    fc.assert(
      fc.property(
        fc.record({ requests: fc.integer({ min: 1, max: 300 }), seconds: fc.constantFrom(1, 60) }),
        fc.array(fc.record({ afterMs: fc.nat(3000), count: fc.integer({ min: 1, max: 8 }) }), { maxLength: 60 }),
        (rate, arrivals) => {
          let [nowMs, next] = [1_000_000, 0]
          const starts: number[] = []
          for (const { afterMs, count } of arrivals) {
            nowMs += afterMs
            const shared = shareSlots(next, { count, nowMs, rate })
            next = Math.ceil(shared.nextAt)
            for (const each of shared.reservations) if ('waitMs' in each) starts.push(nowMs + each.waitMs)
          }
          for (const [at, start] of starts.entries()) {
            const inWindow = starts.slice(at).filter((other) => other < start + rate.seconds * 1000 - 0.001)
            expect(inWindow.length).toBeLessThanOrEqual(rate.requests)
          }
        },
      ),
    )
  })
})

for (const dialect of dialects) {
  describe(dialect, () => {
    test('two processes that reserve at once share the slots', async () => {
      const store = await openTestStore(dialect)
      const processes = [createSlots(store), createSlots(store)]
      const request = { webhookId: createId('webhook'), rate: { requests: 100, seconds: 1 }, nowMs: 1_000_000 }
      const all = await Promise.all(Array.from({ length: 40 }, (_, at) => processes[at % 2]?.(request)))
      const waits = all.flatMap((each) => (each !== undefined && 'waitMs' in each ? [each.waitMs] : []))
      expect(waits.sort((a, b) => a - b)).toEqual(Array.from({ length: 11 }, (_, at) => at * 10))
    })

    test('deliveries above the rate are delayed and all sent, and other webhooks do not wait', async () => {
      const requests: { url: string; at: number }[] = []
      const send = async ({ url }: OutboundRequest) => {
        requests.push({ url, at: service.clock.nowMs() })
        return answer(204)
      }
      const service = await openTestService({ dialect, send })
      const limited = await service.subscribe('https://example.com/limited', { rate: { requests: 1, seconds: 1 } })
      await service.subscribe('https://example.com/free')
      await service.happen(6)
      const to = (path: string) => requests.filter(({ url }) => url.endsWith(path))
      await until(() => to('/free').length === 6 && to('/limited').length === 1, 'all of one and one of the other')
      for (let sent = 2; sent <= 6; sent++) {
        // Moves the clock in small steps until the next one is sent.
        await until(() => {
          if (to('/limited').length < sent) service.clock.advance(100)
          return to('/limited').length >= sent
        }, `delivery ${sent}`)
      }
      const done = async () => (await service.deliveries()).every(({ status }) => status === 'succeeded')
      await until(done, 'every delivery to have succeeded')
      // A slot is reserved up to 100 ms ahead, and the wait for it is not one of this clock.
      const times = to('/limited').map(({ at }) => at)
      for (const [at, time] of times.entries()) expect(time - (times[0] ?? 0)).toBeGreaterThanOrEqual(at * 1000 - 100)
      const own = (await service.deliveries()).filter(({ webhookId }) => webhookId === limited)
      expect(own.map(({ attemptCount }) => attemptCount)).toEqual([1, 1, 1, 1, 1, 1])
    })

    test('a slow receiver with a rate gets its deliveries, and others do not wait for it', async () => {
      const held: (() => void)[] = []
      const sent: string[] = []
      const send = async ({ url }: OutboundRequest) => {
        sent.push(url)
        if (url.endsWith('/slow')) await new Promise<void>((resolve) => held.push(resolve))
        return answer(204)
      }
      const service = await openTestService({ dialect, send })
      await service.subscribe('https://example.com/slow', { rate: { requests: 60, seconds: 60 } })
      await service.subscribe('https://example.com/fast')
      await service.happen(4)
      const count = (path: string) => sent.filter((url) => url.endsWith(path)).length
      await until(() => count('/fast') === 4 && count('/slow') === 1, 'the fast one to have all')
      await service.happen(2)
      await until(() => count('/fast') === 6, 'the fast one to have the next ones')
      expect(count('/slow')).toBe(1)
      await until(() => {
        for (const release of held.splice(0)) release()
        service.clock.advance(500)
        return count('/slow') === 6
      }, 'the slow one to have all')
      for (const release of held.splice(0)) release()
      const done = async () => (await service.deliveries()).every(({ status }) => status === 'succeeded')
      await until(async () => {
        for (const release of held.splice(0)) release()
        return done()
      }, 'every delivery to have succeeded')
    })

    test('a retry waits for its slot too', async () => {
      let isUp = false
      const times: number[] = []
      const send = async () => {
        times.push(service.clock.nowMs())
        return answer(isUp ? 204 : 500)
      }
      const service = await openTestService({ dialect, send })
      await service.subscribe('https://example.com/down', { rate: { requests: 1, seconds: 60 } })
      await service.happen(2)
      await until(() => times.length === 1, 'the first attempt')
      isUp = true
      await until(() => {
        if (times.length < 3) service.clock.advance(1000)
        return times.length === 3
      }, 'the other one and the retry')
      for (const [at, time] of times.entries()) expect(time - (times[0] ?? 0)).toBeGreaterThanOrEqual(at * 60_000 - 100)
      const done = async () => (await service.deliveries()).every(({ status }) => status === 'succeeded')
      await until(done, 'both to have succeeded')
    })
  })
}
