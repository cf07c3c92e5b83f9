import type { Kit } from '../kit.ts'
import type { webhooks } from './webhooks.ts'

/** How far the recovery of missed deliveries has come, moved on in the transactions that do it. */
export const webhookRecoveries = (k: Kit, webhook: ReturnType<typeof webhooks>) =>
  k.table(
    'webhook_recoveries',
    {
      jobId: k.text('job_id').primaryKey(),
      webhookId: k
        .text('webhook_id')
        .notNull()
        .references(() => webhook.id, { onDelete: 'cascade' }),
      /** The last delivery that was inspected. */
      afterId: k.text('after_id').notNull(),
      recovered: k.int('recovered').notNull(),
    },
    (t) => [k.index('webhook_recoveries_webhook').on(t.webhookId)],
  )
