import { afterEach, beforeAll, expect, test } from 'bun:test'
import { countJobs, enqueue } from '../../../src/platform/jobs/index.ts'
import { nextTick } from '../../../src/platform/jobs/schedules.ts'
import { type Store, lockRows } from '../../../src/platform/storage/index.ts'
import { FakeClock } from '../../support/clock.ts'
import { eachDialect } from '../../support/store.ts'
import { clearJobs, kindOf, recorder, startJobs, until } from './runner.ts'

const hourMs = 3_600_000
/** A quarter past an hour. */
const start = Date.UTC(2026, 2, 10, 8, 15)

eachDialect((dialect, open) => {
  let store: Store
  const kind = kindOf()
  beforeAll(async () => {
    store = await open()
  })
  afterEach(() => clearJobs(store))

  const hourly = (catchUp: 'skip' | 'once', cron = '0 * * * *') => ({
    name: 'test.hourly',
    cron,
    kind,
    payload: { n: 1 },
    catchUp,
  })

  const rows = async () => store.read.select().from(store.read.tables.jobSchedules)
  const nextAt = async () => (await rows())[0]?.nextAt ?? 0
  const isKnown = async () => (await rows()).length === 1

  test('of three runners one fires each tick, once', async () => {
    const clock = new FakeClock(start)
    const { handler, done } = recorder(kind)
    for (let replica = 0; replica < 3; replica++) {
      startJobs(store, [handler], { clock, schedules: [hourly('skip')] })
    }
    await until(isKnown)
    for (let tick = 1; tick <= 24; tick++) {
      clock.advance((await nextAt()) - clock.nowMs())
      await until(() => done.length === tick)
      expect(await nextAt()).toBe(Date.UTC(2026, 2, 10, 9 + tick))
    }
    await until(async () => (await countJobs(store.read)).length === 0)
    expect(done).toHaveLength(24)
  })

  test.if(dialect === 'postgres')(
    'scheduled jobs run while a replica that stands still has the row of a due schedule',
    async () => {
      const clock = new FakeClock(start)
      const { handler, done } = recorder(kind)
      startJobs(store, [handler], { clock, schedules: [hourly('once')] })
      await until(isKnown)
      const [locked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const frozen = store.tx(async (db) => {
        await lockRows(db, db.select().from(db.tables.jobSchedules))
        locked.resolve()
        await mayEnd.promise
      })
      await Promise.race([locked.promise, frozen])
      const dueAt = await nextAt()
      await store.tx((db) => enqueue(db, kind, { payload: { n: 2 }, runAt: dueAt }))
      clock.advance(dueAt - clock.nowMs())
      await until(() => done.length === 1)
      mayEnd.resolve()
      await frozen
      // The tick itself is fired once the row is free.
      await until(() => {
        clock.advance(1000)
        return done.length === 2
      })
      expect(await nextAt()).toBe(dueAt + hourMs)
    },
  )

  test.each([
    ['skip', 0],
    ['once', 1],
  ] as const)('ticks missed while nobody was there: %s makes %d jobs', async (catchUp, count) => {
    const schedules = [hourly(catchUp)]
    const early = recorder(kind)
    const first = startJobs(store, [early.handler], { clock: new FakeClock(start), schedules })
    await until(isKnown)
    await first.drain(0)
    const clock = new FakeClock(start + 5 * hourMs)
    const { handler, done } = recorder(kind)
    startJobs(store, [handler], { clock, schedules })
    await until(async () => (await nextAt()) === Date.UTC(2026, 2, 10, 14, 0))
    await until(() => done.length === count)
    clock.advance((await nextAt()) - clock.nowMs())
    await until(() => done.length === count + 1)
  })

  test('a schedule that was changed goes by its new time', async () => {
    const first = startJobs(store, [], { clock: new FakeClock(start), schedules: [hourly('once')] })
    await until(isKnown)
    await first.drain(0)
    const clock = new FakeClock(start)
    const { handler, done } = recorder(kind)
    startJobs(store, [handler], { clock, schedules: [hourly('once', '20 * * * *')] })
    await until(async () => (await nextAt()) === Date.UTC(2026, 2, 10, 8, 20))
    clock.advance((await nextAt()) - clock.nowMs())
    await until(() => done.length === 1)
  })

  test('a runner refuses an invalid schedule', async () => {
    const { handler } = recorder(kindOf())
    const schedule = { name: 'test.bad', kind: handler.kind, payload: { n: 1 }, catchUp: 'skip' as const }
    const start = (bad: { cron: string; timeZone?: string }) => () =>
      startJobs(store, [handler], { schedules: [{ ...schedule, ...bad }] })
    expect(start({ cron: '61 * * * *' })).toThrow(
      'Invalid cron expression or time zone of the schedule test.bad: 61 * * * *',
    )
    expect(start({ cron: '0 0 * * *', timeZone: 'Mars/Olympus' })).toThrow('test.bad')
  })
})

test('ticks follow the time zone through both changes of the clocks', () => {
  const berlin = { cron: '30 2 * * *', timeZone: 'Europe/Berlin' }
  // The hour from two to three is skipped on 29 March 2026 and comes twice on 25 October.
  const iso = (ms: number | null) => new Date(ms ?? 0).toISOString()
  expect(iso(nextTick(berlin, Date.UTC(2026, 2, 28, 12)))).toBe('2026-03-29T01:30:00.000Z')
  const first = nextTick(berlin, Date.UTC(2026, 9, 24, 12))
  expect(iso(first)).toBe('2026-10-25T00:30:00.000Z')
  expect(iso(nextTick(berlin, first ?? 0))).toBe('2026-10-26T01:30:00.000Z')
  expect(iso(nextTick({ cron: '@daily' }, Date.UTC(2026, 0, 1, 1)))).toBe('2026-01-02T00:00:00.000Z')
})
