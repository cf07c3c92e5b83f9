import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'

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
      /** Whether grants restricted one of them when it happened: decides who reads of it once the template is erased. */
      isRestricted: k.bool('is_restricted').notNull(),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [k.index('events_project').on(t.projectId, t.id)],
  )
