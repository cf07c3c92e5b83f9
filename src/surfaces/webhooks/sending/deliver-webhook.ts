import { type JobKind, defineJob } from '../../../platform/jobs/index.ts'
import { jitter, maxAttempts, retryDelaysMs } from './schedule.ts'

/** One delivery to attempt. */
export interface Deliver {
  deliveryId: string
  /**
   * What asked for it. `retry`, a person's wish, is one attempt whatever comes of it; the others run the schedule, and
   * while they do the delivery's `nextAttemptAt` is not null. `test` goes to disabled subscriptions too.
   */
  trigger: 'event' | 'test' | 'recovery' | 'retry'
}

/** Brings one delivery to its subscription, whose id is the lane. */
export const deliverWebhook: JobKind<Deliver> = defineJob<Deliver>({
  name: 'webhooks.deliver',
  maxAttempts,
  retryDelaysMs,
  jitter,
  keepMs: 0,
})
