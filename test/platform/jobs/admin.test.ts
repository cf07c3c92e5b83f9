import { afterEach, beforeAll, expect, test } from 'bun:test'
import {
  type JobHandler,
  type JobSnapshot,
  cancelJob,
  countJobs,
  enqueue,
  enqueueMany,
  findJob,
  listJobs,
  redriveDead,
  retryJob,
  watchJob,
} from '../../../src/platform/jobs/index.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { FakeClock } from '../../support/clock.ts'
import { eachDialect } from '../../support/store.ts'
import { advanceUntil, clearJobs, gate, kindOf, readJob, recorder, startJobs, until } from './runner.ts'

type Payload = { n: number }

eachDialect((_dialect, open) => {
  let store: Store
  const kind = kindOf()
  const failing: JobHandler<Payload> = { ...recorder(kind).handler, run: async () => ({ fail: 'no' }) }
  beforeAll(async () => {
    store = await open()
  })
  afterEach(() => clearJobs(store))

  const add = (more: object = {}) => store.tx((db) => enqueue(db, kind, { payload: { n: 1 }, ...more }))
  const stateOf = async (id: string) => (await readJob(store, id)).state

  test('jobs are listed by kind, state and project, page by page', async () => {
    const other = kindOf({ name: 'test.other' })
    const ids = await store.tx(async (db) => [
      ...(await enqueueMany(
        db,
        kind,
        [1, 2, 3].map((n) => ({ payload: { n }, projectId: 'prj_1' })),
      )),
      ...(await enqueueMany(db, kind, [{ payload: { n: 4 }, projectId: 'prj_2', runAt: Date.now() + 60_000 }])),
      ...(await enqueueMany(db, other, [{ payload: { n: 5 } }])),
    ])
    const idsOf = (jobs: JobSnapshot[]) => jobs.map(({ id }) => ids.indexOf(id))
    const { read } = store
    expect(idsOf(await listJobs(read, {}, { limit: 10 }))).toEqual([4, 3, 2, 1, 0])
    expect(idsOf(await listJobs(read, { kinds: ['test.work'] }, { limit: 2 }))).toEqual([3, 2])
    expect(idsOf(await listJobs(read, { kinds: ['test.work'] }, { limit: 2, beforeId: ids[2] }))).toEqual([1, 0])
    expect(idsOf(await listJobs(read, { projectId: 'prj_1' }, { limit: 10 }))).toEqual([2, 1, 0])
    expect(idsOf(await listJobs(read, { state: 'scheduled', projectId: 'prj_2' }, { limit: 10 }))).toEqual([3])
    expect(idsOf(await listJobs(read, { kinds: ['test.other', 'test.none'] }, { limit: 10 }))).toEqual([4])
    const counts = (await countJobs(read)).map((row) => [row.kind, row.state, row.count])
    expect(counts.toSorted()).toEqual([
      ['test.other', 'ready', 1],
      ['test.work', 'ready', 3],
      ['test.work', 'scheduled', 1],
    ])
  })

  test('a waiting job can be canceled once, and never runs', async () => {
    const [ready, scheduled] = [await add(), await add({ runAt: Date.now() + 60_000 })]
    for (const id of [ready, scheduled]) {
      expect(await store.tx((db) => cancelJob(db, id, [kind]))).toBe(true)
      expect(await store.tx((db) => cancelJob(db, id, [kind]))).toBe(false)
      expect(await stateOf(id)).toBe('cancelled')
    }
    expect(await store.tx((db) => cancelJob(db, 'job_none', [kind]))).toBe(false)
    const { handler, done } = recorder(kind)
    startJobs(store, [handler])
    const last = await add()
    await until(async () => (await stateOf(last)) === 'done')
    expect(done).toHaveLength(1)
  })

  test('a dead job is redriven with all its attempts, keeping its errors', async () => {
    const jobs = startJobs(store, [failing])
    const id = await add()
    await until(async () => (await stateOf(id)) === 'dead')
    expect(await store.tx((db) => retryJob(db, id))).toBe(true)
    await until(async () => (await readJob(store, id)).errors.length === 2)
    await jobs.drain(1000)
    const { handler } = recorder(kind)
    startJobs(store, [handler])
    expect(await store.tx((db) => retryJob(db, id))).toBe(true)
    await until(async () => (await stateOf(id)) === 'done')
    expect(await readJob(store, id)).toMatchObject({ attempts: 1, errors: [{ error: 'no' }, { error: 'no' }] })
    expect(await store.tx((db) => retryJob(db, id))).toBe(false)
  })

  test('all dead jobs of a kind are redriven, but for those whose key another job has', async () => {
    const jobs = startJobs(store, [failing])
    await store.tx((db) =>
      enqueueMany(
        db,
        kind,
        Array.from({ length: 250 }, (_, n) => ({ payload: { n }, ...(n === 7 ? { dedupeKey: 'k' } : {}) })),
      ),
    )
    await until(async () => (await countJobs(store.read))[0]?.state === 'dead')
    await until(async () => (await countJobs(store.read))[0]?.count === 250)
    await jobs.drain(1000)
    await add({ dedupeKey: 'k' })
    expect(await redriveDead(store, 'test.work')).toBe(249)
    const counts = (await countJobs(store.read)).map(({ state, count }) => [state, count])
    expect(counts.toSorted()).toEqual([
      ['dead', 1],
      ['ready', 250],
    ])
  })

  test('a scheduled job can be made to run now', async () => {
    const id = await add({ runAt: Date.now() + 3_600_000 })
    const { handler } = recorder(kind)
    startJobs(store, [handler])
    await store.tx((db) => retryJob(db, id))
    await until(async () => (await stateOf(id)) === 'done')
  })

  test('a retry that is run now continues its schedule', async () => {
    const runs: number[] = []
    const { handler } = recorder(kindOf({ retryDelaysMs: [3_600_000] }), {
      run: async ({ attempt }) => {
        runs.push(attempt)
        return { retry: 'not yet' }
      },
    })
    startJobs(store, [handler])
    const id = await add()
    for (const attempts of [1, 2]) {
      await until(async () => (await readJob(store, id)).attempts === attempts)
      expect(await store.tx((db) => retryJob(db, id))).toBe(true)
    }
    await until(async () => (await stateOf(id)) === 'dead')
    expect(runs).toEqual([1, 2, 3])
  })

  test('a cancelled job that is made to run has the attempts that it had left', async () => {
    const { handler } = recorder(kindOf({ retryDelaysMs: [3_600_000] }), { run: async () => ({ retry: 'not yet' }) })
    startJobs(store, [handler])
    const id = await add()
    await until(async () => (await stateOf(id)) === 'scheduled')
    expect(await store.tx((db) => cancelJob(db, id, [kind]))).toBe(true)
    expect(await store.tx((db) => retryJob(db, id))).toBe(true)
    await until(async () => (await readJob(store, id)).attempts === 2)
  })

  test('dead jobs outlive the time of finished ones, and go when purged or after thirty days', async () => {
    const clock = new FakeClock()
    startJobs(store, [failing], { clock })
    const [first, second] = [await add(), await add()]
    await until(async () => (await stateOf(first)) === 'dead' && (await stateOf(second)) === 'dead')
    clock.advance(29 * 86_400_000)
    expect(await stateOf(second)).toBe('dead')
    await advanceUntil(clock, 3_600_000, async () => (await findJob(store.read, second)) === undefined)
  })

  test('progress is stored, and a watcher follows the job to its end', async () => {
    const hold = gate()
    const handler: JobHandler<Payload, string> = {
      kind,
      concurrency: 1,
      async run(_job, { progress }) {
        for (let done = 1; done <= 50; done++) progress(done, 100, `line ${done}`)
        await hold.opened
        return { done: 'all' }
      },
    }
    const id = await add()
    const seen: JobSnapshot[] = []
    const watching = (async () => {
      for await (const job of watchJob(store, id)) {
        seen.push(job)
        if (job.progress !== null) hold.open()
      }
    })()
    startJobs(store, [handler])
    await watching
    expect(seen.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1])).toEqual(
      seen[0]?.state === 'ready' ? ['ready', 'running', 'done'] : ['running', 'done'],
    )
    expect(seen.find(({ progress }) => progress !== null)?.progress).toMatchObject({
      done: 50,
      total: 100,
      note: 'line 50',
    })
    expect(seen.at(-1)).toMatchObject({ state: 'done', result: 'all' })
  })

  test('a job that ends at once still shows how far it came', async () => {
    const handler: JobHandler<Payload, string> = {
      kind,
      concurrency: 1,
      async run(_job, { progress }) {
        progress(7, 7)
        return { done: 'all' }
      },
    }
    const id = await add()
    startJobs(store, [handler])
    let last: JobSnapshot | undefined
    for await (const job of watchJob(store, id)) last = job
    expect(last).toMatchObject({ state: 'done', progress: { done: 7, total: 7 } })
  })

  test('watching ends when the job is unknown, or the watcher leaves', async () => {
    for await (const _ of watchJob(store, 'job_none')) throw new Error('nothing to see')
    const stop = new AbortController()
    const id = await add()
    const seen: string[] = []
    for await (const { state } of watchJob(store, id, stop.signal)) {
      seen.push(state)
      stop.abort()
    }
    expect(seen).toEqual(['ready'])
  })

  test('metrics have runs, depth and age of waiting jobs', async () => {
    const clock = new FakeClock()
    const { handler } = recorder(kind)
    const jobs = startJobs(store, [handler], { clock })
    const id = await add()
    await until(async () => (await stateOf(id)) === 'done')
    await add({ runAt: clock.nowMs() + 3_600_000 })
    const printed = () => jobs.metrics.print()
    await advanceUntil(clock, 5000, () => printed().includes('svc_jobs{kind="test.work",state="scheduled"} 1'))
    expect(printed()).toContain('svc_job_runs_total{kind="test.work",outcome="done"} 1')
    expect(printed()).toContain('svc_job_run_seconds_count{kind="test.work"} 1')
    expect(printed()).toContain('svc_job_oldest_due_seconds{kind="test.work"} 0')
  })
})
