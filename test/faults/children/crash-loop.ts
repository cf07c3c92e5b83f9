/**
 * Runs publishing and a kind of its own. Exits with 0 when nothing is left to do but what is dead, and with 3 when all of it has
 * to pause. `dies`: when it publishes, kill -9. A job with `poison` always kills. The clock is ahead by so much, for leases and
 * pauses that are over since the last process.
 */
import { eventHandlers } from '../../../src/platform/events/index.ts'
import { type Clock, type JobHandler, createJobs, defineJob, listJobs } from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { type Db, openStore } from '../../../src/platform/storage/index.ts'
import { until } from '../../support/until.ts'

const [place = '', dies = '', aheadMs = '0'] = process.argv.slice(2)
const store = await openStore(
  place.startsWith('postgres') ? { url: place, dataDir: '.', poolSize: 4 } : { dataDir: place, exclusive: true },
)
const kill = () => process.kill(process.pid, 'SIGKILL')
const note = (db: Db, keys: readonly string[]) =>
  db.insert(db.tables.settings).values(keys.map((key) => ({ key, value: '' })))

const handler: JobHandler<{ n: number; poison: boolean }> = {
  kind: defineJob({ name: 'test.poison', maxAttempts: 3, retryDelaysMs: [50], jitter: 0 }),
  concurrency: 64,
  // All of them are at work when the process dies.
  run: async ({ payload }) => {
    await new Promise<void>((resolve) => setTimeout(resolve, 50))
    if (payload.poison) kill()
    return { done: undefined }
  },
  settle: async (db, ended) => {
    const done = ended.filter(({ outcome }) => 'done' in outcome)
    if (done.length > 0)
      await note(
        db,
        done.map(({ job }) => `job ${job.payload.n}`),
      )
  },
}
const publishing = eventHandlers([
  {
    async onEvents(db, events) {
      await note(
        db,
        events.map(({ id }) => id),
      )
      if (dies === 'publishing') kill()
    },
  },
])
const clock: Clock = {
  nowMs: () => Date.now() + Number(aheadMs),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
    }),
}
const handlers = [publishing, handler]
const jobs = createJobs({ store, log: createLog('error'), metrics: createMetrics(), handlers, clock })
jobs.start()
const live = new Set(['ready', 'scheduled', 'running'])
let pauses = false
await until(async () => {
  const left = (await listJobs(store.read, {}, { limit: 200 })).filter(({ state }) => live.has(state))
  pauses = left.length > 0 && left.every(({ state, runAt }) => state === 'scheduled' && runAt > clock.nowMs() + 5000)
  return pauses || left.length === 0
}, 'the end of the jobs')
await jobs.drain(5000)
await store.close()
process.exit(pauses ? 3 : 0)
