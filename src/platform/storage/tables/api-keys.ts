import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'

/** Keys of the REST surfaces. Only the hash is kept; `prefix` is what lists and logs may show. */
export const apiKeys = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'api_keys',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      prefix: k.text('prefix').notNull(),
      hash: k.text('hash').notNull(),
      /** The key that the present one replaced, until its grace ends. */
      previousHash: k.text('previous_hash'),
      previousExpiresAt: k.big('previous_expires_at'),
      scopes: k.json<string[]>('scopes').notNull(),
      expiresAt: k.big('expires_at'),
      lastUsedAt: k.big('last_used_at'),
      revokedAt: k.big('revoked_at'),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('api_keys_hash').on(t.hash),
      k
        .uniqueIndex('api_keys_previous_hash')
        .on(t.previousHash)
        .where(sql`previous_hash is not null`),
      k.index('api_keys_project').on(t.projectId, t.createdAt),
    ],
  )
