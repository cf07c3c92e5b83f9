/**
 * Runs jobs of a store until told to stop by its input, and dies at a labeled point: `claimed` between claim and run,
 * `ran` after the run, `settling` in the transaction that ends it. Prints what it does.
 */
import { writeSync } from 'node:fs'
import { type JobHandler, createJobs, defineJob } from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { openStore } from '../../../src/platform/storage/index.ts'

const [place = '', diesAt = '', who = ''] = process.argv.slice(2)
const store = await openStore(
  place.startsWith('postgres') ? { url: place, dataDir: '.', poolSize: 4 } : { dataDir: place },
)
const say = (line: string) => writeSync(1, `${line}\n`)
const at = (label: string) => {
  if (label === diesAt) process.kill(process.pid, 'SIGKILL')
}
let letGo: () => void = () => undefined
const held = new Promise<void>((resolve) => (letGo = resolve))

const handler: JobHandler<{ n: number }> = {
  kind: defineJob({ name: 'test.fault', maxAttempts: 3, retryDelaysMs: [50], jitter: 0, leaseMs: 600 }),
  concurrency: 20,
  prepare: async () => at('claimed'),
  async run(job) {
    say(`run ${job.payload.n}`)
    if (diesAt === 'held') await held
    at('ran')
    return { done: undefined }
  },
  async settle(db, ended) {
    for (const { job } of ended) {
      await db.insert(db.tables.settings).values({ key: `${job.payload.n} by ${who}`, value: '' })
    }
    at('settling')
  },
}
const jobs = createJobs({ store, log: createLog('error'), metrics: createMetrics(), handlers: [handler] })
jobs.start()
const input = Bun.stdin.stream().getReader()
await input.read()
letGo()
await jobs.drain(5000)
await store.close()
say('stopped')
process.exit(0)
