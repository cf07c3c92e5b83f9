import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'
import type { templates } from './templates.ts'

/** Sessions of the embedded editor, under the hash of their ids. */
export const editorSessions = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'editor_sessions',
    {
      hash: k.text('hash').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      emailId: k.text('email_id').notNull(),
      /** The template whose content starts an email that does not exist yet. */
      startFrom: k.text('start_from'),
      userId: k.text('user_id').notNull(),
      /** The browser window; a refreshed session keeps it. */
      seat: k.text('seat').notNull(),
      createdAt: k.big('created_at').notNull(),
      expiresAt: k.big('expires_at').notNull(),
      /** Time of the refresh that replaced it; it then expires after a grace period for requests in flight. */
      replacedAt: k.big('replaced_at'),
    },
    (t) => [k.index('editor_sessions_project').on(t.projectId), k.index('editor_sessions_expiry').on(t.expiresAt)],
  )

/** Maps a host's own id of an email to a template; created by the first save under that id. */
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
