import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'
import type { templates } from './templates.ts'

/** Accounts at ESPs that templates are pushed to. */
export const connections = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'connections',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      provider: k.text('provider').notNull(),
      name: k.text('name').notNull(),
      settings: k.json<Record<string, string>>('settings').notNull(),
      /** Sealed by the vault, a JSON object of texts. */
      credentials: k.text('credentials').notNull(),
      /** Address of the API, where it is not the provider's own. */
      baseUrl: k.text('base_url'),
      /** Export target whose language is written, where it is not the provider's own. */
      target: k.text('target'),
      /** Options of every push, unless it has its own. */
      options: k.json<unknown>('options').notNull(),
      test: k.json<unknown>('test'),
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [k.index('connections_project').on(t.projectId, t.id)],
  )

/** Which template stands where at a connection. */
export const connectionTemplates = (
  k: Kit,
  connection: ReturnType<typeof connections>,
  template: ReturnType<typeof templates>,
) =>
  k.table(
    'connection_templates',
    {
      connectionId: k
        .text('connection_id')
        .notNull()
        .references(() => connection.id, { onDelete: 'cascade' }),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      /** Language of the translation; empty for the template as it is. */
      locale: k.text('locale').notNull(),
      /** The template's id at the provider; null while it is not known. */
      remoteId: k.text('remote_id'),
      /** When a creation was begun of which nobody knows how it ended. */
      pendingSince: k.big('pending_since'),
      /** Revision of the template that was pushed last. */
      pushedRevision: k.int('pushed_revision'),
      pushedAt: k.big('pushed_at'),
    },
    (t) => [
      k.primaryKey({ columns: [t.connectionId, t.templateId, t.locale] }),
      k.index('connection_templates_template').on(t.templateId),
    ],
  )

/** Where a connection keeps images that were pushed to it. */
export const connectionImages = (k: Kit, connection: ReturnType<typeof connections>) =>
  k.table(
    'connection_pictures',
    {
      connectionId: k
        .text('connection_id')
        .notNull()
        .references(() => connection.id, { onDelete: 'cascade' }),
      /** SHA-256 of its bytes, in hex. */
      digest: k.text('digest').notNull(),
      url: k.text('url').notNull(),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.connectionId, t.digest] })],
  )

/** Pushes requested, running or ended. */
export const pushes = (k: Kit, project: ReturnType<typeof projects>, connection: ReturnType<typeof connections>) =>
  k.table(
    'pushes',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      connectionId: k
        .text('connection_id')
        .notNull()
        .references(() => connection.id, { onDelete: 'cascade' }),
      templateId: k.text('template_id').notNull(),
      locale: k.text('locale'),
      /** Requested in the call: a name, an id at the provider, options. */
      request: k.json<unknown>('wish').notNull(),
      status: k.text('status').notNull(),
      action: k.text('action'),
      remoteId: k.text('remote_id'),
      warnings: k.json<unknown[]>('warnings').notNull(),
      error: k.json<unknown>('error'),
      jobId: k.text('job_id').notNull(),
      nextAttemptAt: k.big('next_attempt_at'),
      createdAt: k.big('created_at').notNull(),
      completedAt: k.big('completed_at'),
    },
    (t) => [
      k.index('pushes_project').on(t.projectId),
      k.index('pushes_connection').on(t.connectionId, t.id),
      k.index('pushes_created').on(t.createdAt),
    ],
  )
