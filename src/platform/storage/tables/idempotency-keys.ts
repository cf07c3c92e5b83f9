import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'

/** Answers given under an Idempotency-Key; `status` is null while the first call still runs. */
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
