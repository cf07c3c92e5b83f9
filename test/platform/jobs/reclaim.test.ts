/** The start of the only process that a SQLite directory can have: what the last one left running is taken back at once. */
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type Ended, enqueueMany, listJobs } from '../../../src/platform/jobs/index.ts'
import { type Store, migrate, openStore } from '../../../src/platform/storage/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { FakeClock } from '../../support/clock.ts'
import { openTestStore, temporaryDirectory } from '../../support/store.ts'
import { advanceUntil, kindOf, recorder, startJobs, until } from './runner.ts'

const kind = kindOf({ leaseMs: 30_000 })
const count = 450

async function openExclusively(): Promise<Store> {
  const store = await openStore({ dataDir: temporaryDirectory(), exclusive: true })
  cleanUp(() => store.close())
  await migrate(store)
  return store
}

/** Jobs as a process leaves them that dies while it runs them. */
async function leaveRunning(store: Store, nowMs: number): Promise<void> {
  const jobs = Array.from({ length: count }, (_, n) => ({ payload: { n } }))
  await store.tx((db) => enqueueMany(db, kind, jobs))
  await claimAll(store, nowMs)
}

const claimAll = (store: Store, nowMs: number) =>
  store.tx((db) =>
    db.rows(sql`update jobs set state = 'running', fence = fence + 1, started_at = ${nowMs},
      lease_until = ${nowMs + 30_000} where state in ('ready', 'scheduled')`),
  )

test('what runs at the start is run again, without waiting for its lease', async () => {
  const store = await openExclusively()
  const clock = new FakeClock()
  await leaveRunning(store, clock.nowMs())
  const { handler, done } = recorder(kind, { concurrency: 500 })
  const jobs = startJobs(store, [handler], { clock })
  await until(() => done.length === count)
  expect(new Set(done).size).toBe(count)
  expect(jobs.lines).toMatchObject([{ message: 'jobs recovered' }, {}, { message: 'jobs recovered' }])
})

test('what has just been running in two deaths waits for its lease, and a third death beside others does not end it', async () => {
  const store = await openExclusively()
  const clock = new FakeClock()
  const settled: Ended<{ n: number }, void>[] = []
  const { handler, done } = recorder(kind, {
    concurrency: 0,
    settle: async (_db, ended) => void settled.push(...ended),
  })
  const states = async () => {
    const found = await listJobs(store.read, {}, { limit: count })
    return [...new Set(found.map(({ state, runAt }) => `${state} ${Math.max(0, runAt - clock.nowMs())}`))]
  }
  const restart = async (expected: string) => {
    const jobs = startJobs(store, [handler], { clock })
    await until(async () => (await states()).every((state) => state.startsWith(expected)))
    await jobs.drain(0)
    const found = await states()
    await claimAll(store, clock.nowMs())
    return found
  }
  await leaveRunning(store, clock.nowMs())
  clock.advance(5000)
  expect(await restart('ready')).toEqual(['ready 0'])
  expect(await restart('scheduled')).toEqual(['scheduled 30000'])
  expect(await restart('scheduled')).toEqual(['scheduled 30000'])
  expect(settled).toEqual([])
  expect(done).toEqual([])
})

test('where others may run jobs, what runs stays theirs until its lease is over', async () => {
  const store = await openTestStore('sqlite')
  const clock = new FakeClock()
  await leaveRunning(store, clock.nowMs())
  const startedAt = clock.nowMs()
  const { handler, done } = recorder(kind)
  startJobs(store, [handler], { clock })
  await advanceUntil(clock, 1000, () => done.length > 0)
  expect(clock.nowMs() - startedAt).toBeGreaterThanOrEqual(30_000)
})
