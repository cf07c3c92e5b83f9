import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'
import type { templates } from './templates.ts'

/** Which template a host's own id of an email represents; made by the first save under that id. */
export const externalTemplates = (
  k: Kit,
  project: ReturnType<typeof projects>,
  template: ReturnType<typeof templates>,
) =>
  k.table(
    'external_templates',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      externalId: k.text('external_id').notNull(),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.projectId, t.externalId] }),
      k.index('external_templates_template').on(t.templateId),
    ],
  )
