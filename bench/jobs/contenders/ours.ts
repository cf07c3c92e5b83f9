import { type Jobs, createJobs, defineJob, enqueueMany } from '../../../src/platform/jobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { migrate, openStore } from '../../../src/platform/storage/index.ts'
import type { Contender, Load } from '../contender.ts'

/** svc's own jobs, as `serve` runs them: every tenant its partition. Finished jobs are removed, as those of the peers are. */
export async function createOurs(place: string): Promise<Contender> {
  const store = await openStore(
    place.startsWith('postgres:') ? { url: place, dataDir: '' } : { dataDir: place, exclusive: true },
  )
  await migrate(store)
  const kind = defineJob<Load>({ name: 'noop', maxAttempts: 3, retryDelaysMs: [1000], jitter: 0.2, keepMs: 0 })
  let jobs: Jobs | undefined
  return {
    async enqueue(loads) {
      await store.tx((db) =>
        enqueueMany(
          db,
          kind,
          loads.map((payload) => ({ payload, partition: payload.tenant })),
        ),
      )
    },
    async start(handle) {
      jobs = createJobs({
        store,
        log: createLog('warn'),
        metrics: createMetrics(),
        handlers: [
          {
            kind,
            concurrency: 1000,
            async run({ payload }: { payload: Load }) {
              handle(payload)
              return { done: undefined }
            },
          },
        ],
      })
      jobs.start()
    },
    async stop() {
      await jobs?.drain(10_000)
    },
  }
}
