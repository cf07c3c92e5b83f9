import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'
import type { dmarcDomains } from './dmarc.ts'
import type { projects } from './identity.ts'

/** Conditions of a domain that are watched, and where messages about them are sent. */
export const dmarcAlerts = (k: Kit, project: ReturnType<typeof projects>, domain: ReturnType<typeof dmarcDomains>) =>
  k.table(
    'dmarc_alerts',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      domainNo: k
        .big('domain_no')
        .notNull()
        .references(() => domain.no, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      triggers: k.json<string[]>('triggers').notNull(),
      thresholds: k.json<unknown>('thresholds').notNull(),
      cooldownMinutes: k.int('cooldown_minutes').notNull(),
      /** Without the URLs, which contain tokens. */
      channels: k.json<unknown[]>('channels').notNull(),
      /** URLs by position in `channels`, sealed; null without any. */
      secrets: k.text('secrets'),
      /** Outcome of the last message, by position of the channel. */
      results: k.json<unknown>('results').notNull(),
      digest: k.json<unknown>('digest'),
      digestAt: k.big('digest_at'),
      /** Earliest time of the next evaluation. */
      dueAt: k.big('due_at').notNull(),
      actorName: k.text('actor_name').notNull(),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [
      k.index('dmarc_alerts_domain').on(t.domainNo, t.id),
      k.index('dmarc_alerts_due').on(t.dueAt),
      k.index('dmarc_alerts_project').on(t.projectId),
    ],
  )

/** Conditions that were found. `isActive`: the condition still holds, whatever its state. */
export const dmarcIncidents = (
  k: Kit,
  project: ReturnType<typeof projects>,
  domain: ReturnType<typeof dmarcDomains>,
  alert: ReturnType<typeof dmarcAlerts>,
) =>
  k.table(
    'dmarc_incidents',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      domainNo: k
        .big('domain_no')
        .notNull()
        .references(() => domain.no, { onDelete: 'cascade' }),
      alertId: k
        .text('alert_id')
        .notNull()
        .references(() => alert.id, { onDelete: 'cascade' }),
      trigger: k.text('trigger_name').notNull(),
      /** Distinguishes conditions of one trigger, such as the name of a source. */
      key: k.text('key').notNull(),
      severity: k.text<'info' | 'warning' | 'critical'>('severity').notNull(),
      state: k.text<'open' | 'acknowledged' | 'resolved'>('state').notNull(),
      isActive: k.bool('is_active').notNull(),
      summary: k.text('summary').notNull(),
      facts: k.json<Record<string, string | number>>('facts').notNull(),
      note: k.text('note'),
      actorName: k.text('actor_name'),
      openedAt: k.big('opened_at').notNull(),
      seenAt: k.big('seen_at').notNull(),
      /** Time when the condition was found to hold no longer. */
      endedAt: k.big('ended_at'),
      acknowledgedAt: k.big('acknowledged_at'),
      resolvedAt: k.big('resolved_at'),
      mutedUntil: k.big('muted_until'),
    },
    (t) => [
      k
        .uniqueIndex('dmarc_incidents_active')
        .on(t.alertId, t.trigger, t.key)
        .where(sql`is_active`),
      k.index('dmarc_incidents_key').on(t.alertId, t.trigger, t.key, t.openedAt),
      k.index('dmarc_incidents_domain').on(t.domainNo, t.id),
      k.index('dmarc_incidents_project').on(t.projectId, t.state),
      k.index('dmarc_incidents_ended').on(t.endedAt),
    ],
  )

/** Reports that arrived at the address of a domain and could not be accepted, per UTC day and reason. */
export const dmarcRejections = (k: Kit, domain: ReturnType<typeof dmarcDomains>) =>
  k.table(
    'dmarc_rejections',
    {
      domainNo: k
        .big('domain_no')
        .notNull()
        .references(() => domain.no, { onDelete: 'cascade' }),
      day: k.int('day').notNull(),
      code: k.text('code').notNull(),
      reports: k.int('reports').notNull(),
      /** The last reason. */
      reason: k.text('reason').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.domainNo, t.day, t.code] })],
  )
