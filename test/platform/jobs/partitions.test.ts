import { afterEach, beforeAll, expect, test } from 'bun:test'
import { type JobHandler, countJobs, enqueueMany, setPartition } from '../../../src/platform/jobs/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { FakeClock } from '../../support/clock.ts'
import { eachDialect } from '../../support/store.ts'
import { advanceUntil, clearJobs, gate, kindOf, recorder, startJobs, until, untilNoneRuns } from './runner.ts'

eachDialect((dialect, open) => {
  let store: Store
  const kind = kindOf<{ n: number; partition?: string }>()
  beforeAll(async () => {
    store = await open()
  })
  afterEach(() => clearJobs(store))

  const fill = (partition: string, count: number, priority = 0) =>
    store.tx((db) =>
      enqueueMany(
        db,
        kind,
        Array.from({ length: count }, (_, n) => ({ payload: { n, partition }, partition, priority })),
      ),
    )

  /** A handler that counts how many of each partition run at once, and lets one job end at a time. */
  function counting(more: Partial<JobHandler<{ n: number; partition?: string }>>) {
    const max = new Map<string, number>()
    const running = new Map<string, number>()
    const order: string[] = []
    const handler: JobHandler<{ n: number; partition?: string }> = {
      kind,
      concurrency: 50,
      run: async ({ partition }) => {
        order.push(partition)
        running.set(partition, (running.get(partition) ?? 0) + 1)
        max.set(partition, Math.max(max.get(partition) ?? 0, running.get(partition) ?? 0))
        await new Promise<void>((resolve) => setTimeout(resolve, 1))
        running.set(partition, (running.get(partition) ?? 0) - 1)
        return { done: undefined }
      },
      ...more,
    }
    return { handler, max, order }
  }

  test('within a partition the lower priority number runs first, then the older job', async () => {
    await fill('a', 3, 1)
    await fill('a', 3, -1)
    const { handler, done } = recorder(kind, { concurrency: 1 })
    startJobs(store, [handler])
    await until(() => done.length === 6)
    expect(done).toEqual([0, 1, 2, 0, 1, 2])
  })

  test('the partition whose first job is more urgent comes first', async () => {
    await fill('a', 1, 0)
    await fill('b', 1, -1)
    const { handler, order } = counting({ concurrency: 1 })
    startJobs(store, [handler])
    await until(() => order.length === 2)
    expect(order).toEqual(['b', 'a'])
  })

  test('partitions take turns: one with many jobs does not delay one with few', async () => {
    await fill('huge', 1000)
    for (const partition of ['a', 'b', 'z']) await fill(partition, 2)
    const { handler, order } = counting({ concurrency: 4 })
    const jobs = startJobs(store, [handler])
    await until(() => order.length >= 40)
    for (const partition of ['a', 'b', 'z']) expect(order.indexOf(partition)).toBeLessThan(8)
    expect(order.filter((partition) => partition !== 'huge').length).toBe(6)
    expect(order.lastIndexOf('z')).toBeLessThan(16)
    await jobs.drain(5000)
  })

  test('with more partitions than slots every partition has its turn', async () => {
    const partitions = Array.from({ length: 250 }, (_, index) => `lane ${String(index).padStart(3, '0')}`)
    await store.tx((db) =>
      enqueueMany(
        db,
        kind,
        partitions.flatMap((partition) => [1, 2, 3].map((n) => ({ payload: { n, partition }, partition }))),
      ),
    )
    const { handler, order } = counting({ concurrency: 7 })
    startJobs(store, [handler])
    await until(() => order.length === 750)
    expect(new Set(order.slice(0, 250)).size).toBeGreaterThan(230)
  })

  test('a partition never exceeds its concurrency limit, over all runners', async () => {
    await fill('a', 120)
    await fill('b', 40)
    const { handler, max, order } = counting({ partitionConcurrency: 3 })
    for (let replica = 0; replica < 3; replica++) startJobs(store, [handler])
    await until(() => order.length === 160)
    expect(Object.fromEntries(max)).toEqual({ a: 3, b: 3 })
  })

  test("a partition's concurrency can be lowered and raised again", async () => {
    const hold = gate()
    let running = 0
    const { handler } = recorder(kind, {
      partitionConcurrency: 4,
      run: async () => {
        running++
        await hold.opened
        return { done: undefined }
      },
    })
    await fill('a', 30)
    await store.tx((db) => setPartition(db, kind, 'a', { concurrency: 1 }))
    startJobs(store, [handler])
    await until(() => running === 1)
    await store.tx((db) => setPartition(db, kind, 'a', { concurrency: 3 }))
    await until(() => running === 3)
    await store.tx((db) => setPartition(db, kind, 'a', { concurrency: null }))
    await until(() => running === 4)
    hold.open()
    await until(() => running === 30)
  })

  test('a paused partition runs no job until its time, and others continue', async () => {
    const clock = new FakeClock()
    await fill('paused', 5)
    await fill('open', 5)
    await store.tx((db) => setPartition(db, kind, 'paused', { pausedUntil: clock.nowMs() + 60_000 }))
    const { handler, order } = counting({})
    startJobs(store, [handler], { clock })
    await until(() => order.length === 5)
    expect(new Set(order)).toEqual(new Set(['open']))
    await untilNoneRuns(store)
    clock.advance(59_000)
    await fill('open', 1)
    await until(() => order.length === 6)
    await advanceUntil(clock, 1000, () => order.length === 11)
  })

  test('a canceled pause ends at once, and keeps the concurrency limit', async () => {
    await store.tx((db) => setPartition(db, kind, 'a', { pausedUntil: Date.now() + 3_600_000, concurrency: 1 }))
    await fill('a', 6)
    const { handler, max, order } = counting({})
    startJobs(store, [handler])
    await store.tx((db) => setPartition(db, kind, 'a', { pausedUntil: null }))
    await until(() => order.length === 6)
    expect(max.get('a')).toBe(1)
  })

  test('more paused partitions than one claim reads do not hide a job', async () => {
    const partitions = Array.from({ length: 230 }, (_, index) => `a${String(index).padStart(3, '0')}`)
    await store.tx(async (db) => {
      for (const partition of partitions)
        await setPartition(db, kind, partition, { pausedUntil: Date.now() + 3_600_000 })
      await enqueueMany(
        db,
        kind,
        [...partitions, 'b'].map((partition, n) => ({ payload: { n, partition }, partition })),
      )
    })
    const { handler, done } = recorder(kind)
    startJobs(store, [handler])
    await until(() => done.length === 1)
    expect(done).toEqual([230])
  })

  test('never more jobs of a kind run at once in a process than its handler says', async () => {
    await fill('a', 30)
    const { handler, max, order } = counting({ concurrency: 5 })
    startJobs(store, [handler])
    await until(() => order.length === 30)
    expect(max.get('a')).toBe(5)
  })

  test('a kind that is busy does not keep another from running', async () => {
    const hold = gate()
    await fill('a', 5)
    const other = kindOf({ name: 'test.other' })
    await store.tx((db) => enqueueMany(db, other, [{ payload: { n: 1 } }]))
    const second = recorder(other)
    const first = recorder(kind, {
      concurrency: 1,
      run: () => hold.opened.then(() => ({ done: undefined })),
    })
    startJobs(store, [first.handler, second.handler])
    await until(() => second.done.length === 1)
    hold.open()
    await until(async () => (await countJobs(store.read)).length === 0)
  })

  test(`ten thousand due in a full lane do not slow the claims of others (${dialect})`, async () => {
    const hold = gate()
    await fill('full', 10_000)
    const started: string[] = []
    const handler: JobHandler<{ n: number; partition?: string }> = {
      kind,
      concurrency: 100,
      partitionConcurrency: 2,
      run: async ({ partition }) => {
        started.push(partition)
        if (partition === 'full') await hold.opened
        return { done: undefined }
      },
    }
    const jobs = startJobs(store, [handler])
    await until(() => started.length === 2)
    const waits: number[] = []
    for (let n = 0; n < 50; n++) {
      const before = started.length
      const at = performance.now()
      await fill('other', 1)
      await until(() => started.length > before)
      waits.push(performance.now() - at)
    }
    expect(waits.toSorted((a, b) => a - b)[25]).toBeLessThan(5000)
    await jobs.drain(0)
    hold.open()
  })
})
