import type { Kit } from '../kit.ts'
import type { folders } from './folders.ts'
import type { projects } from './projects.ts'
import type { templates } from './templates.ts'

/** Who may do what with a template, or with every template of a folder and those below; exactly one of the two is set. */
export const grants = (
  k: Kit,
  project: ReturnType<typeof projects>,
  tables: { template: ReturnType<typeof templates>; folder: ReturnType<typeof folders> },
) =>
  k.table(
    'grants',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      templateId: k.text('template_id').references(() => tables.template.id, { onDelete: 'cascade' }),
      folderId: k.text('folder_id').references(() => tables.folder.id, { onDelete: 'cascade' }),
      /** `default` is everybody without a grant of their own. */
      principalKind: k.text('principal_kind').notNull(),
      principalId: k.text('principal_id').notNull(),
      level: k.text('level').notNull(),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [
      k.index('grants_project').on(t.projectId),
      k.uniqueIndex('grants_template_principal').on(t.templateId, t.principalKind, t.principalId),
      k.uniqueIndex('grants_folder_principal').on(t.folderId, t.principalKind, t.principalId),
    ],
  )
