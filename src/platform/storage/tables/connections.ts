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
      /** URL of the API, if it is not the provider's default. */
      baseUrl: k.text('base_url'),
      /** Export target whose language is written, if it is not the provider's default. */
      target: k.text('target'),
      /** Default options of a push. */
      options: k.json<unknown>('options').notNull(),
      test: k.json<unknown>('test'),
      revision: k.int('revision').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
    },
    (t) => [k.index('connections_project').on(t.projectId, t.id)],
  )

/** The template at the provider for each template, connection and locale. */
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
      /** Language of the translation; empty for the untranslated template. */
      locale: k.text('locale').notNull(),
      /** The template's id at the provider; null until it is known. */
      remoteId: k.text('remote_id'),
      /** Start of a creation with an unknown outcome. */
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

/** URLs of images that were pushed to a connection. */
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

/** Pushes that are requested, running or finished. */
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
      /** From the request: a name, an id at the provider, options. */
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
