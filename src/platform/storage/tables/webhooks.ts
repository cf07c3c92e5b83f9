import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'
import { sql } from 'drizzle-orm'

/** What happened, as it is notified to others: the outbox, written in the transaction that caused it. */
export const events = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'events',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      type: k.text('type').notNull(),
      /** The envelope, byte for byte as every attempt of every delivery sends it. */
      body: k.text('body').notNull(),
      /** Ids of the templates that it names; null when it names none. */
      templateIds: k.json<string[]>('template_ids'),
      /** True if grants restricted one of them when it happened: decides who reads of it once the template is erased. */
      isRestricted: k.bool('is_restricted').notNull(),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [k.index('events_project').on(t.projectId, t.id)],
  )

interface Secret {
  /** Sealed by the vault. */
  sealed: string
  createdAt: number
  /** When it stops signing; null for the newest. */
  expiresAt: number | null
}

/** Subscriptions: which events of a project go to which address. */
export const webhooks = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'webhooks',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** Who registered it or last set its URL; null where that is not known. */
      ownerKind: k.text<'api_key' | 'user' | 'plugin_user'>('owner_kind'),
      ownerId: k.text('owner_id'),
      url: k.text('url').notNull(),
      events: k.json<string[]>('events').notNull(),
      description: k.text('description'),
      enabled: k.bool('enabled').notNull(),
      disabledReason: k.text<'by_user' | 'gone' | 'failing'>('disabled_reason'),
      disabledAt: k.big('disabled_at'),
      /** When the first of the attempts failed that have all failed since. */
      failingSince: k.big('failing_since'),
      lastSuccessAt: k.big('last_success_at'),
      /** Newest first. */
      secrets: k.json<Secret[]>('secrets').notNull(),
      /** Counts what people changed and every time it was disabled; the ETag and If-Match speak of it. */
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [k.index('webhooks_project').on(t.projectId, t.id)],
  )

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
  /** What requested it: the schedule, or someone. */
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
