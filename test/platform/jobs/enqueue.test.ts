import { afterEach, beforeAll, expect, test } from 'bun:test'
import { countJobs, defineJob, enqueue, enqueueMany, listJobs } from '../../../src/platform/jobs/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { eachDialect } from '../../support/store.ts'
import { clearJobs, kindOf, readJob, recorder, startJobs, until } from './runner.ts'

eachDialect((_dialect, open) => {
  let store: Store
  const kind = kindOf()
  beforeAll(async () => {
    store = await open()
  })
  afterEach(() => clearJobs(store))

  test('a job is enqueued with what causes it: a transaction that fails leaves none', async () => {
    const failing = store.tx(async (db) => {
      await enqueue(db, kind, { payload: { n: 1 } })
      throw new Error('boom')
    })
    await expect(failing).rejects.toThrow('boom')
    expect(await countJobs(store.read)).toEqual([])
  })

  test('it keeps its payload, project, lane, priority and time', async () => {
    const runAt = Date.now() + 60_000
    const payload = { n: 1, text: 'nul \u0000, quotes " and \\, snow ☃, half \ud800', deep: [{ a: null }] }
    const id = await store.tx((db) => enqueue(db, kind, { payload, projectId: 'prj_1', priority: -2, runAt }))
    const job = await readJob(store, id)
    expect(job).toMatchObject({
      kind: 'test.work',
      projectId: 'prj_1',
      partition: 'prj_1',
      priority: -2,
      runAt,
      payload,
    })
    expect(job).toMatchObject({ state: 'scheduled', attempts: 0, errors: [], progress: null, finishedAt: null })
  })

  test('without a time it is ready at once, its lane is the project, else the kind', async () => {
    const ids = await store.tx((db) =>
      enqueueMany(db, kind, [
        { payload: { n: 1 } },
        { payload: { n: 2 }, projectId: 'prj_2' },
        { payload: { n: 3 }, partition: 'mine' },
      ]),
    )
    const jobs = await Promise.all(ids.map((id) => readJob(store, id)))
    expect(jobs.map(({ state, partition }) => [state, partition])).toEqual([
      ['ready', 'test.work'],
      ['ready', 'prj_2'],
      ['ready', 'mine'],
    ])
  })

  test('two thousand are enqueued in order', async () => {
    const jobs = Array.from({ length: 2000 }, (_, n) => ({ payload: { n } }))
    const ids = await store.tx((db) => enqueueMany(db, kind, jobs))
    expect(ids).toEqual(ids.toSorted())
    const { handler, done } = recorder(kind, { concurrency: 500 })
    const first = await listJobs(store.read, { kinds: ['test.work'] }, { limit: 3 })
    expect(first.map(({ id }) => id)).toEqual(ids.slice(-3).reverse())
    startJobs(store, [handler])
    await until(() => done.length === 2000)
    expect(done).toEqual(jobs.map(({ payload }) => payload.n))
  })

  test('while a job with a dedupe key lives, another enqueue gives its id; afterwards a new one', async () => {
    const first = await store.tx((db) => enqueue(db, kind, { payload: { n: 1 }, dedupeKey: 'k' }))
    const again = await store.tx((db) =>
      enqueueMany(db, kind, [
        { payload: { n: 2 }, dedupeKey: 'other' },
        { payload: { n: 3 }, dedupeKey: 'k' },
        { payload: { n: 4 }, dedupeKey: 'other' },
        { payload: { n: 5 } },
      ]),
    )
    expect(again[1]).toBe(first)
    expect(again[2]).toBe(again[0] ?? '')
    expect(new Set(again).size).toBe(3)
    const { handler, done } = recorder(kind)
    startJobs(store, [handler])
    await until(async () => (await countJobs(store.read)).length === 0)
    expect(done.toSorted()).toEqual([1, 2, 5])
    const next = await store.tx((db) => enqueue(db, kind, { payload: { n: 6 }, dedupeKey: 'k' }))
    expect(next).not.toBe(first)
  })

  test('of many transactions that enqueue the same keys at once, one makes each job', async () => {
    const keys = ['a', 'b', 'c', 'd']
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        store.tx((db) =>
          enqueueMany(
            db,
            kind,
            keys.toSorted(() => (turn % 2) - 0.5).map((dedupeKey) => ({ payload: { n: turn }, dedupeKey })),
          ),
        ),
      ),
    )
    expect(new Set(all.flat()).size).toBe(keys.length)
  })

  test('the same key of another kind is another job', async () => {
    const other = kindOf({ name: 'test.other' })
    const ids = await store.tx(async (db) => [
      await enqueue(db, kind, { payload: { n: 1 }, dedupeKey: 'k' }),
      await enqueue(db, other, { payload: { n: 1 }, dedupeKey: 'k' }),
    ])
    expect(ids[0]).not.toBe(ids[1] ?? '')
  })
})

test('a kind that could never run as declared is refused', () => {
  const sound = { name: 'test.bad', maxAttempts: 2, retryDelaysMs: [1], jitter: 0 }
  expect(() => defineJob({ ...sound, maxAttempts: 0 })).toThrow('test.bad has no attempt')
  expect(() => defineJob({ ...sound, retryDelaysMs: [] })).toThrow('no pause')
  expect(() => defineJob({ ...sound, jitter: 1 })).toThrow('jitter')
})
