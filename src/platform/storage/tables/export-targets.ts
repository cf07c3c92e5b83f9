import type { Kit } from '../kit.ts'
import type { projects } from './projects.ts'

/** Export targets of projects' own. */
export const exportTargets = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'export_targets',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** As the project calls it. */
      id: k.text('id').notNull(),
      /** The built-in target that it is like. */
      base: k.text('base').notNull(),
      name: k.text('name').notNull(),
      overrides: k.json<unknown>('overrides').notNull(),
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.projectId, t.id] })],
  )

/** What projects call their fields in the accounts of a target. */
export const exportFieldMaps = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'export_field_maps',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      target: k.text('target').notNull(),
      fields: k.json<Record<string, string>>('fields').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.projectId, t.target] })],
  )
