import { afterEach, beforeAll, expect, test } from 'bun:test'
import { countJobs, enqueue, enqueueMany } from '../../../src/platform/jobs/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { FakeClock } from '../../support/clock.ts'
import { eachDialect } from '../../support/store.ts'
import { clearJobs, gate, kindOf, readJob, recorder, startJobs, until } from './runner.ts'

eachDialect((_dialect, open) => {
  let store: Store
  const kind = kindOf()
  beforeAll(async () => {
    store = await open()
  })
  afterEach(() => clearJobs(store))

  test('a drain claims no more jobs, waits for running ones, and commits their ends', async () => {
    const hold = gate()
    const { handler, done } = recorder(kind, {
      concurrency: 2,
      run: async ({ payload }) => {
        done.push(payload.n)
        await hold.opened
        return { done: undefined }
      },
    })
    await store.tx((db) =>
      enqueueMany(
        db,
        kind,
        [1, 2, 3].map((n) => ({ payload: { n } })),
      ),
    )
    const jobs = startJobs(store, [handler], { clock: new FakeClock() })
    await until(() => done.length === 2)
    const drained = jobs.drain(60_000)
    hold.open()
    await drained
    expect(done).toEqual([1, 2])
    expect((await countJobs(store.read)).map(({ state, count }) => [state, count])).toEqual([['ready', 1]])
  })

  test('a job that has not ended in time is aborted and returned at once, and its end changes nothing', async () => {
    const hold = gate()
    let isNotified = false
    const slow = recorder(kind, {
      run: async (_job, { signal }) => {
        signal.addEventListener('abort', () => (isNotified = true))
        await hold.opened
        return { fail: 'too late' }
      },
    })
    const id = await store.tx((db) => enqueue(db, kind, { payload: { n: 1 } }))
    const clock = new FakeClock()
    const jobs = startJobs(store, [slow.handler], { clock })
    await until(async () => (await readJob(store, id)).state === 'running')
    const drained = jobs.drain(5000)
    clock.advance(5000)
    await drained
    expect(isNotified).toBe(true)
    expect(await readJob(store, id)).toMatchObject({ state: 'ready', attempts: 0 })
    const other = recorder(kind)
    startJobs(store, [other.handler], { clock })
    await until(() => other.done.length === 1)
    hold.open()
    await until(async () => (await readJob(store, id)).state === 'done')
    expect((await readJob(store, id)).errors).toEqual([])
  })

  test('nothing runs before the start, and a drain of an idle runner ends at once', async () => {
    const { handler, done } = recorder(kind)
    const jobs = startJobs(store, [handler], { clock: new FakeClock() })
    await jobs.drain(60_000)
    await store.tx((db) => enqueue(db, kind, { payload: { n: 1 } }))
    expect(done).toEqual([])
  })
})
