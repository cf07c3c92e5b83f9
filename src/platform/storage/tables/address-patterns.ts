import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'

/** How a project's verifications found a domain to make addresses of names: counts of patterns, and no address. */
export const addressPatterns = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'address_patterns',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      domain: k.text('domain').notNull(),
      pattern: k.text('pattern').notNull(),
      verified: k.int('verified').notNull(),
      failed: k.int('failed').notNull(),
      lastSeenAt: k.big('last_seen_at').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.projectId, t.domain, t.pattern] }),
      k.index('address_patterns_seen').on(t.lastSeenAt),
    ],
  )
