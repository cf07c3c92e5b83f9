import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'

interface Attempt {
  /** Epoch milliseconds of its start. */
  at: number
  status_code?: number
  /** What kind of failure, `timeout` or `http_5xx`. */
  error?: string
  /** One sentence about it. */
  detail?: string
  duration_ms: number
  response_excerpt?: string
  /** What requested it: the schedule, or somebody. */
  trigger: string
}

/**
 * One event on its way to one subscription, with its attempts. Without foreign keys: it outlives its event, and a million
 * of them go in batches after their subscription.
 */
export const webhookDeliveries = (k: Kit) =>
  k.table(
    'webhook_deliveries',
    {
      id: k.text('id').primaryKey(),
      projectId: k.text('project_id').notNull(),
      webhookId: k.text('webhook_id').notNull(),
      eventId: k.text('event_id').notNull(),
      type: k.text('type').notNull(),
      status: k.text<'pending' | 'succeeded' | 'failed' | 'skipped'>('status').notNull(),
      attempts: k.jsonAsWritten<Attempt[]>('attempts').notNull(),
      attemptCount: k.int('attempt_count').notNull(),
      nextAttemptAt: k.big('next_attempt_at'),
      createdAt: k.big('created_at').notNull(),
      finishedAt: k.big('finished_at'),
    },
    (t) => [
      // With the type, so that a list of one type looks up only what it shows.
      k.index('webhook_deliveries_webhook').on(t.webhookId, t.id, t.type),
      // The few that lists and recovery look for, among millions that went well.
      k
        .index('webhook_deliveries_unsent')
        .on(t.webhookId, t.id)
        .where(sql`status <> 'succeeded'`),
    ],
  )
