/** Canceling one job or a partition of them, and the kinds that hear of it. */
import { afterEach, beforeAll, expect, test } from 'bun:test'
import {
  type Job,
  type JobKind,
  cancelJob,
  cancelPartition,
  countJobs,
  enqueueMany,
  findJob,
} from '../../../src/platform/jobs/index.ts'
import type { Db, Store } from '../../../src/platform/storage/index.ts'
import { eachDialect } from '../../support/store.ts'
import { putSetting, settingKeys } from '../storage/rows.ts'
import { clearJobs, gate, kindOf, readJob, recorder, startJobs, until } from './runner.ts'

type Payload = { n: number }
const hourMs = 3_600_000

/** A kind that notes what it hears of. */
function listening(more: Partial<JobKind<Payload>> = {}) {
  const batches: number[] = []
  const kind = kindOf<Payload>({
    async cancelled(db: Db, jobs: readonly Job<Payload>[]) {
      batches.push(jobs.length)
      for (const { id, payload } of jobs) await putSetting(db, `${payload.n} ${id}`)
    },
    ...more,
  })
  return { kind, batches }
}

eachDialect((_dialect, open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterEach(() => clearJobs(store))

  const fill = (kind: JobKind<Payload>, count: number, more: { partition?: string; runAt?: number } = {}) =>
    store.tx((db) =>
      enqueueMany(
        db,
        kind,
        Array.from({ length: count }, (_, n) => ({ payload: { n }, ...more })),
      ),
    )
  const statesOf = async (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await findJob(store.read, id))?.state))
  const clearPartition = async (kind: JobKind<Payload>, partition: string) => {
    for (let cancelled = 0; ;) {
      const count = await store.tx((db) => cancelPartition(db, kind, partition))
      if (count === 0) return cancelled
      cancelled += count
    }
  }

  test('a kind is notified of its canceled job once, in the same transaction', async () => {
    const { kind } = listening()
    const [id = ''] = await fill(kind, 1)
    const fails = store.tx(async (db) => {
      expect(await cancelJob(db, id, [kind])).toBe(true)
      throw new Error('undone')
    })
    await expect(fails).rejects.toThrow('undone')
    expect([await statesOf([id]), await settingKeys(store)]).toEqual([['ready'], []])
    for (const isFirst of [true, false]) {
      expect(await store.tx((db) => cancelJob(db, id, [kindOf({ name: 'test.other' }), kind]))).toBe(isFirst)
      expect(await settingKeys(store)).toEqual([`0 ${id}`])
    }
  })

  test('a kind that throws keeps its job from being cancelled', async () => {
    const { kind } = listening({ cancelled: () => Promise.reject(new Error('not now')) })
    const [id = ''] = await fill(kind, 1)
    await expect(store.tx((db) => cancelJob(db, id, [kind]))).rejects.toThrow('not now')
    expect(await statesOf([id])).toEqual(['ready'])
  })

  test('a partition is canceled with waiting and running jobs, and others stay', async () => {
    const { kind, batches } = listening()
    const hold = gate()
    let isNotified = false
    const { handler } = recorder(kind, {
      run: async (_job, { signal }) => {
        signal.addEventListener('abort', () => (isNotified = true))
        await hold.opened
        return { done: undefined }
      },
    })
    const running = await fill(kind, 1, { partition: 'a' })
    const jobs = startJobs(store, [handler])
    await until(async () => (await statesOf(running))[0] === 'running')
    const scheduled = await fill(kind, 2, { partition: 'a', runAt: Date.now() + hourMs })
    const others = await fill(kind, 2, { partition: 'b', runAt: Date.now() + hourMs })
    const strangers = await fill(kindOf({ name: 'test.other' }), 2, { partition: 'a' })
    expect(await clearPartition(kind, 'a')).toBe(3)
    await until(() => isNotified)
    hold.open()
    await jobs.drain(1000)
    expect(batches).toEqual([3])
    const gone = [...running, ...scheduled]
    expect(await statesOf(gone)).toEqual(gone.map(() => 'cancelled'))
    expect(await statesOf([...others, ...strangers])).toEqual(['scheduled', 'scheduled', 'ready', 'ready'])
    expect((await readJob(store, running[0] ?? '')).attempts).toBe(0)
  })

  test('20,000 jobs go in batches, keep no row where their kind keeps none, and let others write', async () => {
    const batches: number[] = []
    const kind = kindOf<Payload>({ keepMs: 0, cancelled: async (_db, jobs) => void batches.push(jobs.length) })
    for (const more of [{}, { runAt: Date.now() + hourMs }]) {
      for (let at = 0; at < 10_000; at += 2500) await fill(kind, 2500, { partition: 'a', ...more })
    }
    let isOver = false
    let written = 0
    const writing = (async () => {
      while (!isOver) {
        await store.tx((db) => putSetting(db, `written ${written}`))
        written++
      }
    })()
    expect(await clearPartition(kind, 'a')).toBe(20_000)
    isOver = true
    await writing
    expect(Math.max(...batches)).toBe(500)
    expect(await countJobs(store.read)).toEqual([])
    // Between any two of the forty batches someone else may write.
    expect(written).toBeGreaterThan(20)
  })
})
