import { sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'
import type { templates } from './templates.ts'

/** Reusable modules of a project, each at its latest version. */
export const modules = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'modules',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      /** The name folded by `foldCase`. */
      nameKey: k.text('name_key').notNull(),
      /** The library of the project; '' is shared. See `assets`. */
      library: k.text('library').notNull(),
      /** The email of the token that saved it, if the token is limited to one. */
      emailId: k.text('email_id'),
      /** Number of the latest version. */
      version: k.int('version').notNull(),
      /** Incremented by every change, including renames. */
      revision: k.int('revision').notNull(),
      createdByKind: k.text('created_by_kind').notNull(),
      createdById: k.text('created_by_id').notNull(),
      createdByName: k.text('created_by_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
      /** The caller's own id, unique in the project. */
      externalId: k.text('external_id'),
      metadata: k.json<Record<string, string>>('metadata').notNull().default({}),
    },
    (t) => [
      k.index('modules_name').on(t.projectId, t.nameKey, t.id),
      k.index('modules_created').on(t.projectId, t.id),
      k.index('modules_updated').on(t.projectId, t.updatedAt, t.id),
      k
        .uniqueIndex('modules_external_id')
        .on(t.projectId, t.externalId)
        .where(sql`external_id is not null`),
    ],
  )

/** Every saved version of a module; instances may be pinned to any of them. */
export const moduleVersions = (k: Kit, module: ReturnType<typeof modules>) =>
  k.table(
    'module_versions',
    {
      moduleId: k
        .text('module_id')
        .notNull()
        .references(() => module.id, { onDelete: 'cascade' }),
      version: k.int('version').notNull(),
      /** A fragment of a document. */
      content: k.jsonAsWritten<unknown>('content').notNull(),
      /** Changes since the previous version, in words and numbers. */
      changes: k.json<unknown>('changes').notNull(),
      message: k.text('message'),
      sizeBytes: k.int('size_bytes').notNull(),
      authorKind: k.text('author_kind').notNull(),
      authorId: k.text('author_id').notNull(),
      authorName: k.text('author_name').notNull(),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.moduleId, t.version] })],
  )

/** Instances of modules inside versions of modules. A null version follows the latest. */
export const moduleNestings = (k: Kit, module: ReturnType<typeof modules>) =>
  k.table(
    'module_nestings',
    {
      moduleId: k
        .text('module_id')
        .notNull()
        .references(() => module.id, { onDelete: 'cascade' }),
      moduleVersion: k.int('module_version').notNull(),
      nodeId: k.text('node_id').notNull(),
      usedId: k.text('used_id').notNull(),
      usedVersion: k.int('used_version'),
    },
    (t) => [
      k.primaryKey({ columns: [t.moduleId, t.moduleVersion, t.nodeId] }),
      k.index('module_nestings_used').on(t.usedId),
    ],
  )

/** Instances of modules in the documents of templates. A document may reference a deleted module. */
export const templateModuleUses = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_module_uses',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      nodeId: k.text('node_id').notNull(),
      moduleId: k.text('module_id').notNull(),
      /** Null follows the latest. */
      version: k.int('version'),
    },
    (t) => [
      k.primaryKey({ columns: [t.templateId, t.nodeId] }),
      k.index('template_module_uses_module').on(t.moduleId, t.templateId),
    ],
  )

/** Modules that a template has or had: its versions and its undo history may restore them. */
export const templateKnownModules = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_known_modules',
    {
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      moduleId: k.text('module_id').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.templateId, t.moduleId] })],
  )

/** Progress of a job over the instances of a module, updated in the transactions that do the work. */
export const moduleRuns = (k: Kit) =>
  k.table('module_runs', {
    jobId: k.text('job_id').primaryKey(),
    /** The last template that was processed. */
    afterId: k.text('after_id').notNull(),
    processed: k.int('processed').notNull(),
    changed: k.int('changed').notNull(),
    failed: k.int('failed').notNull(),
    /** The first noteworthy results. */
    results: k.json<unknown[]>('results').notNull(),
  })
