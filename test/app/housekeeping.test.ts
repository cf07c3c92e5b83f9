/** The hourly chores as jobs: by the clock, once over all replicas, and each on its own. */
import { expect, test } from 'bun:test'
import { housekeeping } from '../../src/app/housekeeping.ts'
import { openBlobs } from '../../src/platform/blobs/index.ts'
import { createJobs, listJobs } from '../../src/platform/jobs/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createMetrics } from '../../src/platform/metrics/index.ts'
import type { Store } from '../../src/platform/storage/index.ts'
import { signIn } from '../../src/surfaces/projects/index.ts'
import { cleanUp } from '../support/clean-up.ts'
import { FakeClock } from '../support/clock.ts'
import { eachDialect, evidenceOf, temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

const hour = 3_600_000
const midnight = Date.parse('2027-01-15T00:00:00Z')

/** Several replicas on one store, whose day a test moves on. */
function startReplicas(store: Store, count: number) {
  const clock = new FakeClock(midnight)
  const log = createLog('error')
  for (let i = 0; i < count; i++) {
    const work = housekeeping({ store, blobs: openBlobs(temporaryDirectory()), log, metrics: createMetrics() })
    const jobs = createJobs({ store, log, metrics: createMetrics(), clock, ...work })
    jobs.start()
    cleanUp(async () => {
      const drained = jobs.drain(0)
      clock.advance(60_000)
      await drained
    })
  }
  return {
    at: (timeMs: number) => clock.advance(timeMs - clock.nowMs()),
    rounds: async (chore: string) =>
      (await listJobs(store.read, { kinds: [`housekeeping.${chore}`] }, { limit: 100 })).map(({ state, result }) => ({
        state,
        result,
      })),
    schedules: () => store.read.$count(store.read.tables.jobSchedules),
  }
}

eachDialect((dialect, open) => {
  test(`on ${dialect} each chore is done once an hour by all replicas together`, async () => {
    const replicas = startReplicas(await open(), 3)
    await until(async () => (await replicas.schedules()) > 4, 'the schedules')
    for (const chore of ['trash', 'exports', 'sign_in_counts']) expect(await replicas.rounds(chore)).toEqual([])

    const done = { state: 'done' as const, result: { removed: 0 } }
    for (let i = 1; i <= 2; i++) {
      replicas.at(midnight + i * hour)
      for (const chore of ['trash', 'exports', 'sign_in_counts']) {
        const finished = async () => (await replicas.rounds(chore)).filter(({ state }) => state === 'done').length
        await until(async () => (await finished()) >= i, `round ${i} of ${chore}`)
        expect(await replicas.rounds(chore)).toEqual(Array.from({ length: i }, () => done))
      }
    }
  })

  test(`on ${dialect} sign-in counts go when their window has ended, and not before`, async () => {
    const store = await open()
    const replicas = startReplicas(store, 1)
    await until(async () => (await replicas.schedules()) > 4, 'the schedules')
    const nowMs = midnight + 20 * 60_000
    await signIn(store, evidenceOf(store), { email: 'eve@example.com', password: 'a wrong guess', nowMs }).catch(
      () => undefined,
    )
    const left = () => store.read.$count(store.read.tables.rateCounters)
    const removed = async () => (await replicas.rounds('sign_in_counts')).map(({ result }) => result)

    replicas.at(midnight + 25 * 60_000)
    await until(async () => (await removed())[0] !== undefined && (await removed())[0] !== null, 'the first round')
    expect(await left()).toBe(2)
    replicas.at(midnight + 85 * 60_000)
    await until(async () => (await left()) === 0, 'the second round')
    await until(async () => (await removed()).length === 2 && (await removed())[0] !== null, 'its end')
    expect(await removed()).toEqual([{ removed: 2 }, { removed: 0 }])
  })
})
