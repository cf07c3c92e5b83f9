import { type JobKind, defineJob } from '../../../platform/jobs/index.ts'
import { jitter, maxAttempts, retryDelaysMs } from './schedule.ts'
import { type Ending, recordEndings } from './store.ts'

export interface Deliver {
  deliveryId: string
  /**
   * `retry`, requested by a user, is a single attempt; the others follow the schedule, and `nextAttemptAt` of the delivery
   * is not null until it ends. `test` is sent to disabled webhooks too.
   */
  trigger: 'event' | 'test' | 'recovery' | 'retry'
}

/**
 * Sends one delivery; the partition is the id of its webhook. If the job is canceled, a scheduled delivery is skipped, and a
 * retried one has failed.
 */
export const deliverWebhook: JobKind<Deliver> = defineJob<Deliver>({
  name: 'webhooks.deliver',
  maxAttempts,
  retryDelaysMs,
  jitter,
  keepMs: 0,
  async cancelled(db, jobs) {
    const endings = jobs.map(({ payload: { deliveryId, trigger } }): Ending => {
      const isBeside = trigger === 'retry'
      const result = isBeside ? 'failed' : 'skipped'
      return { id: deliveryId, result, nextAttemptAt: null, isBeside, endedAt: db.nowMs() }
    })
    // Recorded last, because the end of the schedule ends the delivery.
    await recordEndings(
      db,
      endings.filter(({ isBeside }) => isBeside),
    )
    await recordEndings(
      db,
      endings.filter(({ isBeside }) => !isBeside),
    )
  },
})
