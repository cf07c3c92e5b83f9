import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'
import type { templates } from './templates.ts'

/** Which template whom (a console user or a plugin user) has starred. */
export const favorites = (k: Kit, project: ReturnType<typeof projects>, template: ReturnType<typeof templates>) =>
  k.table(
    'favorites',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      owner: k.text('owner').notNull(),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
    },
    (t) => [
      k.primaryKey({ columns: [t.projectId, t.owner, t.templateId] }),
      k.index('favorites_template').on(t.templateId),
    ],
  )
