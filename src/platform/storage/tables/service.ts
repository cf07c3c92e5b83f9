import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'

/** Internal values of the service, by name. */
export const settings = (k: Kit) =>
  k.table('settings', {
    key: k.text('key').primaryKey(),
    value: k.json<unknown>('value').notNull(),
  })

/** Requests counted per bucket and window, shared by replicas. Unlogged on Postgres: a crash may lose a window. */
export const rateCounters = (k: Kit) =>
  k.table(
    'rate_counters',
    {
      bucket: k.text('bucket').notNull(),
      windowStart: k.big('window_start').notNull(),
      count: k.int('count').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.bucket, t.windowStart] }), k.index('rate_counters_window').on(t.windowStart)],
  )

/** Responses stored under an Idempotency-Key; `status` is null while the first call still runs. */
export const idempotencyKeys = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'idempotency_keys',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      key: k.text('key').notNull(),
      requestHash: k.text('request_hash').notNull(),
      status: k.int('status'),
      headers: k.json<Record<string, string>>('headers'),
      body: k.text('body'),
      createdAt: k.big('created_at').notNull(),
      expiresAt: k.big('expires_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.projectId, t.key] }), k.index('idempotency_keys_expires').on(t.expiresAt)],
  )

/**
 * The audit log; each row is authenticated together with the hash of the previous one. Triggers refuse to change a row, and
 * to delete one that no checkpoint covers. No foreign keys, so that rows survive their subjects.
 */
export const auditLog = (k: Kit) =>
  k.table(
    'audit_log',
    {
      id: k.text('id').primaryKey(),
      at: k.big('at').notNull(),
      companyId: k.text('company_id'),
      projectId: k.text('project_id'),
      actorKind: k.text('actor_kind').notNull(),
      actorId: k.text('actor_id').notNull(),
      action: k.text('action').notNull(),
      target: k.text('target'),
      ip: k.text('ip'),
      requestId: k.text('request_id'),
      detail: k.jsonAsWritten<Record<string, unknown>>('detail').notNull(),
      previousHash: k.text('previous_hash').notNull(),
      /** `v2.<key id>.<HMAC-SHA256 hex>`; rows written before chains were keyed contain a SHA-256, hex. */
      hash: k.text('hash').notNull(),
      /** Position in the chain, from 1; null in rows written before chains were keyed. */
      seq: k.big('seq'),
    },
    (t) => [
      k.index('audit_log_at').on(t.at),
      k.index('audit_log_project').on(t.projectId, t.at),
      k.index('audit_log_company').on(t.companyId, t.at),
    ],
  )

/** The last row of a chain that retention removed, signed, so that the remaining rows still verify. */
export const auditCheckpoints = (k: Kit) =>
  k.table('audit_checkpoints', {
    /** The project; empty for the chain of entries without a project. */
    chain: k.text('chain').primaryKey(),
    seq: k.big('seq').notNull(),
    at: k.big('at').notNull(),
    hash: k.text('hash').notNull(),
    prunedAt: k.big('pruned_at').notNull(),
    mac: k.text('mac').notNull(),
  })
