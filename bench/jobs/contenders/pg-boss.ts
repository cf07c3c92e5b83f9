import { PgBoss } from 'pg-boss'
import type { Contender, Load } from '../contender.ts'

const queue = 'noop'
const workers = 4
const batchSize = 500

/** pg-boss with large batches taken without pause while they come full, and notification. One queue, first in first out. */
export async function createPgBoss(connectionString: string): Promise<Contender> {
  const boss = new PgBoss({ connectionString, max: 10, useListenNotify: true })
  boss.on('error', console.error)
  await boss.start()
  await boss.createQueue(queue, { notify: true })
  return {
    async enqueue(loads) {
      if (loads.length === 1) await boss.send(queue, loads[0])
      else
        await boss.insert(
          queue,
          loads.map((data) => ({ data })),
        )
    },
    async start(handle) {
      for (let i = 0; i < workers; i++)
        await boss.work<Load>(
          queue,
          { batchSize, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true },
          async (jobs) => {
            for (const { data } of jobs) handle(data)
          },
        )
    },
    async stop() {
      await boss.offWork(queue)
    },
  }
}
