import { afterEach, beforeAll, expect, test } from 'bun:test'
import {
  type Ended,
  type JobHandler,
  type Outcome,
  enqueue,
  enqueueMany,
  findJob,
} from '../../../src/platform/jobs/index.ts'
import type { Db, Store } from '../../../src/platform/storage/index.ts'
import { FakeClock } from '../../support/clock.ts'
import { eachDialect } from '../../support/store.ts'
import { putSetting, settingKeys } from '../storage/rows.ts'
import { advanceUntil, clearJobs, kindOf, readJob, recorder, startJobs, until } from './runner.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type Payload = { n: number }

eachDialect((_dialect, open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterEach(() => clearJobs(store))

  const add = (kind: JobHandler<Payload>['kind'], n = 1) => store.tx((db) => enqueue(db, kind, { payload: { n } }))

  /** A handler that gives these outcomes one after the other, and caches when it ran. */
  function scripted(outcomes: (Outcome<string> | Error)[], more: Partial<JobHandler<Payload>['kind']> = {}) {
    const runs: { attempt: number; at: number }[] = []
    const settled: Ended<Payload, string>[] = []
    const handler: JobHandler<Payload, string> = {
      kind: kindOf({ maxAttempts: 20, ...more }),
      concurrency: 5,
      async run(job, { nowMs }) {
        runs.push({ attempt: job.attempt, at: nowMs() })
        const outcome = outcomes[Math.min(runs.length, outcomes.length) - 1] ?? { done: '' }
        if (outcome instanceof Error) throw outcome
        return outcome
      },
      settle: async (_db, ended) => void settled.push(...ended),
    }
    return { handler, runs, settled }
  }

  test('a done job stays readable with what it left, and is gone after its time', async () => {
    const clock = new FakeClock()
    const { handler } = scripted([{ done: 'result' }], { keepMs: hourMs })
    const id = await add(handler.kind)
    startJobs(store, [handler], { clock })
    await until(async () => (await readJob(store, id)).state === 'done')
    expect(await readJob(store, id)).toMatchObject({ result: 'result', attempts: 1, finishedAt: clock.nowMs() })
    clock.advance(hourMs - minuteMs)
    expect(await findJob(store.read, id)).toBeDefined()
    await advanceUntil(clock, minuteMs, async () => (await findJob(store.read, id)) === undefined)
  })

  test('a kind that keeps nothing removes the job with its end', async () => {
    const { handler, settled } = scripted([{ done: 'x' }], { keepMs: 0 })
    const id = await add(handler.kind)
    startJobs(store, [handler])
    await until(async () => (await findJob(store.read, id)) === undefined)
    expect(settled).toMatchObject([{ job: { id }, outcome: { done: 'x' }, nextRunAt: null, isLast: true }])
  })

  test('a 75-hour schedule of retries runs in its order and its times', async () => {
    const clock = new FakeClock()
    const delays = [5000, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)]
    const { handler, runs, settled } = scripted([{ retry: 'no response' }], { maxAttempts: 10, retryDelaysMs: delays })
    const id = await add(handler.kind)
    startJobs(store, [handler], { clock })
    for (const [attempt, delay] of delays.entries()) {
      await until(async () => (await readJob(store, id)).attempts === attempt + 1)
      expect((await readJob(store, id)).runAt).toBe(clock.nowMs() + delay)
      clock.advance(delay - 1)
      clock.advance(1)
      await until(() => runs.length === attempt + 2)
    }
    await until(async () => (await readJob(store, id)).state === 'dead')
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect((runs.at(-1)?.at ?? 0) - (runs[0]?.at ?? 0)).toBe(delays.reduce((sum, delay) => sum + delay))
    expect(settled.map(({ isLast }) => isLast)).toEqual([...Array(9).fill(false), true])
  })

  test('pauses vary within the jitter', async () => {
    const clock = new FakeClock()
    const { handler, settled } = scripted([{ retry: 'again' }], { jitter: 0.2, retryDelaysMs: [100_000] })
    await store.tx((db) =>
      enqueueMany(
        db,
        handler.kind,
        Array.from({ length: 60 }, (_, n) => ({ payload: { n } })),
      ),
    )
    startJobs(store, [handler], { clock })
    await until(() => settled.length === 60)
    const pauses = settled.map(({ nextRunAt }) => (nextRunAt ?? 0) - clock.nowMs())
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(80_000)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(120_000)
    expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(15_000)
  })

  test('a retry waits for what was asked for, never less than its pause', async () => {
    const clock = new FakeClock()
    const notBeforeMs = clock.nowMs() + 7000
    const outcomes: Outcome<string>[] = [
      { retry: 'a', afterMs: 5000 },
      { retry: 'b', notBeforeMs },
      { retry: 'c', afterMs: 10 },
    ]
    const { handler, settled } = scripted(outcomes)
    await add(handler.kind)
    startJobs(store, [handler], { clock })
    const start = clock.nowMs()
    for (const [index, wanted] of [5000, 7000, 8000].entries()) {
      await until(() => settled.length === index + 1)
      expect((settled[index]?.nextRunAt ?? 0) - start).toBe(wanted)
      clock.advance(start + wanted - clock.nowMs())
    }
  })

  test('a throw is a retry with the error, and the last ten errors are kept', async () => {
    const clock = new FakeClock()
    const errors = Array.from({ length: 12 }, (_, n) => (n === 11 ? new TypeError('odd') : new Error(`error ${n}`)))
    const { handler } = scripted([...errors, { done: '' }])
    const id = await add(handler.kind)
    startJobs(store, [handler], { clock })
    await advanceUntil(clock, 1000, async () => (await readJob(store, id)).state === 'done')
    const job = await readJob(store, id)
    expect(job.attempts).toBe(13)
    expect(job.errors.map(({ attempt }) => attempt)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(job.errors.at(-1)?.error).toBe('TypeError: odd')
  })

  test('a snooze uses no attempt, and keeps no error', async () => {
    const clock = new FakeClock()
    const { handler, runs } = scripted([{ snooze: 5000 }, { snooze: 5000 }, { done: '' }], { maxAttempts: 1 })
    const id = await add(handler.kind)
    startJobs(store, [handler], { clock })
    await advanceUntil(clock, 1000, async () => (await readJob(store, id)).state === 'done')
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 1, 1])
    expect(await readJob(store, id)).toMatchObject({ attempts: 1, errors: [] })
  })

  test('a failure is dead at once, stays readable, and its value reaches settle', async () => {
    const { handler, settled } = scripted([{ fail: 'gone', value: 'v' }], { keepMs: 0 })
    const id = await add(handler.kind)
    startJobs(store, [handler])
    await until(() => settled.length === 1)
    expect(settled[0]).toMatchObject({ outcome: { fail: 'gone', value: 'v' }, isLast: true })
    await until(async () => (await readJob(store, id)).state === 'dead')
    expect((await readJob(store, id)).errors).toMatchObject([{ attempt: 1, error: 'gone' }])
  })

  test('what settle writes and enqueues becomes durable with the end', async () => {
    const second = recorder(kindOf({ name: 'test.second' }))
    const first: JobHandler<Payload> = {
      ...recorder(kindOf()).handler,
      async settle(db, ended) {
        for (const { job } of ended) {
          await putSetting(db, `settled ${job.payload.n}`)
          await enqueue(db, second.handler.kind, { payload: { n: job.payload.n } })
        }
      },
    }
    startJobs(store, [first, second.handler])
    await add(first.kind, 7)
    await until(() => second.done.length === 1)
    expect(await settingKeys(store)).toEqual(['settled 7'])
  })

  test('one that cannot be settled is tried again and keeps none of its batch from ending', async () => {
    const clock = new FakeClock()
    let isBroken = true
    const { handler } = recorder(kindOf(), {
      async settle(db: Db, ended) {
        for (const { job } of ended) {
          if (job.payload.n === 2 && isBroken) throw new Error('cannot')
          await putSetting(db, `settled ${job.payload.n}`)
        }
      },
    })
    const ids = await store.tx((db) =>
      enqueueMany(
        db,
        handler.kind,
        [1, 2, 3].map((n) => ({ payload: { n } })),
      ),
    )
    const jobs = startJobs(store, [handler], { clock })
    await until(async () => (await readJob(store, ids[1] ?? '')).attempts === 1)
    await until(async () => (await settingKeys(store)).length === 2)
    expect(await settingKeys(store)).toEqual(['settled 1', 'settled 3'])
    expect((await readJob(store, ids[1] ?? '')).errors[0]?.error).toBe('settle: cannot')
    expect(jobs.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
    isBroken = false
    await advanceUntil(clock, 500, async () => (await readJob(store, ids[1] ?? '')).state === 'done')
    expect(await settingKeys(store)).toEqual(['settled 1', 'settled 2', 'settled 3'])
  })

  test('a batch is prepared once, and a failure to prepare is a retry of each', async () => {
    const clock = new FakeClock()
    const batches: number[][] = []
    const seen: string[] = []
    const handler: JobHandler<Payload, void, Map<number, string>> = {
      kind: kindOf(),
      concurrency: 10,
      async prepare(jobs) {
        batches.push(jobs.map(({ payload }) => payload.n))
        if (batches.length === 1) throw new Error('not yet')
        return new Map(jobs.map(({ payload }) => [payload.n, `value ${payload.n}`]))
      },
      async run({ payload }, { prepared }) {
        seen.push(prepared.get(payload.n) ?? '')
        return { done: undefined }
      },
    }
    await store.tx((db) =>
      enqueueMany(
        db,
        handler.kind,
        [1, 2, 3].map((n) => ({ payload: { n } })),
      ),
    )
    startJobs(store, [handler], { clock })
    await advanceUntil(clock, 200, () => seen.length === 3)
    expect(batches[0]).toEqual([1, 2, 3])
    expect(seen.toSorted()).toEqual(['value 1', 'value 2', 'value 3'])
  })
})
