import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'

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
