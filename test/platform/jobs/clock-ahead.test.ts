/** What a clock that was ahead once has written, when it is right again: at a start, and while the service runs. */
import { afterEach, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { SteadyClock } from '../../../src/platform/jobs/clock.ts'
import { type JobHandler, type Schedule, enqueue } from '../../../src/platform/jobs/index.ts'
import { SampledClock, type Store } from '../../../src/platform/storage/index.ts'
import { eachDialect } from '../../support/store.ts'
import { clearJobs, kindOf, startJobs, until } from './runner.ts'

const hourMs = 3_600_000
const aheadMs = 400 * 24 * hourMs
const pauseMs = 3 * hourMs

eachDialect((_, open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterEach(() => clearJobs(store))

  // Short leases, for the clock is sampled as often as leases are inspected.
  const kind = kindOf({ leaseMs: 300, retryDelaysMs: [pauseMs] })
  const tick = kindOf({ name: 'test.tick' })
  const schedules: Schedule[] = [
    { name: 'test.hourly', cron: '0 * * * *', kind: tick, payload: { n: 1 }, catchUp: 'skip' },
  ]
  const handlers: JobHandler<{ n: number }>[] = [{ kind, concurrency: 5, run: async () => ({ retry: 'later' }) }]

  function hostClock() {
    const host = { aheadMs, samples: 0 }
    const sampled = new SampledClock(async () => {
      host.samples++
      return { epochMs: Date.now() + host.aheadMs, before: performance.now(), after: performance.now() }
    })
    return { host, clock: new SteadyClock(sampled) }
  }
  const nextAt = async () => (await store.read.select().from(store.read.tables.jobSchedules))[0]?.nextAt ?? 0
  const runAt = async () =>
    (await store.read.rows<{ at: number }>(sql`select run_at as at from jobs where state = 'scheduled'`))[0]?.at ?? 0
  const partitionPause = async () =>
    (await store.read.rows<{ at: number | null }>(sql`select paused_until as at from job_lanes`))[0]?.at

  async function untilAllIsAhead() {
    await until(async () => (await nextAt()) > Date.now() + aheadMs - hourMs)
    await until(async () => (await runAt()) > Date.now() + aheadMs)
    const partition = { kind: kind.name, partition: 'x', pausedUntil: Date.now() + aheadMs, concurrency: null }
    await store.tx((db) => db.insert(db.tables.jobPartitions).values(partition))
  }

  async function untilAllIsRight() {
    await until(async () => (await nextAt()) <= Date.now() + hourMs)
    await until(async () => (await runAt()) <= Date.now() + pauseMs)
    await until(async () => (await partitionPause()) == null)
    // The pause itself is kept.
    expect(await runAt()).toBeGreaterThan(Date.now() + pauseMs - hourMs)
  }

  test('schedules, retries and pauses are pulled back while it runs, and the jump is logged once', async () => {
    const { host, clock } = hostClock()
    await store.tx((db) => enqueue(db, kind, { payload: { n: 1 } }))
    const { lines } = startJobs(store, handlers, { clock, schedules })
    await untilAllIsAhead()
    host.aheadMs = 0
    await untilAllIsRight()
    const samples = host.samples
    await until(() => host.samples > samples + 5)
    expect(lines.filter(({ message }) => message === 'the clock jumped')).toHaveLength(1)
  })

  test('they are pulled back at the next start', async () => {
    const before = hostClock()
    await store.tx((db) => enqueue(db, kind, { payload: { n: 1 } }))
    const first = startJobs(store, handlers, { clock: before.clock, schedules })
    await untilAllIsAhead()
    await first.drain(1000)
    const after = hostClock()
    after.host.aheadMs = 0
    startJobs(store, handlers, { clock: after.clock, schedules })
    await untilAllIsRight()
  })
})
