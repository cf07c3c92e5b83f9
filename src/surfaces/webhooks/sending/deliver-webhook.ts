import { type JobKind, defineJob } from '../../../platform/jobs/index.ts'
import { jitter, maxAttempts, retryDelaysMs } from './schedule.ts'
import { type Ending, recordEndings } from './store.ts'

/** One delivery to attempt. */
export interface Deliver {
  deliveryId: string
  /**
   * What requested it. `retry`, a person's wish, is one attempt whatever comes of it; the others run the schedule, and
   * while they do the delivery's `nextAttemptAt` is not null. `test` goes to disabled subscriptions too.
   */
  trigger: 'event' | 'test' | 'recovery' | 'retry'
}

/**
 * Brings one delivery to its subscription, whose id is the partition. When its job is canceled no attempt follows: the delivery
 * is skipped, or has failed again if it was only tried once more.
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
    // The schedule last: it ends the delivery, if it had one.
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
