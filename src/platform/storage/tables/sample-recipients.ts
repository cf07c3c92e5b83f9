import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'

/** Recipients with sample data, as whom emails of a project are previewed. */
export const sampleRecipients = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'sample_recipients',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      data: k.json<Record<string, unknown>>('data').notNull(),
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [k.uniqueIndex('sample_recipients_name').on(t.projectId, t.name)],
  )
