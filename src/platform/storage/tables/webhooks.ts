import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'
import { sql } from 'drizzle-orm'

/** A template at the time of an event. */
interface TemplateState {
  /** Its folder and the folders above it, innermost first. */
  folderIds: string[]
  externalId: string | null
  metadata: Record<string, string>
}

/** Events for webhooks: the outbox, written in the transaction that caused them. */
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
      /** Ids of the templates in the event; null if there are none. */
      templateIds: k.json<string[]>('template_ids'),
      /**
       * True if grants restricted one of them at the time of the event: decides who can read it once the template is
       * deleted.
       */
      isRestricted: k.bool('is_restricted').notNull(),
      /**
       * The template of the event after and, if that differs, before the change; null for events of several templates or
       * none.
       */
      templateStates: k.json<TemplateState[]>('template_states'),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [k.index('events_project').on(t.projectId, t.id)],
  )

interface Secret {
  /** Sealed by the vault. */
  sealed: string
  createdAt: number
  /** Time when it stops signing; null for the newest. */
  expiresAt: number | null
}

/** Members are alternatives within themselves, and all given ones apply. */
interface Filter {
  templateIds?: string[]
  folders?: { id: string; subtree: boolean }[]
  externalIds?: string[]
  metadata?: Record<string, string>
}

interface Header {
  /** Lower case. */
  name: string
  /** The value, sealed by the vault. */
  sealed: string
}

/** Webhook subscriptions: event types of a project and their target URL. */
export const webhooks = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'webhooks',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** The principal that registered it or last set its URL; null if unknown. */
      ownerKind: k.text<'api_key' | 'user' | 'plugin_user'>('owner_kind'),
      ownerId: k.text('owner_id'),
      /** The customer of the project to which it belongs; null for the project's own. */
      customer: k.text('customer'),
      url: k.text('url').notNull(),
      events: k.json<string[]>('events').notNull(),
      description: k.text('description'),
      /** Null: every event of the types. */
      filter: k.json<Filter>('filter'),
      /** Sent with every request, besides those of the service. */
      headers: k.json<Header[]>('headers'),
      /** Null: no limit. */
      rate: k.json<{ requests: number; seconds: number }>('rate'),
      enabled: k.bool('enabled').notNull(),
      disabledReason: k.text<'by_user' | 'gone' | 'failing'>('disabled_reason'),
      disabledAt: k.big('disabled_at'),
      /** Start of the current series of failed attempts. */
      failingSince: k.big('failing_since'),
      lastSuccessAt: k.big('last_success_at'),
      /** Newest first. */
      secrets: k.json<Secret[]>('secrets').notNull(),
      /** Incremented by changes of users and whenever it is disabled; used by ETag and If-Match. */
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [k.index('webhooks_project').on(t.projectId, t.id)],
  )

/** Links with which customers of a project manage their webhooks. The token is stored as a hash. */
export const webhookPortalLinks = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'webhook_portal_links',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      companyId: k.text('company_id').notNull(),
      customer: k.text('customer').notNull(),
      /** Event types to which its holder may subscribe. */
      events: k.json<string[]>('events').notNull(),
      /** Every webhook of its holder has this filter, or a narrower one. Null: none. */
      filter: k.json<Filter>('filter'),
      tokenHash: k.text('token_hash').notNull(),
      /** The link can do no more than its creator may do. */
      creatorKind: k.text<'api_key' | 'user' | 'plugin_user'>('creator_kind').notNull(),
      creatorId: k.text('creator_id').notNull(),
      creatorName: k.text('creator_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      expiresAt: k.big('expires_at').notNull(),
      revokedAt: k.big('revoked_at'),
      /** First time that the page was opened. */
      openedAt: k.big('opened_at'),
    },
    (t) => [
      k.uniqueIndex('webhook_portal_links_token').on(t.tokenHash),
      k.index('webhook_portal_links_project').on(t.projectId, t.id),
      k.index('webhook_portal_links_expiry').on(t.projectId, t.expiresAt),
    ],
  )

/** The next free slot of webhooks with a rate, shared by all replicas. */
export const webhookSlots = (k: Kit) =>
  k.table('webhook_slots', {
    webhookId: k.text('webhook_id').primaryKey(),
    /** Epoch milliseconds. */
    nextAt: k.big('next_at').notNull(),
  })

interface Attempt {
  /** Epoch milliseconds of its start. */
  at: number
  status_code?: number
  /** Failure code, such as `timeout` or `http_5xx`. */
  error?: string
  /** One sentence. */
  detail?: string
  duration_ms: number
  response_excerpt?: string
  /** The schedule, or a user. */
  trigger: string
}

/**
 * Deliveries of one event to one subscription, with their attempts. Without foreign keys: a delivery survives its event, and
 * a million of them are deleted in batches after their subscription.
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
      // Includes the type, so that a list of one type reads only its own rows.
      k.index('webhook_deliveries_webhook').on(t.webhookId, t.id, t.type),
      // The few rows that lists and recovery read, among millions of successful ones.
      k
        .index('webhook_deliveries_unsent')
        .on(t.webhookId, t.id)
        .where(sql`status <> 'succeeded'`),
    ],
  )

/** Progress of the recovery of missed deliveries, updated in the transactions that do the work. */
export const webhookRecoveries = (k: Kit, webhook: ReturnType<typeof webhooks>) =>
  k.table(
    'webhook_recoveries',
    {
      jobId: k.text('job_id').primaryKey(),
      webhookId: k
        .text('webhook_id')
        .notNull()
        .references(() => webhook.id, { onDelete: 'cascade' }),
      /** The last delivery that was processed. */
      afterId: k.text('after_id').notNull(),
      recovered: k.int('recovered').notNull(),
    },
    (t) => [k.index('webhook_recoveries_webhook').on(t.webhookId)],
  )
