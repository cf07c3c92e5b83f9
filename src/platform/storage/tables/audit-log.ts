import type { Kit } from '../kit.ts'

/** Who did what, each row sealed by the hash of the one before. Triggers refuse to change or delete a row; no foreign keys, so it outlives what it speaks of. */
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
      hash: k.text('hash').notNull(),
    },
    (t) => [
      k.index('audit_log_at').on(t.at),
      k.index('audit_log_project').on(t.projectId, t.at),
      k.index('audit_log_company').on(t.companyId, t.at),
    ],
  )
