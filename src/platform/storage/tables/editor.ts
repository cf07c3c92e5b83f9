import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'

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
