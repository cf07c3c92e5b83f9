import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'

/** Exports that are requested, running or ready for download. */
export const exportsTable = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'exports',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      format: k.text('format').notNull(),
      /** The provider, if the format is `esp`. */
      target: k.text('target'),
      status: k.text('status').notNull(),
      templateIds: k.json<string[]>('template_ids').notNull(),
      files: k.json<unknown[]>('files').notNull(),
      warnings: k.json<unknown[]>('warnings').notNull(),
      error: k.json<unknown>('error'),
      /** The job that runs the export, if it runs in the background. */
      jobId: k.text('job_id'),
      createdAt: k.big('created_at').notNull(),
      completedAt: k.big('completed_at'),
      expiresAt: k.big('expires_at').notNull(),
    },
    (t) => [
      k.index('exports_project').on(t.projectId, t.createdAt),
      k.index('exports_listed').on(t.projectId, t.id),
      k.index('exports_expires').on(t.expiresAt),
    ],
  )

/** The stored templates in an export, for access checks. */
export const exportTemplates = (k: Kit, exported: ReturnType<typeof exportsTable>) =>
  k.table(
    'export_templates',
    {
      exportId: k
        .text('export_id')
        .notNull()
        .references(() => exported.id, { onDelete: 'cascade' }),
      templateId: k.text('template_id').notNull(),
      /**
       * True if grants restricted it when the export was requested; decides once the template is deleted with its grants.
       */
      isRestricted: k.bool('is_restricted').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.exportId, t.templateId] }),
      k.index('export_templates_template').on(t.templateId, t.exportId),
    ],
  )

/** Custom export targets of projects. */
export const exportTargets = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'export_targets',
    {
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      /** Chosen by the project. */
      id: k.text('id').notNull(),
      /** The built-in target that it is based on. */
      base: k.text('base').notNull(),
      name: k.text('name').notNull(),
      overrides: k.json<unknown>('overrides').notNull(),
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.projectId, t.id] })],
  )

/** Field names of projects in the accounts of a target. */
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
