import { Logger, type Runner, makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'
import type { Contender, Load } from '../contender.ts'

/** graphile-worker with a local queue and batched completion, its advice for high throughput. It has no tenants. */
export async function createGraphileWorker(connectionString: string): Promise<Contender> {
  const pgPool = new pg.Pool({ connectionString, max: 12 })
  pgPool.on('error', console.error)
  pgPool.on('connect', (client) => void client.on('error', console.error))
  const logger = new Logger(() => () => undefined)
  const sender = await makeWorkerUtils({ pgPool, logger })
  await sender.migrate()
  let runner: Runner | undefined
  return {
    async enqueue(loads) {
      await sender.addJobs(loads.map((payload) => ({ identifier: 'noop', payload })))
    },
    async start(handle) {
      runner = await run({
        pgPool,
        logger,
        concurrency: 24,
        pollInterval: 1000,
        noHandleSignals: true,
        preset: { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        taskList: { noop: async (payload) => handle(payload as Load) },
      })
    },
    async stop() {
      await runner?.stop()
    },
  }
}
